-- room: decide/decisions
-- How often report-only policies would have refused a use that was allowed. Each such use adds a row, so that no use waits for
-- another; the sweep adds them up, and forgets what nobody is told any more.
create table policy_reports (
  workspace_id uuid not null references workspaces on delete cascade,
  id bigint not null generated always as identity,
  policy_id uuid not null,  -- no foreign key: a use does not wait for whoever changes the policy
  day date not null,        -- in UTC
  refusals bigint not null check (refusals > 0),
  primary key (workspace_id, id)
);
create index policy_reports_of_policy on policy_reports (workspace_id, policy_id, day) include (refusals);
call guard_tenant('policy_reports');
