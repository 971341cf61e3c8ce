-- room: decide/decisions
-- Counts of allowed uses that report-only policies would have refused. Each use adds a row, so that uses never wait for
-- each other's locks. The cleanup merges the rows of a policy and day, and deletes rows after 60 days.
create table policy_reports (
  workspace_id uuid not null references workspaces on delete cascade,
  id bigint not null generated always as identity,
  policy_id uuid not null,  -- no foreign key: a use does not wait for a change of the policy
  day date not null,        -- in UTC
  refusals bigint not null check (refusals > 0),
  primary key (workspace_id, id)
);
create index policy_reports_of_policy on policy_reports (workspace_id, policy_id, day) include (refusals);
call guard_tenant('policy_reports');
