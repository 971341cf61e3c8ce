-- room: access/external-sign-in
-- The user whose identity a provider verifies. Its answer is compared with this user, and then dropped.
alter table external_sign_ins add column about uuid;
