-- room: access/workspace-deletion
-- A workspace is deleted or reset in short slices after its grace period; `begun_at` says that it can't be canceled any more.
alter table workspace_deletions
  add column kind smallint not null default 1 check (kind in (1, 2)),  -- 1 deletion, 2 reset
  add column begun_at timestamptz,
  add column deleted bigint not null default 0;
