-- room: rules/policies
-- The groups that a policy names, so that the list of groups can count their policies by index
create table policy_groups (
  workspace_id uuid not null references workspaces on delete cascade,
  policy_id uuid not null,
  group_id uuid not null,  -- no foreign key: a policy keeps the ID of a deleted group, which can be restored
  primary key (workspace_id, policy_id, group_id),
  foreign key (workspace_id, policy_id) references policies on delete cascade
);
create index policy_groups_of_group on policy_groups (workspace_id, group_id);
call guard_tenant('policy_groups');
-- Unit administrators see the same counts in their list of groups
create policy own_workspace_seen on policy_groups for select to claviger_unit
  using (workspace_id = current_setting('app.workspace')::uuid);
