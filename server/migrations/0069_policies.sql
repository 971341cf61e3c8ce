-- room: rules/policies
-- Access policies: who can use which key, where, and when. The matching policy with the lowest priority number decides.
-- If no policy matches, the default of the workspace's set of policies decides.
create table policies (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  priority integer not null check (priority between 1 and 1000000),
  action smallint not null check (action in (0, 1)),   -- 0 block, 1 allow
  state smallint not null check (state in (0, 1, 2)),  -- 0 off, 1 report only, 2 on
  content jsonb not null,                              -- the whole policy, in the shape of the contract's PolicyContent
  version integer not null default 1 check (version >= 1),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  changed_by text not null check (length(changed_by) <= 260),
  search text not null generated always as (plain(name || ' ' || (content ->> 'description'))) stored,
  primary key (workspace_id, id),
  constraint policies_priority unique (workspace_id, priority) deferrable initially immediate
);
create unique index policies_name on policies (workspace_id, lower(name));
create index policies_by_time on policies (workspace_id, changed_at, id);
-- Policies that are on and have time limits. Their decisions change when a time span begins or ends. No row changes
-- then, so no trigger fires; a job that runs every minute checks these policies instead.
create index policies_timed on policies (workspace_id)
  where state = 2 and content -> 'timeLimits' <> '{"spans": [], "lists": []}'::jsonb;
call guard_tenant('policies');

-- Named lists that a policy uses. The foreign key prevents the deletion of a list in use.
create table policy_lists (
  -- References workspaces directly, so that deleting a workspace deletes these rows before PostgreSQL checks the
  -- foreign key to named_lists
  workspace_id uuid not null references workspaces on delete cascade,
  policy_id uuid not null,
  list_id uuid not null,
  primary key (workspace_id, policy_id, list_id),
  foreign key (workspace_id, policy_id) references policies on delete cascade,
  constraint policy_lists_list foreign key (workspace_id, list_id) references named_lists
);
create index policy_lists_of_list on policy_lists (workspace_id, list_id);
call guard_tenant('policy_lists');

-- Every version of every policy, including deleted policies.
create table policy_versions (
  workspace_id uuid not null references workspaces on delete cascade,
  policy_id uuid not null,
  version integer not null,
  at timestamptz not null,
  by_id uuid,
  by_name text not null check (length(by_name) <= 260),
  set_version bigint not null,  -- version of the set of all policies and lists from which this version applies
  content jsonb,                -- null: deleted
  primary key (workspace_id, policy_id, version)
);
call guard_tenant('policy_versions');
