-- room: access/registration
-- The email is verified before anything else is kept, so a registration that has not verified it starts there again
alter table registrations
  add column time_zone text check (length(time_zone) <= 64),  -- of the workspace to be
  add column setup boolean not null default false;            -- began with the first-start link of the installation
update registrations set step = 'verify-personal-info', password_hash = null, passkey = null, card_sealed = null
  where completed_at is null and email_proven_at is null;

-- Whether the workspace of the super administrators exists; a registration sees no workspace yet.
create function is_installation_set_up() returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select exists (select from workspaces where installation) $$;
alter function is_installation_set_up owner to claviger_super;
