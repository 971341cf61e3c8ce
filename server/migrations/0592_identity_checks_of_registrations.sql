-- room: access/registration
-- The identity check under way at the operator's provider; the answer itself is never stored.
alter table registrations add column identity_check jsonb check (length(identity_check::text) <= 1000);
