-- room: access/delegations
-- A tool that asks to act for a user. It belongs to no workspace until an administrator has decided.
create table delegation_requests (
  request text primary key check (length(request) <= 60),
  device_hash bytea not null check (length(device_hash) = 32),
  tool text not null check (length(tool) between 1 and 60),
  version text not null check (length(version) between 1 and 30),
  purpose text not null check (purpose in ('on-behalf-registration')),
  device text not null check (length(device) between 1 and 60),
  code text not null check (length(code) <= 12),  -- what the tool and the page of the administrator both show
  ip text not null check (length(ip) <= 45),
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'allowed', 'denied', 'taken')),
  workspace_id uuid,
  delegation_id uuid
);
create unique index delegation_requests_device on delegation_requests (device_hash);
create index delegation_requests_expiry on delegation_requests (expires_at);

-- What an administrator allowed: one purpose, one user, some minutes. Of what the tool carries only the hash is kept.
create table delegations (
  workspace_id uuid not null,
  id uuid not null,
  tool text not null check (length(tool) <= 60),
  version text not null check (length(version) <= 30),
  purpose text not null,
  user_id uuid not null,
  administrator_id uuid not null,  -- or an API key
  administrator_name text not null check (length(administrator_name) <= 260),
  units_of uuid,
  secret_hash bytea check (length(secret_hash) = 32),  -- null until the tool has fetched it
  created_at timestamptz not null,
  expires_at timestamptz not null,
  uses integer not null default 0 check (uses between 0 and 5),
  placed jsonb check (pg_column_size(placed) <= 8000),  -- by whom, see 0212_placed.sql
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references users on delete cascade
);
create index delegations_of_user on delegations (workspace_id, user_id);
create index delegations_expiry on delegations (expires_at);
call guard_tenant('delegations');
