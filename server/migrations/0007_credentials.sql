-- room: keys/credentials
create table credentials (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  credential_id bytea not null check (length(credential_id) between 1 and 1023),
  public_key bytea not null check (length(public_key) <= 2000),  -- COSE key
  algorithm integer not null,
  sign_count bigint not null default 0,
  aaguid uuid not null,
  name text not null check (length(name) between 1 and 100),
  transports text[] not null default '{}',
  backup_eligible boolean not null,
  backup_state boolean not null,
  attestation text not null check (length(attestation) <= 40),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references users on delete cascade
);
-- Unique everywhere, not only within a workspace (WebAuthn Level 3 §7.1 step 26)
create unique index credentials_credential_id on credentials (credential_id);
create index credentials_of_user on credentials (workspace_id, user_id, created_at);
call guard_tenant('credentials');

-- A WebAuthn challenge is spent here, once, by the primary key.
create table spent_challenges (
  challenge bytea primary key,
  expires_at timestamptz not null
);
create index spent_challenges_expiry on spent_challenges (expires_at);
