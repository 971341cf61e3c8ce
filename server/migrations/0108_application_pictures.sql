-- room: apps/pictures
-- What an application is known by at a glance, small as it is shown. Its address names the bytes, so whoever has not been
-- shown it cannot ask for it.
create table application_pictures (
  workspace_id uuid not null,
  application_id uuid not null,
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null check (length(bytes) between 1 and 65536),
  digest text not null check (length(digest) = 22),
  primary key (workspace_id, application_id),
  foreign key (workspace_id, application_id) references applications on delete cascade
);
create index application_pictures_digest on application_pictures (workspace_id, digest);
call guard_tenant('application_pictures');
-- Administrators of units open applications as well
create policy seen_by_all on application_pictures for select to claviger_unit
  using (workspace_id = current_setting('app.workspace')::uuid);
