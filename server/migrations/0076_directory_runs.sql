-- room: directories/syncs
-- Runs of directories. What each found, and what became of it, are rows of long work.
create table directory_runs (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  connection_id uuid not null,    -- no foreign key: the history outlives the directory
  connection_name text not null check (length(connection_name) <= 100),
  kind smallint not null,
  mode smallint not null check (mode in (1, 2, 3)),
  dry boolean not null,
  started_by text not null check (started_by in ('person', 'schedule', 'workflow')),
  unmanaged boolean not null default false,  -- a look at who would leave whom no directory keeps
  only_some jsonb,                -- these groups and people alone
  state text not null check (state in ('reading', 'braked', 'applying', 'done', 'stopped', 'failed', 'cancelled')),
  whole boolean,
  work_id uuid,
  cursor jsonb,                   -- where the next reading begins once all of this is applied
  counts jsonb not null,
  over_brake boolean not null default false,
  reason text check (length(reason) <= 400),
  tries smallint not null default 0,  -- how often its reading began
  agreed_name text check (length(agreed_name) <= 260),
  actor_id uuid,
  actor_name text not null check (length(actor_name) <= 260),
  created_at timestamptz not null,
  finished_at timestamptz,
  touched_at timestamptz not null default now(),  -- of the database's clock, so that stalled readings are found
  -- Which parts exceed the safety threshold. Changes and additions are weighed with the same number and a percentage of their
  -- own, because they are more frequent than losses.
  exceeds text[] not null default '{}' check (exceeds <@ '{access,groups,memberships,changes,additions}'::text[]),
  primary key (workspace_id, id)
);
-- One at a time: two would judge what leaves by each other's half
create unique index directory_runs_one on directory_runs (workspace_id, connection_id) where state in ('reading', 'applying');
create index directory_runs_by_time on directory_runs (workspace_id, created_at, id);
create index directory_runs_of on directory_runs (workspace_id, connection_id, created_at, id);
create index directory_runs_reading on directory_runs (touched_at) where state = 'reading';
call guard_tenant('directory_runs');
