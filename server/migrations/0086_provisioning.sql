-- room: directories/provisioning
-- An application that is told by SCIM 2.0 who is assigned to it.
create table provisioning_targets (
  workspace_id uuid not null,
  id uuid not null,  -- of the application
  active boolean not null default false,
  address text not null check (length(address) <= 2000),
  sealed bytea not null,                -- what we prove ourselves with there, by the key of the workspace
  at_end text not null check (at_end in ('deactivate', 'delete')),
  deletes_found boolean not null,       -- deletes there whom we only found there, too
  groups text not null check (groups in ('none', 'assigned', 'all')),
  mapping jsonb not null check (jsonb_array_length(mapping) between 1 and 50),
  patches boolean not null default true,  -- it takes PATCH; said by its ServiceProviderConfig
  -- People behind this id have yet to be looked at; null: all were
  sweeping uuid default '00000000-0000-0000-0000-000000000000',
  denied_at timestamptz,                -- since then it does not let us in, and nothing is tried
  reason text check (length(reason) <= 40),
  detail text check (length(detail) <= 400),
  failing_since timestamptz,
  tries integer not null default 0,
  next_try_at timestamptz,
  delivered_at timestamptz,
  taken_by uuid,                        -- whoever delivers has it until then
  taken_until timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  changed_by text not null check (length(changed_by) <= 260),
  primary key (workspace_id, id),
  foreign key (workspace_id, id) references applications on delete cascade
);
call guard_tenant('provisioning_targets');

-- What an application was told of a person or group, compared with what it is to be told.
create table provisioning_items (
  workspace_id uuid not null,
  application_id uuid not null,
  what smallint not null check (what in (1, 2)),  -- 1 a person, 2 a group
  local_id uuid not null,                         -- of the person or group, who may be gone by now
  state smallint not null default 0 check (state between 0 and 3),  -- 0 not told yet, 1 told, 2 ended there, 3 refused
  remote_id text check (length(remote_id) between 1 and 500),
  made_here boolean not null default false,       -- it came there from here
  attempted boolean not null default false,       -- it may be there, though we do not know its id
  told bytea,                                     -- hash of what was told last
  told_names text[] not null default '{}',        -- and its names
  due_at timestamptz,                             -- when it is looked at again; null: nothing to do
  mark integer not null default 0,                -- grows with each change here, so that none is missed during a delivery
  tries integer not null default 0,
  reason text check (length(reason) <= 40),
  detail text check (length(detail) <= 400),
  told_at timestamptz,
  seen uuid,                                      -- the comparison that met it there
  primary key (workspace_id, application_id, what, local_id),
  foreign key (workspace_id, application_id) references provisioning_targets on delete cascade
);
create index provisioning_items_due on provisioning_items (workspace_id, application_id, what, due_at) where due_at is not null;
create index provisioning_items_of on provisioning_items (workspace_id, what, local_id);
create index provisioning_items_by_state on provisioning_items (workspace_id, application_id, state, (local_id::text), local_id);
-- Two of ours never stand for one of theirs
create unique index provisioning_items_there on provisioning_items (workspace_id, application_id, what, remote_id) where remote_id is not null;
call guard_tenant('provisioning_items');

-- Who is in which group there, as far as it was put there from here.
create table provisioning_members (
  workspace_id uuid not null,
  application_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  primary key (workspace_id, application_id, group_id, user_id),
  foreign key (workspace_id, application_id) references provisioning_targets on delete cascade
);
create index provisioning_members_of on provisioning_members (workspace_id, application_id, user_id);
call guard_tenant('provisioning_members', people => false);

-- The last comparison with who is there.
create table provisioning_looks (
  workspace_id uuid not null,
  id uuid not null,  -- of the comparison
  application_id uuid not null,
  state text not null check (state in ('reading', 'done', 'failed')),
  phase smallint not null default 1 check (phase between 1 and 4),  -- 1 people, 2 groups, 3 members, 4 who was not met
  place integer not null default 1,       -- of the next page
  done_to uuid,                           -- the last of ours that was looked at, in phases 3 and 4
  people integer not null default 0,      -- read there
  groups integer not null default 0,
  same integer not null default 0,
  missing integer not null default 0,
  differs integer not null default 0,
  strangers integer not null default 0,
  reason text check (length(reason) <= 40),
  detail text check (length(detail) <= 400),
  begun_at timestamptz not null,
  begun_by text not null check (length(begun_by) <= 260),
  ended_at timestamptz,
  primary key (workspace_id, application_id),
  foreign key (workspace_id, application_id) references provisioning_targets on delete cascade
);
call guard_tenant('provisioning_looks');

create table provisioning_differences (
  workspace_id uuid not null,
  application_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('missing', 'differs', 'stranger')),
  what smallint not null check (what in (1, 2)),
  local_id uuid,
  remote_id text check (length(remote_id) <= 500),
  name text not null check (length(name) <= 300),
  fields jsonb not null default '[]' check (length(fields::text) <= 20000),
  primary key (workspace_id, application_id, id),
  foreign key (workspace_id, application_id) references provisioning_looks on delete cascade
);
create index provisioning_differences_by_kind on provisioning_differences (workspace_id, application_id, kind, (id::text), id);
call guard_tenant('provisioning_differences');

-- What has changed and was not yet looked at. Rows are only ever added, so that nobody waits for anybody here.
create table provisioning_changes (
  workspace_id uuid not null,
  place bigint not null generated always as identity,
  what smallint not null check (what in (1, 2, 3)),  -- 1 a person, 2 a group, 3 an application
  subject uuid not null,
  primary key (workspace_id, place)
);
call guard_tenant('provisioning_changes');

