-- room: people/units
-- 1 acts for the whole company, 2 for the people of some organization units only.
alter table administrators add column type smallint not null default 1 check (type in (1, 2));

create table unit_administrators (
  workspace_id uuid not null,
  unit_id uuid not null,
  user_id uuid not null,
  primary key (workspace_id, unit_id, user_id),
  foreign key (workspace_id, unit_id) references organization_units on delete cascade,
  foreign key (workspace_id, user_id) references administrators on delete cascade
);
create index unit_administrators_of_user on unit_administrators (workspace_id, user_id, unit_id);
call guard_tenant('unit_administrators');

-- Groups that the administrators of a unit see and may put their people into.
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
