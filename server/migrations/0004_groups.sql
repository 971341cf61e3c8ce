-- room: people/groups
create table groups (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  description text not null default '' check (length(description) <= 500),
  type smallint not null default 1 check (type in (0, 1, 7)),  -- 0 everyone, 1 internal, 7 external: written by directory sync only
  created_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create unique index groups_name on groups (workspace_id, lower(name));
call guard_tenant('groups');

create table group_members (
  workspace_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  primary key (workspace_id, group_id, user_id),
  foreign key (workspace_id, group_id) references groups on delete cascade,
  foreign key (workspace_id, user_id) references users on delete cascade
);
create index group_members_of_user on group_members (workspace_id, user_id, group_id);
call guard_tenant('group_members');
