-- room: governance/partner-panel
-- Which active keys the workspace's partner suspends first, as the workspace decides. Without a row: those unused for longest.
create table partner_rules (
  workspace_id uuid primary key references workspaces on delete cascade,
  disables_first text not null check (disables_first in ('idle', 'newest'))
);
call guard_tenant('partner_rules');
