-- room: work/works
-- Long-running jobs: bulk actions, imports of files, and the undo of either.
create table works (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  kind text not null check (length(kind) <= 40),
  state text not null check (state in ('uploading', 'staged', 'reviewing', 'reviewed', 'running', 'done', 'stopped')),
  parameters jsonb not null,              -- defined by the job kind
  name text check (length(name) <= 200),   -- of the file, or of the object of a bulk action
  file jsonb,                              -- encoding, delimiter, headers, and the field that each column maps to
  total integer not null default 0,
  processed integer not null default 0,         -- rows that have an outcome
  last_row integer not null default 0,
  counts jsonb not null,                   -- number of rows per outcome
  follows uuid,                            -- the job that this one undoes, retries, or continues
  undoes uuid,                             -- equals follows if this job is an undo
  undone_by uuid,
  actor_id uuid,                           -- no foreign key: the job outlives its actor
  actor_name text not null check (length(actor_name) <= 260),
  units_of uuid,                           -- limits the job to the users of this unit administrator
  for_actor uuid,                          -- actor of the followed job, who can see this one too
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  failures integer not null default 0,    -- consecutive, reset by each slice; the server gives up after too many
  -- Last slice or failure. Uses the database's clock, which all servers share, so that stalled jobs are found reliably
  touched_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index works_unfinished on works (touched_at) where state in ('reviewing', 'running');
create index works_of_kind on works (workspace_id, kind, created_at, id);
create index works_following on works (workspace_id, follows) where follows is not null;
call guard_tenant('works');

-- Each pass of a job reads the rows in the order of the primary key and stores its position in works.last_row, so no
-- index of pending rows is needed.
create table work_rows (
  workspace_id uuid not null,
  work_id uuid not null,
  row integer not null,           -- files are numbered like in a spreadsheet: the header is row 1
  -- No foreign key: the result outlives the subject, and an ID from a request can be invalid
  subject uuid,
  cells jsonb,
  sealed bytea,                   -- encrypted cells: a copy of the database must not reveal card numbers
  broken text check (length(broken) <= 400),
  outcome text check (length(outcome) <= 20),  -- null until the row is processed
  reason text check (length(reason) <= 40),
  -- What will happen, or why it can't. Stored as deferred text, which is translated when a user reads it
  told text check (length(told) <= 20000),
  named text check (length(named) <= 260),
  facts jsonb,                    -- findings of the review, or data that the job kind needs later
  was jsonb,                      -- previous values, for an undo
  acted_at timestamptz,           -- timestamp that the job wrote to the subject; an undo skips subjects changed later
  primary key (workspace_id, work_id, row),
  foreign key (workspace_id, work_id) references works on delete cascade
  -- Each row is updated after its insert: free space on the page allows HOT updates, which write to no index
) with (fillfactor = 40);
call guard_tenant('work_rows');

-- Unit administrators see their own jobs, and jobs that follow them, for example an undo.
create policy own_works on works to claviger_unit
  using (workspace_id = current_setting('app.workspace')::uuid
    and current_setting('app.administrator')::uuid in (actor_id, for_actor));
create policy own_works on work_rows to claviger_unit
  using (
    workspace_id = current_setting('app.workspace')::uuid
    and exists (select from works w where w.workspace_id = work_rows.workspace_id and w.id = work_rows.work_id)
  );
