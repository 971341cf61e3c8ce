-- room: keys/credentials
create table credentials (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  security_key_id uuid not null,  -- every passkey belongs to a security key and is deleted with it
  credential_id bytea not null check (length(credential_id) between 1 and 1023),
  public_key bytea not null check (length(public_key) <= 2000),  -- COSE key
  algorithm integer not null,
  aaguid uuid not null,
  name text not null check (length(name) between 1 and 100),
  transports text[] not null default '{}',
  backup_eligible boolean not null,
  attestation text not null check (length(attestation) <= 40),
  created_at timestamptz not null default now(),
  -- Columns that each use changes are adjacent, and the fill factor leaves room in the page for the new row version
  backup_state boolean not null,
  sign_count bigint not null default 0,
  last_used_at timestamptz,
  placed jsonb check (pg_column_size(placed) <= 8000),  -- origin of the passkey, see 0212_placed.sql
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references users on delete cascade,
  constraint card_is_there foreign key (workspace_id, security_key_id) references security_keys on delete cascade
) with (fillfactor = 85);
-- Unique across workspaces (WebAuthn Level 3 §7.1 step 26)
create unique index credentials_credential_id on credentials (credential_id);
create index credentials_of_key on credentials (workspace_id, security_key_id);
-- Counting passkeys reads only an index.
create index credentials_by_model on credentials (workspace_id, aaguid);
create index credentials_by_time on credentials (workspace_id, created_at);
create index credentials_of_user on credentials (workspace_id, user_id, created_at);
call guard_tenant('credentials');

-- WebAuthn challenges that were used: the primary key refuses a second use. A row lives for 15 minutes at most, so the
-- cleanup scans the table, which costs less than an index that every sign-in writes.
create table spent_challenges (
  challenge bytea primary key,
  expires_at timestamptz not null
);

-- Copies the last use of a passkey to its security key. Once an hour is precise enough for lists, and spares most
-- sign-ins an update.
create function use_security_key() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    update security_keys set last_used_at = new.last_used_at
      where workspace_id = new.workspace_id and id = new.security_key_id
        and (last_used_at is null or last_used_at < new.last_used_at);
    return null;
end $$;
alter function use_security_key owner to claviger_super;
create trigger credentials_use_security_key after update of last_used_at on credentials
  for each row when (new.last_used_at is not null and (old.last_used_at is null
    or date_trunc('hour', new.last_used_at) is distinct from date_trunc('hour', old.last_used_at)))
  execute function use_security_key();
