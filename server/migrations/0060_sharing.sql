-- room: keys/sharing
-- Accounts that other users can open with their own card: kiosks, ward computers, generic accounts.
create table shares (
  workspace_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  person_id uuid,
  group_id uuid,
  made_by uuid,                   -- no foreign key: the share remains if its creator is deleted
  made_by_name text not null check (length(made_by_name) <= 260),
  created_at timestamptz not null,
  placed jsonb check (pg_column_size(placed) <= 8000),  -- what the creator held at that time, see 0212_placed.sql
  primary key (workspace_id, id),
  check (num_nonnulls(person_id, group_id) = 1),
  check (account_id <> person_id),
  foreign key (workspace_id, account_id) references users on delete cascade,
  foreign key (workspace_id, person_id) references users on delete cascade,
  foreign key (workspace_id, group_id) references groups on delete cascade
);
create unique index shares_with_person on shares (workspace_id, account_id, person_id) where person_id is not null;
create unique index shares_with_group on shares (workspace_id, account_id, group_id) where group_id is not null;
create index shares_of_person on shares (workspace_id, person_id, account_id) where person_id is not null;
create index shares_of_group on shares (workspace_id, group_id, account_id) where group_id is not null;
create index shares_by_time on shares (workspace_id, created_at, id);
call guard_tenant('shares');

-- The account that a user's card opens if the user is not asked to choose one.
create table default_accounts (
  workspace_id uuid not null,
  user_id uuid not null,
  account_id uuid not null,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users on delete cascade,
  foreign key (workspace_id, account_id) references users on delete cascade
);
create index default_accounts_of_account on default_accounts (workspace_id, account_id);
call guard_tenant('default_accounts');

-- A unit administrator can share accounts of the administered units with users and groups of these units. Row-level
-- security of unit_members and unit_groups already limits this role to its own units.
create policy own_units on shares to claviger_unit
  using (
    workspace_id = current_setting('app.workspace')::uuid
    and exists (select from unit_members m where m.workspace_id = shares.workspace_id and m.user_id = shares.account_id)
    and (
      exists (select from unit_members m where m.workspace_id = shares.workspace_id and m.user_id = shares.person_id)
      or exists (select from unit_groups g where g.workspace_id = shares.workspace_id and g.group_id = shares.group_id)
    )
  );

-- Whether a share with this group opens this account. The account of a user who has or can get a role is opened only
-- through an internal group (type 1) without rules, because administrators add each of its members by hand.
create function opens_by_group(team uuid, account uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select exists (
      select from groups g
      where g.workspace_id = current_setting('app.workspace')::uuid and g.id = team and g.type = 1
        and not exists (select from group_rules r where r.workspace_id = g.workspace_id and r.group_id = g.id)
    ) or not has_rank(current_setting('app.workspace')::uuid, account)
  $$;
alter function opens_by_group owner to claviger_super;

-- Accounts that are shared with these groups. An administrator who adds a user to a group gives this user access to
-- them, so the server checks the roles of these accounts first. The function bypasses row-level security, because the
-- check must also cover shares and accounts that a unit administrator can't see.
create function accounts_shared_with(groups uuid[]) returns table (team uuid, account uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select group_id, account_id from shares
    where workspace_id = current_setting('app.workspace')::uuid and group_id = any (groups)
  $$;
alter function accounts_shared_with owner to claviger_super;
