-- room: rules/simulations
-- Replays of the activity log with changed policies, from the newest entry to the oldest. Each slice stores its
-- progress and its results in one transaction, so that another process can resume the replay without losing or
-- repeating an entry.
create table policy_replays (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  state text not null check (state in ('running', 'done', 'cancelled', 'failed')),
  days smallint not null check (days between 1 and 90),
  drafts jsonb not null,
  default_action smallint check (default_action in (0, 1)),
  lowest uuid not null,           -- lower bound of the log entry IDs, inclusive
  next uuid not null,             -- entries with smaller IDs are still to be evaluated
  total integer,                  -- number of entries; null until they are counted
  looked integer not null default 0,
  now_refused integer not null default 0,
  now_allowed integer not null default 0,
  undecidable integer not null default 0,
  by_hour jsonb not null check (jsonb_array_length(by_hour) = 24),
  sample jsonb not null check (jsonb_array_length(sample) <= 50),
  made_by uuid,                   -- no foreign key: a replay is kept for a few days only
  created_at timestamptz not null,
  touched_at timestamptz not null,
  primary key (workspace_id, id)
);
create index policy_replays_running on policy_replays (touched_at) where state = 'running';
create index policy_replays_time on policy_replays (created_at);
call guard_tenant('policy_replays');

-- Number of uses with a different result (refused instead of allowed, or the reverse), by user and by site.
create table policy_replay_counts (
  workspace_id uuid not null,
  replay_id uuid not null,
  about text not null check (about in ('person', 'site')),
  name text not null check (length(name) <= 253),
  events integer not null,
  primary key (workspace_id, replay_id, about, name),
  foreign key (workspace_id, replay_id) references policy_replays on delete cascade
);
call guard_tenant('policy_replay_counts');
