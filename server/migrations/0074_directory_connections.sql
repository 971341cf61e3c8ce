-- room: directories/connections
-- Directories that users come from. An owner approves the granted access of each directory. Its runs act with the
-- permissions that this owner has at the time of the run.
create table directory_connections (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  kind smallint not null check (kind in (1, 2, 6, 7)),  -- 1 Entra ID, 2 Okta, 6 LDAP, 7 SCIM
  name text not null check (length(name) between 1 and 100),
  active boolean not null default true,
  api_application_id uuid,        -- Entra ID and Okta: the API application with the credentials
  settings jsonb not null,        -- structure depends on the kind
  sealed bytea check (length(sealed) <= 30000),  -- LDAP: the password, encrypted
  mapping jsonb not null check (jsonb_array_length(mapping) <= 60),
  mode smallint not null default 2 check (mode in (1, 2, 3)),  -- 1 add, 2 add and update, 3 update
  every_minutes integer check (every_minutes between 5 and 43200),
  next_run_at timestamptz,
  cursor jsonb,                   -- position from which the next run reads changes
  swept_at timestamptz,           -- when the last full read took place
  leaving text not null default 'suspend' check (leaving in ('mark', 'suspend', 'delete')),
  delete_after_days integer not null default 30 check (delete_after_days between 1 and 3650),
  unmanaged_leave boolean not null default false,
  brake_people integer not null default 20 check (brake_people between 0 and 1000000),
  brake_percent integer not null default 5 check (brake_percent between 0 and 100),
  roles smallint[] not null default '{}' check (roles <@ '{2,3,4,5,6}'::smallint[]),  -- it can give these; never owner
  touches_rank boolean not null default false,
  private_hosts text[] not null default '{}' check (cardinality(private_hosts) <= 20),
  approved_by uuid,               -- no foreign key: the approval of a deleted owner is void
  approved_name text check (length(approved_name) <= 260),
  approved_at timestamptz,
  approved_for text check (length(approved_for) <= 400),  -- API application's target at approval; null if none
  paused_reason text check (length(paused_reason) <= 400),  -- why scheduled runs are paused
  connection text not null default 'pending' check (connection in ('pending', 'successful', 'failed')),
  connection_reason text check (length(connection_reason) <= 400),
  connected_at timestamptz,
  version integer not null default 1 check (version >= 1),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  changed_by text not null check (length(changed_by) <= 260),
  brake_changes_percent integer not null default 20 check (brake_changes_percent between 0 and 100),
  silence_told_at timestamptz,    -- when owners were notified of failed reads; reset to null by a successful read
  position integer not null default 0,  -- of a user's directories the lowest position leads, see directory_links
  leads text[] not null default '{}' check (cardinality(leads) <= 20),  -- fields that an owner lets it decide
  joins boolean not null default false,  -- approved to link users of other directories automatically
  primary key (workspace_id, id)
);
create unique index directory_connections_name on directory_connections (workspace_id, lower(name));
create index directory_connections_due on directory_connections (next_run_at) where next_run_at is not null and active;
call guard_tenant('directory_connections');

-- Unit administrators can see which directories manage their users and which one leads, but not the connection settings
-- or credentials. They can read joins and approved_by, because registering a passkey on behalf of a user can depend on
-- them.
revoke all on directory_connections from claviger_unit;
grant select (workspace_id, id, kind, name, active, api_application_id, position, joins, approved_by) on directory_connections to claviger_unit;
create policy own_workspace_seen on directory_connections for select to claviger_unit
  using (workspace_id = current_setting('app.workspace')::uuid);
