-- room: oversight/log-streams
create table log_streams (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  kind text not null check (kind in ('syslog', 'https')),
  address text not null check (length(address) <= 300),
  authority text check (length(authority) <= 20000),       -- CA certificates as PEM; null: default trusted CAs
  certificate text check (length(certificate) <= 20000),   -- our client certificate as PEM
  has_authorization boolean not null default false,
  sealed bytea not null,                                   -- secrets, sealed with the key of the workspace
  paused boolean not null default false,
  position bigint not null,                                -- last delivered position in the hash chain
  missed bigint not null default 0,
  delivered_at timestamptz,
  tries integer not null default 0,
  error text check (length(error) <= 300),
  failing_since timestamptz,
  next_try_at timestamptz,
  taken_by uuid,                                           -- the sender that holds the lease until taken_until
  taken_until timestamptz,
  created_at timestamptz not null,
  created_by text not null check (length(created_by) <= 260),
  primary key (workspace_id, id)
);
call guard_tenant('log_streams');
