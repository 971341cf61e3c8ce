-- room: keys/sharing
-- An account that other people open with their own badge: kiosks, ward computers, generic logins.
create table shares (
  workspace_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  person_id uuid,
  group_id uuid,
  made_by uuid,                   -- no foreign key: the share outlives whoever made it
  made_by_name text not null check (length(made_by_name) <= 260),
  created_at timestamptz not null,
  placed jsonb check (pg_column_size(placed) <= 8000),  -- by whom, see 0212_placed.sql
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

-- Which account a person's badge opens when nobody is asked.
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

-- A unit administrator shares accounts of the units with people and groups of the units; unit_members and unit_groups
-- show this role its own only.
create policy own_units on shares to claviger_unit
  using (
    workspace_id = current_setting('app.workspace')::uuid
    and exists (select from unit_members m where m.workspace_id = shares.workspace_id and m.user_id = shares.account_id)
    and (
      exists (select from unit_members m where m.workspace_id = shares.workspace_id and m.user_id = shares.person_id)
      or exists (select from unit_groups g where g.workspace_id = shares.workspace_id and g.group_id = shares.group_id)
    )
  );

-- Does sharing with this group open this account? Of somebody of rank only where every member was put there by hand.
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

-- Accounts that members of these groups may open: whoever lets somebody join opens them to that one, also where a unit
-- administrator sees neither.
create function accounts_shared_with(groups uuid[]) returns table (team uuid, account uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select group_id, account_id from shares
    where workspace_id = current_setting('app.workspace')::uuid and group_id = any (groups)
  $$;
alter function accounts_shared_with owner to claviger_super;
