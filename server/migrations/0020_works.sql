-- room: work/works
-- Work that takes longer than a call: acts on many, files on their way in, and what takes them back.
create table works (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  kind text not null check (length(kind) <= 40),
  state text not null check (state in ('uploading', 'staged', 'reviewing', 'reviewed', 'running', 'done', 'stopped')),
  parameters jsonb not null,              -- what exactly is to be done, as its kind knows it
  name text check (length(name) <= 200),   -- of the file, or of what the act is about
  file jsonb,                              -- encoding, delimiter, headers, and the field of each column
  total integer not null default 0,
  processed integer not null default 0,         -- rows that had their turn
  last_row integer not null default 0,
  counts jsonb not null,                   -- rows by outcome
  follows uuid,                            -- the work that this one takes back, tries again or goes on with
  undoes uuid,                             -- the same, where it takes it back
  undone_by uuid,
  actor_id uuid,                           -- no foreign key: the work outlives whoever asked
  actor_name text not null check (length(actor_name) <= 260),
  units_of uuid,                           -- the unit administrator whose people alone it may touch
  for_actor uuid,                          -- whose work it follows, who sees it too
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  failures integer not null default 0,    -- since the last slice; who finds too many gives it up
  touched_at timestamptz not null default now(),  -- the last slice; of the database's clock, so that stalled work is found
  primary key (workspace_id, id)
);
create index works_unfinished on works (touched_at) where state in ('reviewing', 'running');
create index works_of_kind on works (workspace_id, kind, created_at, id);
create index works_following on works (workspace_id, follows) where follows is not null;
call guard_tenant('works');

-- Read in their order and gone through once by a cursor, so that no index knows which of them wait.
create table work_rows (
  workspace_id uuid not null,
  work_id uuid not null,
  row integer not null,           -- of a file as a spreadsheet counts: the header is row 1
  subject uuid,                   -- no foreign key: who is gone keeps the result, as does a made-up id
  cells jsonb,
  sealed bytea,                   -- the cells where they are secret: who copies the database cannot copy badges
  broken text check (length(broken) <= 400),
  outcome text check (length(outcome) <= 20),  -- null until the row's turn
  reason text check (length(reason) <= 40),
  told text check (length(told) <= 20000),     -- what will happen, or why it cannot: texts to be said in the reader's language
  named text check (length(named) <= 260),
  facts jsonb,                    -- what the review found, or what the kind must know later
  was jsonb,                      -- what stood before, for an undo
  acted_at timestamptz,           -- what the act wrote, so that an undo leaves later changes alone
  primary key (workspace_id, work_id, row),
  foreign key (workspace_id, work_id) references works on delete cascade
) with (fillfactor = 40);  -- each row is written to once more; with room beside it no index is touched
call guard_tenant('work_rows');

-- A unit administrator sees the own work, and what takes it back.
create policy own_works on works to claviger_unit
  using (workspace_id = current_setting('app.workspace')::uuid
    and current_setting('app.administrator')::uuid in (actor_id, for_actor));
create policy own_works on work_rows to claviger_unit
  using (
    workspace_id = current_setting('app.workspace')::uuid
    and exists (select from works w where w.workspace_id = work_rows.workspace_id and w.id = work_rows.work_id)
  );
