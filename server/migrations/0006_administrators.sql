-- room: tenancy/administrators
create table administrators (
  workspace_id uuid not null,
  user_id uuid not null,
  role smallint not null check (role between 1 and 5),  -- 1 owner, 2 administrator, 3 user management, 4 billing, 5 read-only
  additional smallint[] not null default '{}',
  created_at timestamptz not null default now(),
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users on delete cascade
);
call guard_tenant('administrators');

create table super_administrators (
  workspace_id uuid not null,
  user_id uuid not null,
  permissions smallint[] not null default '{1}',  -- 1 all, 2 delete workspaces
  created_at timestamptz not null default now(),
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users on delete cascade
);
call guard_tenant('super_administrators');
