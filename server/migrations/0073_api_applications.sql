-- room: connect/api-applications
-- Outbound connections to directories. Secrets and keys of certificates are sealed by the key of the workspace.
create table api_applications (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  type text not null check (type in ('azure', 'okta')),
  tenant_id text check (length(tenant_id) <= 36),
  client_id text check (length(client_id) <= 36),
  address text not null check (length(address) <= 300),
  certificate text check (length(certificate) <= 20000),  -- PEM; null: a secret
  sealed bytea not null check (length(sealed) <= 30000),
  ends_at timestamptz,
  checked_at timestamptz,
  check_reason text check (length(check_reason) <= 400),  -- null: all is well
  check_missing text[] not null default '{}',
  told_days integer,              -- the last warning of the end that was mailed, in days before it
  version integer not null default 1 check (version >= 1),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  changed_by text not null check (length(changed_by) <= 260),
  primary key (workspace_id, id),
  check (type = 'okta' or tenant_id is not null and client_id is not null)
);
create unique index api_applications_name on api_applications (workspace_id, lower(name));
call guard_tenant('api_applications');
