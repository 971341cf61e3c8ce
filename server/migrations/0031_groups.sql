-- room: people/groups
create table groups (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  description text not null default '' check (length(description) <= 500),
  -- 0 everyone, 1 internal, 7 external (set only by directory sync)
  type smallint not null default 1 check (type in (0, 1, 7)),
  created_at timestamptz not null default now(),
  ended_at timestamptz,           -- see 0046_ended_groups.sql
  -- The directory it comes from; no foreign key: an ended group can outlive the directory
  source_id uuid,
  primary key (workspace_id, id)
);
create index groups_everyone on groups (workspace_id) where type = 0;
-- The source is part of the key because two directories can each have a group of the same name
create unique index groups_name on groups
  (workspace_id, lower(name), coalesce(source_id, '00000000-0000-0000-0000-000000000000'::uuid)) where ended_at is null;
call guard_tenant('groups');

create table group_members (
  workspace_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  primary key (workspace_id, group_id, user_id),
  foreign key (workspace_id, group_id) references groups on delete cascade,
  foreign key (workspace_id, user_id) references users on delete cascade
);
create index group_members_of_user on group_members (workspace_id, user_id, group_id);
call guard_tenant('group_members', people => false);

create table group_rules (
  workspace_id uuid not null,
  group_id uuid not null,
  match text not null check (match in ('all', 'any')),
  conditions jsonb not null check (jsonb_array_length(conditions) between 1 and 20),
  applied_at timestamptz,         -- null until the rule has set the members
  primary key (workspace_id, group_id),
  foreign key (workspace_id, group_id) references groups on delete cascade
);
create index group_rules_waiting on group_rules (workspace_id, group_id) where applied_at is null;
call guard_tenant('group_rules');
create policy own_groups on group_rules for select to claviger_unit
  using (
    workspace_id = current_setting('app.workspace')::uuid
    and exists (select from groups g where g.workspace_id = group_rules.workspace_id and g.id = group_rules.group_id)
  );

-- Queue of users that the group rules must evaluate again.
create table group_rule_changes (
  workspace_id uuid not null,
  user_id uuid not null,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users on delete cascade
);
call guard_tenant('group_rule_changes', people => false);

-- Triggers fill the queue, so that no code that changes a user can forget to.
create function note_users_added() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    insert into group_rule_changes (workspace_id, user_id)
      select a.workspace_id, a.id from added a
      where exists (select from group_rules r where r.workspace_id = a.workspace_id)
      on conflict do nothing;
    return null;
end $$;
alter function note_users_added owner to claviger_super;
create trigger users_noted_for_rules after insert on users
  referencing new table as added for each statement execute function note_users_added();

create function note_user_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    if exists (select from group_rules r where r.workspace_id = new.workspace_id) then
      insert into group_rule_changes (workspace_id, user_id) values (new.workspace_id, new.id) on conflict do nothing;
    end if;
    return null;
end $$;
alter function note_user_changed owner to claviger_super;
create trigger users_changed_for_rules after update of
  user_id, employee_id, first_name, last_name, email, phone_country, phone_number,
  scim_attribute_1, scim_attribute_2, scim_attribute_3, scim_attribute_4, scim_attribute_5, deleted_at on users
  for each row when (
    old.search is distinct from new.search
    or (old.email, old.scim_attribute_1, old.scim_attribute_2, old.scim_attribute_3, old.scim_attribute_4, old.scim_attribute_5, old.deleted_at)
      is distinct from (new.email, new.scim_attribute_1, new.scim_attribute_2, new.scim_attribute_3, new.scim_attribute_4, new.scim_attribute_5, new.deleted_at)
  ) execute function note_user_changed();
