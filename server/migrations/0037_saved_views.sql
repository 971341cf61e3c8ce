-- room: people/saved-views
-- Search, filters, and sort order that an administrator saved for a list. Each administrator sees only their own views.
create table saved_views (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  owner_id uuid not null,
  list text not null check (length(list) <= 40),
  name text not null check (length(name) between 1 and 60),
  query text not null check (length(query) <= 2000),
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, owner_id) references users on delete cascade,
  constraint saved_views_name unique (workspace_id, owner_id, list, name)
);
call guard_tenant('saved_views');
create policy own_views on saved_views to claviger_unit
  using (workspace_id = current_setting('app.workspace')::uuid and owner_id = current_setting('app.administrator')::uuid);
