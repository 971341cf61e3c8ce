-- room: ground (written by record.ts, read by oversight/activity)
create table activities (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,               -- version 7, so the key is the order of time
  at timestamptz not null,
  kind text not null check (kind in ('use', 'change')),
  action text not null check (length(action) <= 60),
  status smallint not null check (status in (1, 2)),   -- 1 succeeded, 2 failed
  reason text check (length(reason) <= 300),
  actor_id uuid,                  -- no foreign key: the log outlives the people in it
  actor_name text not null check (length(actor_name) <= 260),
  object_type text check (length(object_type) <= 40),
  object_id text check (length(object_id) <= 100),
  object_name text check (length(object_name) <= 260),
  before jsonb,
  after jsonb,
  ip text check (length(ip) <= 45),
  user_agent text check (length(user_agent) <= 400),
  request_id text check (length(request_id) <= 60),
  primary key (workspace_id, id)
);
create index activities_of_actor on activities (workspace_id, actor_id, id);
create index activities_of_object on activities (workspace_id, object_id, id);
create index activities_by_action on activities (workspace_id, action, id);
create index activities_by_kind on activities (workspace_id, kind, id);
create index activities_failed on activities (workspace_id, id) where status = 2;
create index activities_sign_ins on activities (workspace_id, at, status) where kind = 'use' and action like 'sign-in.%';
call guard_tenant('activities');
