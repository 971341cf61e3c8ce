-- room: people/user-import
-- An import that is taken back: whom it created goes to the bin, whom it changed gets the former values.
create table import_undos (
  workspace_id uuid not null,
  import_id uuid not null,
  actor_id uuid,                    -- no foreign key: the result outlives whoever asked
  actor_name text not null check (length(actor_name) <= 260),
  units_of uuid,
  seen integer not null default 0,  -- rows of the import that it has gone through
  last_row integer not null default 0,
  removed integer not null default 0,
  set_back integer not null default 0,
  stayed integer not null default 0,
  started_at timestamptz not null,
  finished_at timestamptz,
  touched_at timestamptz not null default now(),
  primary key (workspace_id, import_id),
  foreign key (workspace_id, import_id) references user_imports on delete cascade
);
create index import_undos_unfinished on import_undos (touched_at) where finished_at is null;
call guard_tenant('import_undos');
create policy own_imports on import_undos to claviger_unit
  using (
    workspace_id = current_setting('app.workspace')::uuid
    and exists (select from user_imports i where i.workspace_id = import_undos.workspace_id and i.id = import_undos.import_id)
  );

alter table import_rows
  add column was jsonb,             -- what the columns held that the import has changed
  add column undone text check (undone in ('removed', 'set-back', 'stayed')),
  add column stayed_for text check (length(stayed_for) <= 40);  -- why
