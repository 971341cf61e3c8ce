-- room: people/units
create table organization_units (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  description text not null default '' check (length(description) <= 500),
  created_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create unique index organization_units_name on organization_units (workspace_id, lower(name));
call guard_tenant('organization_units');

create table unit_members (
  workspace_id uuid not null,
  unit_id uuid not null,
  user_id uuid not null,
  primary key (workspace_id, unit_id, user_id),
  foreign key (workspace_id, unit_id) references organization_units on delete cascade,
  foreign key (workspace_id, user_id) references users on delete cascade
);
create index unit_members_of_user on unit_members (workspace_id, user_id, unit_id);
call guard_tenant('unit_members', people => false);

create table unit_administrators (
  workspace_id uuid not null,
  unit_id uuid not null,
  user_id uuid not null,
  primary key (workspace_id, unit_id, user_id),
  foreign key (workspace_id, unit_id) references organization_units on delete cascade,
  foreign key (workspace_id, user_id) references administrators on delete cascade
);
create index unit_administrators_of_user on unit_administrators (workspace_id, user_id, unit_id);
call guard_tenant('unit_administrators', people => false);

-- Groups that administrators of a unit can see and add their users to.
create table unit_groups (
  workspace_id uuid not null,
  unit_id uuid not null,
  group_id uuid not null,
  primary key (workspace_id, unit_id, group_id),
  foreign key (workspace_id, unit_id) references organization_units on delete cascade,
  foreign key (workspace_id, group_id) references groups on delete cascade
);
create index unit_groups_of_group on unit_groups (workspace_id, group_id, unit_id);
call guard_tenant('unit_groups');
