-- room: connect/api-applications
-- Credentials for calls to the APIs of directories. Secrets and private keys are sealed with the workspace's key.
create table api_applications (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  type text not null check (type in ('azure', 'okta')),
  tenant_id text check (length(tenant_id) <= 36),
  client_id text check (length(client_id) <= 36),
  address text not null check (length(address) <= 300),
  certificate text check (length(certificate) <= 20000),  -- PEM; null: uses a secret
  sealed bytea not null check (length(sealed) <= 30000),
  ends_at timestamptz,
  checked_at timestamptz,
  check_reason text check (length(check_reason) <= 400),  -- null: no problem found
  check_missing text[] not null default '{}',
  told_days integer,              -- last expiry warning that was emailed, in days before the expiry
  version integer not null default 1 check (version >= 1),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  changed_by text not null check (length(changed_by) <= 260),
  -- Uses the operator's multi-tenant application and secret, in a tenant whose administrator signed in and consented
  operators boolean not null default false check (not operators or type = 'azure'),
  primary key (workspace_id, id),
  check (type = 'okta' or tenant_id is not null and client_id is not null)
);
create unique index api_applications_name on api_applications (workspace_id, lower(name));
create unique index api_applications_operators on api_applications (workspace_id, tenant_id) where operators;
call guard_tenant('api_applications');

-- The operator's secret gives access to every tenant that consented. If a row could switch to another tenant, a
-- workspace would gain access to data that the other tenant's administrator never shared with it.
create function keep_operators_tenant() returns trigger language plpgsql set search_path = public, pg_temp as $$ begin
    if new.operators <> old.operators or new.operators and new.tenant_id <> old.tenant_id then
      raise exception 'the tenant of a consent does not change';
    end if;
    return new;
end $$;
create trigger api_applications_keep_operators_tenant before update on api_applications
  for each row execute function keep_operators_tenant();
