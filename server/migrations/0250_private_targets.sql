-- room: tenancy/private-targets
-- Private addresses that the server can call for one feature of a workspace, and those that it blocked
create table private_targets (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  feature text not null check (feature in ('directories', 'log-streams', 'identity-providers', 'applications',
    'provisioning', 'card-pages', 'api-applications')),
  host text not null check (length(host) between 1 and 253 and host = lower(host)),
  port integer check (port between 1 and 65535),  -- null: every port
  created_at timestamptz not null,
  approved_by uuid,               -- no foreign key, because the approval outlives the owner
  approved_name text check (length(approved_name) <= 260),
  approved_at timestamptz,        -- null while the address is blocked
  primary key (workspace_id, id),
  unique nulls not distinct (workspace_id, feature, host, port),
  check ((approved_at is null) = (approved_name is null))
);
call guard_tenant('private_targets');

-- On an installation where anyone can register a workspace, only one belongs to the operator. It is the workspace of
-- the super administrators if its type can be registered, as after the first-start link. Otherwise it is the oldest
-- other workspace.
create function is_first_workspace(wanted uuid, registered smallint[]) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select wanted = (select id from workspaces where not installation or type = any(registered)
      order by installation desc, created_at, id limit 1) $$;
alter function is_first_workspace owner to claviger_super;
