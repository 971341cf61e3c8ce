-- room: tenancy/private-targets
-- Private addresses that the server may call for one feature of a workspace, and those that it was kept from calling
create table private_targets (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  feature text not null check (feature in ('directories', 'log-streams', 'identity-providers', 'applications',
    'provisioning', 'card-pages', 'api-applications')),
  host text not null check (length(host) between 1 and 253 and host = lower(host)),
  port integer check (port between 1 and 65535),  -- null: every port
  created_at timestamptz not null,
  approved_by uuid,               -- no foreign key, for the approval outlives the owner
  approved_name text check (length(approved_name) <= 260),
  approved_at timestamptz,        -- null while it is blocked
  primary key (workspace_id, id),
  unique nulls not distinct (workspace_id, feature, host, port),
  check ((approved_at is null) = (approved_name is null))
);
call guard_tenant('private_targets');

-- Only one workspace belongs to the operator of an installation where anybody can register one: that of the first-start
-- link, which is of a type that is registered; else the first that was made beside that of the super administrators.
create function is_first_workspace(wanted uuid, registered smallint[]) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select wanted = (select id from workspaces where not installation or type = any(registered)
      order by installation desc, created_at, id limit 1) $$;
alter function is_first_workspace owner to claviger_super;
