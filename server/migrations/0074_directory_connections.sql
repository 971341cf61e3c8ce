-- room: directories/connections
-- Where people come from. An owner approves how far each reaches; its runs act by what that owner holds at that moment.
create table directory_connections (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  kind smallint not null check (kind in (1, 2, 6, 7)),  -- 1 Entra ID, 2 Okta, 6 LDAP, 7 SCIM
  name text not null check (length(name) between 1 and 100),
  active boolean not null default true,
  api_application_id uuid,        -- of Entra ID and Okta: where the credentials stand
  settings jsonb not null,        -- of its kind
  sealed bytea check (length(sealed) <= 30000),  -- of LDAP: the password
  mapping jsonb not null check (jsonb_array_length(mapping) <= 60),
  mode smallint not null default 2 check (mode in (1, 2, 3)),  -- 1 import new, 2 update existing and new, 3 update existing
  every_minutes integer check (every_minutes between 5 and 43200),
  next_run_at timestamptz,
  cursor jsonb,                   -- where the next reading of changes begins
  swept_at timestamptz,           -- when all of it was last read
  leaving text not null default 'suspend' check (leaving in ('mark', 'suspend', 'delete')),
  delete_after_days integer not null default 30 check (delete_after_days between 1 and 3650),
  unmanaged_leave boolean not null default false,
  brake_people integer not null default 20 check (brake_people between 0 and 1000000),
  brake_percent integer not null default 5 check (brake_percent between 0 and 100),
  roles smallint[] not null default '{}' check (roles <@ '{2,3,4,5,6}'::smallint[]),  -- that it may give; owner is never among them
  touches_rank boolean not null default false,
  private_hosts text[] not null default '{}' check (cardinality(private_hosts) <= 20),
  approved_by uuid,               -- no foreign key: who is gone has approved nothing any more
  approved_name text check (length(approved_name) <= 260),
  approved_at timestamptz,
  approved_for text check (length(approved_for) <= 400),  -- where its credentials led then; null where they stand with it
  paused_reason text check (length(paused_reason) <= 400),  -- why it runs no more by itself
  connection text not null default 'pending' check (connection in ('pending', 'successful', 'failed')),
  connection_reason text check (length(connection_reason) <= 400),
  connected_at timestamptz,
  version integer not null default 1 check (version >= 1),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  changed_by text not null check (length(changed_by) <= 260),
  brake_changes_percent integer not null default 20 check (brake_changes_percent between 0 and 100),
  silence_told_at timestamptz,    -- since when owners know that it couldn't be read; null again after the next contact
  position integer not null default 0,  -- the first of the directories of a user leads, see directory_links
  leads text[] not null default '{}' check (cardinality(leads) <= 20),  -- fields that an owner gave it
  joins boolean not null default false,  -- may link users of other directories by itself, as an owner approved
  primary key (workspace_id, id)
);
create unique index directory_connections_name on directory_connections (workspace_id, lower(name));
create index directory_connections_due on directory_connections (next_run_at) where next_run_at is not null and active;
call guard_tenant('directory_connections');

-- Administrators of units know what keeps their people and which directory leads, and nothing of how it is reached. Whether a
-- passkey can be registered depends on what an owner approved, also where they ask.
revoke all on directory_connections from claviger_unit;
grant select (workspace_id, id, kind, name, active, api_application_id, position, joins, approved_by) on directory_connections to claviger_unit;
create policy own_workspace_seen on directory_connections for select to claviger_unit
  using (workspace_id = current_setting('app.workspace')::uuid);
