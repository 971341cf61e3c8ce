-- room: keys/held-keys
-- What the authenticator behind a card keeps besides the settings of its key.
create table held_cards (
  workspace_id uuid not null,
  security_key_id uuid not null,
  tries_left smallint not null check (tries_left between 0 and 8),
  not_before timestamptz,
  tries_of timestamptz,  -- of which PIN: when that was set or unblocked; tries of an earlier one no longer count
  tried_at timestamptz,  -- a PIN is being looked at, since then; whoever brings another waits for what becomes of it
  making_at timestamptz, -- the passkey for our own pages is being made, since then
  primary key (workspace_id, security_key_id),
  constraint card_is_there foreign key (workspace_id, security_key_id) references security_keys on delete cascade
);
call guard_tenant('held_cards');

-- Passkeys inside cards; the private keys are the vault's.
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
  hmac_seeds bytea check (length(hmac_seeds) <= 200),         -- sealed; only of those that may be asked for secrets
  discoverable boolean not null,
  protection smallint not null check (protection between 1 and 3),
  blob bytea check (length(blob) <= 32),
  counter bigint not null default 0 check (counter between 0 and 4294967295),
  made_at timestamptz not null,
  made_by_name text check (length(made_by_name) <= 260),  -- who had it made for the owner; null where the owner did
  last_used_at timestamptz,
  gone_at timestamptz,            -- when its site was seen to know it no more, as far as a directory may ask there
  primary key (workspace_id, id),
  constraint card_is_there foreign key (workspace_id, security_key_id) references security_keys on delete cascade
);
create unique index held_credentials_id on held_credentials (workspace_id, credential_id);
create index held_credentials_of_key on held_credentials (workspace_id, security_key_id, made_at, id);
call guard_tenant('held_credentials');

-- A passkey for our own pages that its card no longer holds answers nobody: it goes with it, in whatever way that goes.
create function forget_passkey_of_card() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    delete from credentials where workspace_id = old.workspace_id and credential_id = old.credential_id
      and security_key_id = old.security_key_id;
    return null;
end $$;
alter function forget_passkey_of_card owner to claviger_super;
create trigger held_credentials_forget_passkey after delete on held_credentials
  for each row execute function forget_passkey_of_card();

-- A card at a reader, from its tap on. Losing these costs a tap and the PIN.
create table tap_sessions (
  workspace_id uuid not null,
  id uuid not null,
  app_id uuid not null,
  security_key_id uuid not null,
  computer_id text not null check (length(computer_id) between 1 and 100),
  state bytea not null check (length(state) <= 40000),  -- sealed: keys of the agreement, the token that a PIN gave
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
