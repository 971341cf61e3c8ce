-- room: ground
-- While this table has a row, the console is read-only in all workspaces. It belongs to no workspace.
create table maintenance (
  one boolean primary key default true check (one),
  message text not null check (length(message) <= 500),
  started_by text not null check (length(started_by) <= 260),
  started_at timestamptz not null
);
