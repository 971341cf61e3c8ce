-- room: keys/security-keys
-- One act on many keys: who asked for what, and how far it has come. As bulk_runs, for keys.
create table key_runs (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  act text not null check (length(act) <= 40),
  verification smallint check (verification between 1 and 4),
  pins text check (pins in ('mail', 'later')),  -- how cards that have none get their PIN
  undoes uuid,                    -- the run whose work this one takes back
  undone_by uuid,
  actor_id uuid,                  -- no foreign key: the run outlives whoever asked
  actor_name text not null check (length(actor_name) <= 260),
  units_of uuid,                  -- the unit administrator whose people's keys alone it may touch
  total integer not null,
  seen integer not null default 0,
  succeeded integer not null default 0,
  started_at timestamptz not null,
  touched_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (workspace_id, id)
);
create index key_runs_unfinished on key_runs (touched_at) where finished_at is null;
call guard_tenant('key_runs');

create table key_run_rows (
  workspace_id uuid not null,
  run_id uuid not null,
  key_id uuid not null,           -- no foreign key: a deleted key keeps its result
  name text check (length(name) <= 100),    -- as they were, for a deleted key has none
  owner text check (length(owner) <= 260),
  done boolean,                   -- null until the row's turn
  reason text check (length(reason) <= 40),
  acted_at timestamptz,           -- what the act wrote, so that an undo leaves later changes alone
  was jsonb,                      -- the fields before, for an undo
  primary key (workspace_id, run_id, key_id),
  foreign key (workspace_id, run_id) references key_runs on delete cascade
);
create index key_run_rows_waiting on key_run_rows (workspace_id, run_id, key_id) where done is null;
call guard_tenant('key_run_rows');

-- A unit administrator sees the own runs.
create policy own_runs on key_runs to claviger_unit
  using (workspace_id = current_setting('app.workspace')::uuid and actor_id = current_setting('app.administrator')::uuid);
create policy own_runs on key_run_rows to claviger_unit
  using (
    workspace_id = current_setting('app.workspace')::uuid
    and exists (select from key_runs r where r.workspace_id = key_run_rows.workspace_id and r.id = key_run_rows.run_id)
  );
