-- room: apps/attempts
-- The last requests of each application, and of those that named none that is known here: what was asked, how it ended and
-- why. What was sent is sealed; nothing stands in it by which somebody gets in.
create table application_attempts (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,  -- ids made later sort later
  application_id uuid,
  at timestamptz not null,
  sealed bytea not null check (length(sealed) <= 20000),
  primary key (workspace_id, id),
  foreign key (workspace_id, application_id) references applications on delete cascade
);
create index application_attempts_of_application on application_attempts (workspace_id, application_id, id);
create index application_attempts_by_time on application_attempts (at);
call guard_tenant('application_attempts');
