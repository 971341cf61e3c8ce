-- room: governance/partner-panel
-- The workspace decides which active keys its partner suspends first: those unused for longest ('idle', also without a
-- row) or those added last ('newest').
create table partner_rules (
  workspace_id uuid primary key references workspaces on delete cascade,
  disables_first text not null check (disables_first in ('idle', 'newest'))
);
call guard_tenant('partner_rules');
