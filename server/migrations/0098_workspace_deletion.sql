-- room: access/workspace-deletion
-- Workspaces whose owner has asked for their end; they are disabled meanwhile.
create table workspace_deletions (
  workspace_id uuid primary key references workspaces on delete cascade,
  asked_by text not null check (length(asked_by) <= 260),
  asked_at timestamptz not null,
  ends_at timestamptz not null,
  status_before smallint not null check (status_before in (0, 1, 2))  -- comes back when the owner keeps the workspace
);
create index workspace_deletions_end on workspace_deletions (ends_at);
call guard_tenant('workspace_deletions');
