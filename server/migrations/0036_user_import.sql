-- room: people/user-import
-- The user field that the last import chose for a column with this header.
create table import_mappings (
  workspace_id uuid not null references workspaces on delete cascade,
  header text not null check (length(header) <= 100),
  field text not null check (length(field) <= 200),
  primary key (workspace_id, header)
);
call guard_tenant('import_mappings');

create policy seen_by_all on import_mappings to claviger_unit
  using (workspace_id = current_setting('app.workspace')::uuid);
