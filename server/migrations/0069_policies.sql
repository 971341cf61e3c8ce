-- room: rules/policies
-- Who may use which key, where and when. The first by priority that meets somebody decides, else the default of the set.
create table policies (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  priority integer not null check (priority between 1 and 1000000),
  action smallint not null check (action in (0, 1)),   -- 0 block, 1 allow
  state smallint not null check (state in (0, 1, 2)),  -- 0 off, 1 report only, 2 on
  content jsonb not null,                              -- all that was written, as the contract's PolicyContent
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
-- Policies in force that ask for the time. They decide otherwise when one of their times begins or ends, without any change
-- that a trigger sees, so each minute these few are looked at.
create index policies_timed on policies (workspace_id)
  where state = 2 and content -> 'timeLimits' <> '{"spans": [], "lists": []}'::jsonb;
call guard_tenant('policies');

-- Which lists a policy names: one in use cannot be deleted.
create table policy_lists (
  -- Of its own accord, so that with a workspace they go before its lists are asked for
  workspace_id uuid not null references workspaces on delete cascade,
  policy_id uuid not null,
  list_id uuid not null,
  primary key (workspace_id, policy_id, list_id),
  foreign key (workspace_id, policy_id) references policies on delete cascade,
  constraint policy_lists_list foreign key (workspace_id, list_id) references named_lists
);
create index policy_lists_of_list on policy_lists (workspace_id, list_id);
call guard_tenant('policy_lists');

-- Every version, also of policies that are gone.
create table policy_versions (
  workspace_id uuid not null references workspaces on delete cascade,
  policy_id uuid not null,
  version integer not null,
  at timestamptz not null,
  by_id uuid,
  by_name text not null check (length(by_name) <= 260),
  set_version bigint not null,  -- of all policies and lists together, since which it holds
  content jsonb,                -- null: deleted
  primary key (workspace_id, policy_id, version)
);
call guard_tenant('policy_versions');
