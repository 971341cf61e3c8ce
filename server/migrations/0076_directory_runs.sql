-- room: directories/syncs
-- Sync runs of directories. The changes of a run, and their results, are rows of its long-running job (work_id).
create table directory_runs (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  connection_id uuid not null,    -- no foreign key: the history outlives the directory
  connection_name text not null check (length(connection_name) <= 100),
  kind smallint not null,
  mode smallint not null check (mode in (1, 2, 3)),
  dry boolean not null,
  started_by text not null check (started_by in ('person', 'schedule', 'workflow')),
  -- A dry run that also lists users without any directory, who would lose access
  unmanaged boolean not null default false,
  only_some jsonb,                -- limits the run to some groups and users, or repeats another run; null: no limit
  state text not null check (state in ('reading', 'braked', 'applying', 'done', 'stopped', 'failed', 'cancelled')),
  whole boolean,
  work_id uuid,
  cursor jsonb,                   -- where the next run starts reading, after all changes of this run are applied
  counts jsonb not null,
  over_brake boolean not null default false,
  reason text check (length(reason) <= 400),
  tries smallint not null default 0,  -- number of times that reading started
  agreed_name text check (length(agreed_name) <= 260),
  actor_id uuid,
  actor_name text not null check (length(actor_name) <= 260),
  created_at timestamptz not null,
  finished_at timestamptz,
  -- Set by the database's clock; an old value shows that reading has stalled
  touched_at timestamptz not null default now(),
  -- Which parts exceed the safety threshold. Changes and additions share the threshold's minimum number, but have a
  -- percentage of their own, because they are more frequent than losses.
  exceeds text[] not null default '{}' check (exceeds <@ '{access,groups,memberships,changes,additions}'::text[]),
  primary key (workspace_id, id)
);
-- One run at a time per directory: of two concurrent runs, each would compare with the other's unfinished changes and
-- wrongly conclude that users or groups have left
create unique index directory_runs_one on directory_runs (workspace_id, connection_id) where state in ('reading', 'applying');
create index directory_runs_by_time on directory_runs (workspace_id, created_at, id);
create index directory_runs_of on directory_runs (workspace_id, connection_id, created_at, id);
create index directory_runs_reading on directory_runs (touched_at) where state = 'reading';
call guard_tenant('directory_runs');