-- Does any application of a workspace ask for it? A workspace that is being deleted has none.
create function provisions(workspace uuid) returns boolean language sql stable security definer
  set search_path = public, pg_temp as $$
    select exists (select from provisioning_targets t join workspaces w on w.id = t.workspace_id where t.workspace_id = workspace) $$;
alter function provisions owner to claviger_super;

-- Noted below the features, so that no way of changing a person, a group or an assignment is forgotten. Each workspace is
-- asked about once for a statement, however many rows it changed.
create function note_provisioned_users() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    with here as materialized (select distinct workspace_id from changed),
      asked as materialized (select workspace_id from here where provisions(workspace_id))
    insert into provisioning_changes (workspace_id, what, subject)
      select c.workspace_id, 1, c.id from asked join changed c on c.workspace_id = asked.workspace_id;
    return null;
end $$;
alter function note_provisioned_users owner to claviger_super;
create trigger users_added_for_provisioning after insert on users
  referencing new table as changed for each statement execute function note_provisioned_users();

create function note_provisioned_user() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    if tg_op = 'DELETE' then new := old; end if;
    if provisions(new.workspace_id) then
      insert into provisioning_changes (workspace_id, what, subject) values (new.workspace_id, 1, new.id);
    end if;
    return null;
end $$;
alter function note_provisioned_user owner to claviger_super;
create trigger users_deleted_for_provisioning after delete on users
  for each row execute function note_provisioned_user();
create trigger users_changed_for_provisioning after update of
  user_id, first_name, last_name, email, phone_country, phone_number, suspended_at, deactivated_at, deleted_at,
  scim_attribute_1, scim_attribute_2, scim_attribute_3, scim_attribute_4, scim_attribute_5 on users
  for each row when (
    (old.user_id, old.first_name, old.last_name, old.email, old.phone_country, old.phone_number, old.suspended_at is null,
      old.deactivated_at is null, old.deleted_at is null, old.scim_attribute_1, old.scim_attribute_2, old.scim_attribute_3,
      old.scim_attribute_4, old.scim_attribute_5)
    is distinct from
    (new.user_id, new.first_name, new.last_name, new.email, new.phone_country, new.phone_number, new.suspended_at is null,
      new.deactivated_at is null, new.deleted_at is null, new.scim_attribute_1, new.scim_attribute_2, new.scim_attribute_3,
      new.scim_attribute_4, new.scim_attribute_5)
  ) execute function note_provisioned_user();

create function note_provisioned_members() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    with here as materialized (select distinct workspace_id from changed),
      asked as materialized (select workspace_id from here where provisions(workspace_id))
    insert into provisioning_changes (workspace_id, what, subject)
      select c.workspace_id, 1, c.user_id from asked join changed c on c.workspace_id = asked.workspace_id
      union all
      select distinct c.workspace_id, 2, c.group_id from asked join changed c on c.workspace_id = asked.workspace_id;
    return null;
end $$;
alter function note_provisioned_members owner to claviger_super;
create trigger members_added_for_provisioning after insert on group_members
  referencing new table as changed for each statement execute function note_provisioned_members();
create trigger members_deleted_for_provisioning after delete on group_members
  referencing old table as changed for each statement execute function note_provisioned_members();

create function note_provisioned_unit_members() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    with here as materialized (select distinct workspace_id from changed),
      asked as materialized (select workspace_id from here where provisions(workspace_id))
    insert into provisioning_changes (workspace_id, what, subject)
      select c.workspace_id, 1, c.user_id from asked join changed c on c.workspace_id = asked.workspace_id;
    return null;
end $$;
alter function note_provisioned_unit_members owner to claviger_super;
create trigger unit_members_added_for_provisioning after insert on unit_members
  referencing new table as changed for each statement execute function note_provisioned_unit_members();
create trigger unit_members_deleted_for_provisioning after delete on unit_members
  referencing old table as changed for each statement execute function note_provisioned_unit_members();

create function note_provisioned_group() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    if tg_op = 'DELETE' then new := old; end if;
    if provisions(new.workspace_id) then
      insert into provisioning_changes (workspace_id, what, subject) values (new.workspace_id, 2, new.id);
    end if;
    return null;
end $$;
alter function note_provisioned_group owner to claviger_super;
create trigger groups_deleted_for_provisioning after delete on groups
  for each row execute function note_provisioned_group();
create trigger groups_changed_for_provisioning after update of name on groups
  for each row when (old.name <> new.name) execute function note_provisioned_group();
create trigger groups_ended_for_provisioning after update of ended_at on groups
  for each row when (old.ended_at is distinct from new.ended_at) execute function note_provisioned_group();

create function note_provisioned_assignment() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    if tg_op = 'DELETE' then new := old; end if;
    insert into provisioning_changes (workspace_id, what, subject)
      select new.workspace_id, 3, new.application_id
      where exists (select from provisioning_targets t join workspaces w on w.id = t.workspace_id
        where t.workspace_id = new.workspace_id and t.id = new.application_id);
    return null;
end $$;
alter function note_provisioned_assignment owner to claviger_super;
create trigger assignments_for_provisioning after insert or delete on application_assignments
  for each row execute function note_provisioned_assignment();

create function note_provisioned_application() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    insert into provisioning_changes (workspace_id, what, subject)
      select new.workspace_id, 3, new.id
      where exists (select from provisioning_targets t where t.workspace_id = new.workspace_id and t.id = new.id);
    return null;
end $$;
alter function note_provisioned_application owner to claviger_super;
create trigger applications_changed_for_provisioning after update of everyone on applications
  for each row when (old.everyone <> new.everyone) execute function note_provisioned_application();
