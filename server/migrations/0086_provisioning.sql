-- room: directories/provisioning
-- Applications to which the server provisions their assigned users by SCIM 2.0.
create table provisioning_targets (
  workspace_id uuid not null,
  id uuid not null,  -- ID of the application
  active boolean not null default false,
  address text not null check (length(address) <= 2000),
  sealed bytea not null,                -- credential for the application, encrypted with the key of the workspace
  at_end text not null check (at_end in ('deactivate', 'delete')),
  deletes_found boolean not null,       -- also delete accounts that existed in the application before provisioning
  groups text not null check (groups in ('none', 'assigned', 'all')),
  mapping jsonb not null check (jsonb_array_length(mapping) between 1 and 50),
  patches boolean not null default true,  -- the application supports PATCH, according to its ServiceProviderConfig
  -- Progress of a sweep over all users by ID: users with greater IDs are still to be checked. Null: no sweep is due
  sweeping uuid default '00000000-0000-0000-0000-000000000000',
  -- When the application refused our credential; the server sends nothing until this is reset
  denied_at timestamptz,
  reason text check (length(reason) <= 40),
  detail text check (length(detail) <= 400),
  failing_since timestamptz,
  tries integer not null default 0,
  next_try_at timestamptz,
  delivered_at timestamptz,
  taken_by uuid,                        -- lease: this process delivers to the application until taken_until
  taken_until timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  changed_by text not null check (length(changed_by) <= 260),
  primary key (workspace_id, id),
  foreign key (workspace_id, id) references applications on delete cascade
);
call guard_tenant('provisioning_targets');

-- Provisioning status of a user or group in an application: what was sent last, and whether something is due.
create table provisioning_items (
  workspace_id uuid not null,
  application_id uuid not null,
  what smallint not null check (what in (1, 2)),  -- 1 user, 2 group
  -- ID of the user or group; no foreign key, because the row outlives them
  local_id uuid not null,
  -- 0 pending, 1 provisioned, 2 deprovisioned, 3 refused
  state smallint not null default 0 check (state between 0 and 3),
  remote_id text check (length(remote_id) between 1 and 500),
  made_here boolean not null default false,       -- the server created it in the application
  -- It may exist without a known ID, because an earlier attempt may have succeeded
  attempted boolean not null default false,
  told bytea,                                     -- hash of the data sent last
  told_names text[] not null default '{}',        -- names of the attributes sent last
  due_at timestamptz,                             -- when it is processed next; null: nothing to do
  -- Increases with each local change, so that changes during a delivery stay due
  mark integer not null default 0,
  tries integer not null default 0,
  reason text check (length(reason) <= 40),
  detail text check (length(detail) <= 400),
  told_at timestamptz,
  seen uuid,                                      -- ID of the last comparison that found it in the application
  primary key (workspace_id, application_id, what, local_id),
  foreign key (workspace_id, application_id) references provisioning_targets on delete cascade
);
create index provisioning_items_due on provisioning_items (workspace_id, application_id, what, due_at) where due_at is not null;
create index provisioning_items_of on provisioning_items (workspace_id, what, local_id);
create index provisioning_items_by_state on provisioning_items (workspace_id, application_id, state, (local_id::text), local_id);
-- Two local users or groups never share one remote resource
create unique index provisioning_items_there on provisioning_items (workspace_id, application_id, what, remote_id) where remote_id is not null;
call guard_tenant('provisioning_items');

-- Group memberships in an application that the server added there.
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

-- The last comparison of local users and groups with those in an application.
create table provisioning_looks (
  workspace_id uuid not null,
  id uuid not null,  -- ID of the comparison
  application_id uuid not null,
  state text not null check (state in ('reading', 'done', 'failed')),
  -- 1 users, 2 groups, 3 members, 4 local users and groups that were not found in the application
  phase smallint not null default 1 check (phase between 1 and 4),
  place integer not null default 1,       -- startIndex of the next page
  done_to uuid,                           -- phases 3 and 4: the last local ID that was compared
  people integer not null default 0,      -- users read from the application
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

-- Queue of changes that a background job has yet to process. Triggers only insert rows and never update them, so that
-- concurrent transactions don't wait for each other's locks. The job deletes the rows that it takes.
create table provisioning_changes (
  workspace_id uuid not null,
  place bigint not null generated always as identity,
  what smallint not null check (what in (1, 2, 3)),  -- 1 user, 2 group, 3 application
  subject uuid not null,
  primary key (workspace_id, place)
);
call guard_tenant('provisioning_changes');

-- Whether any application of a workspace has provisioning set up. False when the workspace is already deleted: then
-- cascading deletes must not add changes.
create function provisions(workspace uuid) returns boolean language sql stable security definer
  set search_path = public, pg_temp as $$
    select exists (select from provisioning_targets t join workspaces w on w.id = t.workspace_id where t.workspace_id = workspace) $$;
alter function provisions owner to claviger_super;

-- Triggers record the changes, so that no code path that changes a user, a group, or an assignment can be missed.
-- Statement-level triggers check each workspace only once, for any number of rows.
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
