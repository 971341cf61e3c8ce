-- room: apps/attempts
-- The latest protocol requests of each application, and those that named no application of this workspace (null): what
-- was requested, the result, and the reason. The content is encrypted and contains no credentials, codes, or tokens.
create table application_attempts (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,  -- IDs sort by the time of their creation
  application_id uuid,
  at timestamptz not null,
  sealed bytea not null check (length(sealed) <= 20000),
  primary key (workspace_id, id),
  foreign key (workspace_id, application_id) references applications on delete cascade
);
create index application_attempts_of_application on application_attempts (workspace_id, application_id, id);
create index application_attempts_by_time on application_attempts (at);
call guard_tenant('application_attempts');
