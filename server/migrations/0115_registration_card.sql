-- room: access/registration
-- The number and PIN of an access card that waits for its user, sealed: registrations end within days.
alter table registrations add column card_sealed bytea check (length(card_sealed) <= 1000);
