-- room: keys/card-import
-- An import of cards that is taken back: its keys are deleted, those that waited for their card wait again.
create table card_import_undos (
  workspace_id uuid not null,
  import_id uuid not null,
  actor_id uuid,                    -- no foreign key: the result outlives whoever asked
  actor_name text not null check (length(actor_name) <= 260),
  units_of uuid,
  seen integer not null default 0,  -- rows of the import that it has gone through
  last_row integer not null default 0,
  removed integer not null default 0,
  emptied integer not null default 0,
  stayed integer not null default 0,
  started_at timestamptz not null,
  finished_at timestamptz,
  touched_at timestamptz not null default now(),
  primary key (workspace_id, import_id),
  foreign key (workspace_id, import_id) references card_imports on delete cascade
);
create index card_import_undos_unfinished on card_import_undos (touched_at) where finished_at is null;
call guard_tenant('card_import_undos');
create policy own_imports on card_import_undos to claviger_unit
  using (
    workspace_id = current_setting('app.workspace')::uuid
    and exists (select from card_imports i where i.workspace_id = card_import_undos.workspace_id and i.id = card_import_undos.import_id)
  );

alter table card_import_rows
  add column undone text check (undone in ('removed', 'emptied', 'stayed')),
  add column stayed_for text check (length(stayed_for) <= 40);  -- why
