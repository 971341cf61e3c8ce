-- room: keys/device-groups
-- Named sets of devices that policies, named lists, and workflows can refer to.
create table device_groups (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  description text not null default '' check (length(description) <= 500),
  created_at timestamptz not null,
  primary key (workspace_id, id)
);
create unique index device_groups_name on device_groups (workspace_id, lower(name));
create index device_groups_by_time on device_groups (workspace_id, created_at, id);
call guard_tenant('device_groups');

create table device_group_members (
  workspace_id uuid not null,
  group_id uuid not null,
  device_id uuid not null,
  primary key (workspace_id, group_id, device_id),
  foreign key (workspace_id, group_id) references device_groups on delete cascade,
  foreign key (workspace_id, device_id) references devices on delete cascade
);
create index device_group_members_of_device on device_group_members (workspace_id, device_id);
call guard_tenant('device_group_members');
