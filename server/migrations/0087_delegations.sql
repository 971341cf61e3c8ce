-- room: access/delegations
-- Requests of tools to act on behalf of a user. A request belongs to no workspace until an administrator decides on it.
create table delegation_requests (
  request text primary key check (length(request) <= 60),
  device_hash bytea not null check (length(device_hash) = 32),
  tool text not null check (length(tool) between 1 and 60),
  version text not null check (length(version) between 1 and 30),
  purpose text not null check (purpose in ('on-behalf-registration')),
  device text not null check (length(device) between 1 and 60),
  code text not null check (length(code) <= 12),  -- shown by the tool and to the administrator, who compares them
  ip text not null check (length(ip) <= 45),
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'allowed', 'denied', 'taken')),
  workspace_id uuid,
  delegation_id uuid
);
create unique index delegation_requests_device on delegation_requests (device_hash);
create index delegation_requests_expiry on delegation_requests (expires_at);

-- Approved delegations: for one purpose, one user, and a few minutes. Only the hash of the tool's secret is stored.
create table delegations (
  workspace_id uuid not null,
  id uuid not null,
  tool text not null check (length(tool) <= 60),
  version text not null check (length(version) <= 30),
  purpose text not null,
  user_id uuid not null,
  administrator_id uuid not null,  -- ID of the administrator or API key
  administrator_name text not null check (length(administrator_name) <= 260),
  units_of uuid,
  secret_hash bytea check (length(secret_hash) = 32),  -- null until the tool has fetched it
  created_at timestamptz not null,
  expires_at timestamptz not null,
  uses integer not null default 0 check (uses between 0 and 5),
  -- who approved it, and with which permissions; see 0212_placed.sql
  placed jsonb check (pg_column_size(placed) <= 8000),
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references users on delete cascade
);
create index delegations_of_user on delegations (workspace_id, user_id);
create index delegations_expiry on delegations (expires_at);
call guard_tenant('delegations');
