-- room: decide/evaluator
-- Version and default of all policies and lists of a workspace together. A transaction that changes a policy or list
-- also raises the version. Each use of a key reads the version, so a change takes effect everywhere when it commits. No
-- row: the workspace never had a policy, and everything is allowed.
create table policy_sets (
  workspace_id uuid primary key references workspaces on delete cascade,
  version bigint not null default 1 check (version >= 1),
  default_action smallint not null default 1 check (default_action in (0, 1)),
  -- Sites where, as at our own, policies must leave at least one owner able to use a key
  vital_sites text[] not null default '{}' check (cardinality(vital_sites) <= 20)
);
call guard_tenant('policy_sets');
