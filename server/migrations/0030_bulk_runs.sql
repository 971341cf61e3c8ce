-- room: people/bulk-runs
-- One act on many users: who asked for what, and how far it has come.
create table bulk_runs (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  act text not null check (length(act) <= 40),
  target_id uuid,                 -- the group or unit that users are put into
  target_name text check (length(target_name) <= 100),
  undoes uuid,                    -- the run whose work this one takes back
  undone_by uuid,
  actor_id uuid,                  -- no foreign key: the run outlives whoever asked
  actor_name text not null check (length(actor_name) <= 260),
  units_of uuid,                  -- the unit administrator whose people alone it may touch
  total integer not null,
  seen integer not null default 0,
  succeeded integer not null default 0,
  started_at timestamptz not null,
  touched_at timestamptz not null default now(),  -- the last batch; of the database's clock, so that a stalled run is found
  finished_at timestamptz,
  primary key (workspace_id, id)
);
create index bulk_runs_unfinished on bulk_runs (touched_at) where finished_at is null;
call guard_tenant('bulk_runs');

create table bulk_run_rows (
  workspace_id uuid not null,
  run_id uuid not null,
  person_id uuid not null,        -- no foreign key: a user may be purged, the result stays, as does that of a made-up id
  done boolean,                   -- null until the row's turn
  reason text check (length(reason) <= 40),
  acted_at timestamptz,           -- what the act wrote, so that an undo leaves later changes alone
  was_suspended_at timestamptz,
  was_deactivated_at timestamptz,
  primary key (workspace_id, run_id, person_id),
  foreign key (workspace_id, run_id) references bulk_runs on delete cascade
);
create index bulk_run_rows_waiting on bulk_run_rows (workspace_id, run_id, person_id) where done is null;
call guard_tenant('bulk_run_rows');

-- A unit administrator sees the own runs.
create policy own_runs on bulk_runs to claviger_unit
  using (workspace_id = current_setting('app.workspace')::uuid and actor_id = current_setting('app.administrator')::uuid);
create policy own_runs on bulk_run_rows to claviger_unit
  using (
    workspace_id = current_setting('app.workspace')::uuid
    and exists (select from bulk_runs r where r.workspace_id = bulk_run_rows.workspace_id and r.id = bulk_run_rows.run_id)
  );
