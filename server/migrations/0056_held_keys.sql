-- room: keys/held-keys
-- Authenticator state of a card, in addition to the settings of its key.
create table held_cards (
  workspace_id uuid not null,
  security_key_id uuid not null,
  tries_left smallint not null check (tries_left between 0 and 8),
  not_before timestamptz,
  tries_of timestamptz,  -- when the PIN was set or unblocked; tries of an earlier PIN do not count
  tried_at timestamptz,  -- start of a PIN check in progress; other requests wait for its result
  making_at timestamptz, -- start of the creation of a passkey for the sign-in page, while it is in progress
  primary key (workspace_id, security_key_id),
  constraint card_is_there foreign key (workspace_id, security_key_id) references security_keys on delete cascade
);
call guard_tenant('held_cards');

-- Server-held passkeys of cards. The vault stores their private keys.
create table held_credentials (
  workspace_id uuid not null,
  id uuid not null,
  security_key_id uuid not null,
  credential_id bytea not null check (length(credential_id) = 32),
  rp_id text not null check (length(rp_id) <= 255),
  rp_name text check (length(rp_name) <= 128),
  user_handle bytea not null check (length(user_handle) <= 64),
  user_name text check (length(user_name) <= 128),
  user_display_name text check (length(user_display_name) <= 128),
  public_key bytea not null check (length(public_key) = 64),  -- x, y
  vault text not null check (vault in ('sealed', 'pkcs11')),
  vault_key bytea not null check (length(vault_key) <= 200),
  hmac_seeds bytea check (length(hmac_seeds) <= 200),         -- sealed; only with the extension hmac-secret
  discoverable boolean not null,
  protection smallint not null check (protection between 1 and 3),
  blob bytea check (length(blob) <= 32),
  counter bigint not null default 0 check (counter between 0 and 4294967295),
  made_at timestamptz not null,
  made_by_name text check (length(made_by_name) <= 260),  -- who created it for the owner; null if the owner did
  last_used_at timestamptz,
  gone_at timestamptz,            -- when a check in the directory found the passkey missing
  primary key (workspace_id, id),
  constraint card_is_there foreign key (workspace_id, security_key_id) references security_keys on delete cascade
);
create unique index held_credentials_id on held_credentials (workspace_id, credential_id);
create index held_credentials_of_key on held_credentials (workspace_id, security_key_id, made_at, id);
call guard_tenant('held_credentials');

-- A passkey for the sign-in page can't be used without its server-held key, so every deletion of that key deletes it
-- too.
create function forget_passkey_of_card() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    delete from credentials where workspace_id = old.workspace_id and credential_id = old.credential_id
      and security_key_id = old.security_key_id;
    return null;
end $$;
alter function forget_passkey_of_card owner to claviger_super;
create trigger held_credentials_forget_passkey after delete on held_credentials
  for each row execute function forget_passkey_of_card();

-- A card on a reader, from its tap onward. If a row is lost, the user taps the card and enters the PIN again.
create table tap_sessions (
  workspace_id uuid not null,
  id uuid not null,
  app_id uuid not null,
  security_key_id uuid not null,
  computer_id text not null check (length(computer_id) between 1 and 100),
  state bytea not null check (length(state) <= 40000),  -- sealed: session keys, and the token that a PIN gave
  revision integer not null,
  expires_at timestamptz not null,
  primary key (workspace_id, id),
  constraint tap_sessions_app foreign key (workspace_id, app_id) references reader_apps on delete cascade,
  constraint card_is_there foreign key (workspace_id, security_key_id) references security_keys on delete cascade
) with (fillfactor = 50);
create index tap_sessions_of_app on tap_sessions (workspace_id, app_id);
create index tap_sessions_of_key on tap_sessions (workspace_id, security_key_id);
create index tap_sessions_end on tap_sessions (expires_at);
call guard_tenant('tap_sessions');
