-- room: keys/token-policies
-- Templates for the settings of new keys. Their settings are never changed: a new template replaces the old one
-- (decision G38).
create table token_policies (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  is_default boolean not null default false,
  -- 1 always, 2 when locked, 4 PIN (decision G35)
  phone_verification smallint not null check (phone_verification in (1, 2, 4)),
  card_verification smallint not null check (card_verification in (3, 4)),       -- 3 no PIN, 4 PIN
  credential_storage smallint not null check (credential_storage in (1, 2, 3)),
  proximity boolean not null,
  audit boolean not null,
  offline boolean not null,
  remembered_pin_hours smallint not null check (remembered_pin_hours between 0 and 720),
  made_by text not null check (length(made_by) <= 260),
  created_at timestamptz not null,
  primary key (workspace_id, id)
);
create unique index token_policies_name on token_policies (workspace_id, lower(name));
create unique index token_policies_default on token_policies (workspace_id) where is_default;
call guard_tenant('token_policies');
-- Unit administrators can assign keys with these templates, but can't change them.
create policy own_workspace_seen on token_policies for select to claviger_unit
  using (workspace_id = current_setting('app.workspace')::uuid);

-- Users whose keys follow an assigned template instead of the default.
create table user_token_policies (
  workspace_id uuid not null,
  user_id uuid not null,
  policy_id uuid not null,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users on delete cascade,
  foreign key (workspace_id, policy_id) references token_policies on delete cascade
);
create index user_token_policies_of_policy on user_token_policies (workspace_id, policy_id);
call guard_tenant('user_token_policies');
