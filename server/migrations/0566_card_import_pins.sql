-- room: keys/card-import
-- Random PINs of imported cards, stored until the server shows them once
create table card_import_pins (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,  -- of the key
  work_id uuid not null,
  row integer not null,
  set_at timestamptz not null,  -- equals the key's pin_set_at until its PIN changes
  sealed bytea not null check (length(sealed) <= 200),
  primary key (workspace_id, id),
  foreign key (workspace_id, id) references security_keys (workspace_id, id) on delete cascade,
  foreign key (workspace_id, work_id) references works on delete cascade
);
create index card_import_pins_of_work on card_import_pins (workspace_id, work_id, row);
call guard_tenant('card_import_pins');

-- Unit administrators see the PINs of their own imports, and of jobs that follow them.
create policy own_works on card_import_pins to claviger_unit
  using (
    workspace_id = current_setting('app.workspace')::uuid
    and exists (select from works w where w.workspace_id = card_import_pins.workspace_id and w.id = card_import_pins.work_id)
  );
