-- room: keys/reader-settings
-- How the card readers of a workspace write a number, where nobody says it for the one at hand.
create table reader_settings (
  workspace_id uuid primary key references workspaces on delete cascade,
  format text not null check (format in ('none', 'dec', 'hex')),  -- none: found out from the number
  reversed boolean not null,      -- the bytes come the other way round
  dropped smallint not null check (dropped between 0 and 10),     -- digits of a facility code before the number
  changed_at timestamptz not null
);
call guard_tenant('reader_settings');
-- Whoever looks after the people of units assigns them cards by these, and changes none of them.
create policy own_workspace_seen on reader_settings for select to claviger_unit
  using (workspace_id = current_setting('app.workspace')::uuid);
