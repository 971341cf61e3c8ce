-- room: access/workspace-deletion
-- Workspaces that are scheduled for deletion or reset. They are disabled during the grace period.
create table workspace_deletions (
  workspace_id uuid primary key references workspaces on delete cascade,
  asked_by text not null check (length(asked_by) <= 260),
  asked_at timestamptz not null,
  ends_at timestamptz not null,
  status_before smallint not null check (status_before in (0, 1, 2)),  -- restored on cancellation
  -- After the grace period, a job deletes or resets the workspace in short slices. Once begun_at is set, the deletion
  -- or reset can't be canceled.
  kind smallint not null default 1 check (kind in (1, 2)),  -- 1 deletion, 2 reset
  begun_at timestamptz,
  deleted bigint not null default 0
);
create index workspace_deletions_end on workspace_deletions (ends_at);
call guard_tenant('workspace_deletions');
