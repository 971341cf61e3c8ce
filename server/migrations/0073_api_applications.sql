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
  -- The application of this installation, asked by the operator's secret: a tenant whose administrator consented and signed in
  operators boolean not null default false check (not operators or type = 'azure'),
  primary key (workspace_id, id),
  check (type = 'okta' or tenant_id is not null and client_id is not null)
);
create unique index api_applications_name on api_applications (workspace_id, lower(name));
create unique index api_applications_operators on api_applications (workspace_id, tenant_id) where operators;
call guard_tenant('api_applications');

-- The operator's secret opens every tenant that consented: a row leads for good to the one whose administrator stood there
create function keep_operators_tenant() returns trigger language plpgsql set search_path = public, pg_temp as $$ begin
    if new.operators <> old.operators or new.operators and new.tenant_id <> old.tenant_id then
      raise exception 'the tenant of a consent does not change';
    end if;
    return new;
end $$;
create trigger api_applications_keep_operators_tenant before update on api_applications
  for each row execute function keep_operators_tenant();
