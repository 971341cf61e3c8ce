-- room: apps/pictures
-- Icons of applications, stored in display size. The URL of an icon contains the digest of its bytes, so only a client
-- that got the URL from the server can request it.
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
-- Unit administrators open applications as users do, so they can read all icons of the workspace
create policy seen_by_all on application_pictures for select to claviger_unit
  using (workspace_id = current_setting('app.workspace')::uuid);
