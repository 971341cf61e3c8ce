-- room: decide/evaluator
-- What all policies and lists of a workspace are together. Whoever changes one raises the version, in the same transaction:
-- a use reads it beside the key, so a change is in force everywhere with its commit. No row: no policy was ever made, all is allowed.
create table policy_sets (
  workspace_id uuid primary key references workspaces on delete cascade,
  version bigint not null default 1 check (version >= 1),
  default_action smallint not null default 1 check (default_action in (0, 1)),
  -- Sites at which an owner must always be able to use a key, besides our own
  vital_sites text[] not null default '{}' check (cardinality(vital_sites) <= 20)
);
call guard_tenant('policy_sets');
