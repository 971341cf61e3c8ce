-- room: keys/reader-settings
-- Number format of a workspace's card readers, used when a request doesn't state the format of the card.
create table reader_settings (
  workspace_id uuid primary key references workspaces on delete cascade,
  format text not null check (format in ('none', 'dec', 'hex')),  -- none: detected from the number
  reversed boolean not null,      -- the reader sends the bytes in reverse order
  dropped smallint not null check (dropped between 0 and 10),     -- leading digits to remove: a facility code
  changed_at timestamptz not null
);
call guard_tenant('reader_settings');
-- Unit administrators need the format to assign cards to users, but can't change it.
create policy own_workspace_seen on reader_settings for select to claviger_unit
  using (workspace_id = current_setting('app.workspace')::uuid);
