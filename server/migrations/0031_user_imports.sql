-- room: people/user-import
-- A file of users on its way in, or of users to be deleted: staged, reviewed, done.
create table user_imports (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('users', 'delete')),
  file_name text not null check (length(file_name) <= 200),
  state text not null check (state in ('uploading', 'staged', 'reviewing', 'reviewed', 'running', 'done')),
  encoding text not null check (length(encoding) <= 20),
  delimiter text not null check (length(delimiter) <= 2),
  headers text[] not null,
  mapping text[] not null,          -- the field of each column, '' for none
  total integer not null default 0, -- rows of the file
  seen integer not null default 0,  -- rows that the review, then the run, has gone through
  last_row integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  run_id uuid,                      -- deletions are a bulk run, so that they can be taken back
  actor_id uuid,
  actor_name text not null check (length(actor_name) <= 260),
  units_of uuid,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  touched_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index user_imports_unfinished on user_imports (touched_at) where state in ('reviewing', 'running');
call guard_tenant('user_imports');

create table import_rows (
  workspace_id uuid not null,
  import_id uuid not null,
  row integer not null,             -- as a spreadsheet counts: the header is row 1
  cells jsonb not null,
  broken text check (length(broken) <= 400),
  outcome text check (outcome in ('new', 'update', 'same', 'refused')),
  result text check (length(result) <= 20),   -- success, duplicate, no-access, unknown, broken
  told text check (length(told) <= 20000),    -- what will happen, or why it cannot: texts to be said in the reader's language
  person_id uuid,
  fields jsonb,
  primary key (workspace_id, import_id, row),
  foreign key (workspace_id, import_id) references user_imports on delete cascade
) with (fillfactor = 40);  -- the review writes to each row once more; with room beside it no index is touched
call guard_tenant('import_rows');

-- What a column of that name meant the last time.
create table import_mappings (
  workspace_id uuid not null references workspaces on delete cascade,
  header text not null check (length(header) <= 100),
  field text not null check (length(field) <= 40),
  primary key (workspace_id, header)
);
call guard_tenant('import_mappings');

-- A unit administrator sees the own imports.
create policy own_imports on user_imports to claviger_unit
  using (workspace_id = current_setting('app.workspace')::uuid and actor_id = current_setting('app.administrator')::uuid);
create policy own_imports on import_rows to claviger_unit
  using (
    workspace_id = current_setting('app.workspace')::uuid
    and exists (select from user_imports i where i.workspace_id = import_rows.workspace_id and i.id = import_rows.import_id)
  );
create policy seen_by_all on import_mappings to claviger_unit
  using (workspace_id = current_setting('app.workspace')::uuid);
