-- room: apps/applications
-- Applications that users of a workspace sign in to with their account here.
create table applications (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  -- 1 OpenID Connect, 2 SAML, 3 reverse proxy, 4 bookmark: a link in My Apps without a sign-in
  protocol smallint not null check (protocol between 1 and 4),
  name text not null check (length(name) between 1 and 100),
  description text not null default '' check (length(description) <= 500),
  preset text check (length(preset) <= 40),  -- entry of the application catalog
  -- values that the administrator entered for the preset
  preset_values jsonb check (length(preset_values::text) <= 20000),
  -- How the application identifies itself in requests: client ID of OpenID Connect, entity ID of SAML
  client_id text check (length(client_id) between 1 and 200),
  entity_id text check (length(entity_id) between 1 and 1024),
  active boolean not null default true,
  own boolean not null default true,       -- belongs to the workspace, so users are not asked for consent
  hidden boolean not null default false,   -- not shown in My Apps
  everyone boolean not null default false, -- all users can open it
  settings jsonb not null check (length(settings::text) <= 200000),
  mapping jsonb not null check (jsonb_array_length(mapping) <= 50),
  -- The client secret, sealed, and the previous one, which stays valid for 24 hours after a rotation
  secret_sealed bytea,
  former_sealed bytea,
  former_until timestamptz,
  certificate_ends_at timestamptz,  -- the earliest expiry among the application's certificates
  warned_days smallint,  -- last warning to owners, in days before that expiry
  version integer not null default 1 check (version >= 1),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  changed_by text not null check (length(changed_by) <= 260),
  search text not null generated always as (plain(name || ' ' || description || ' ' || coalesce(client_id, entity_id, ''))) stored,
  check ((former_sealed is null) = (former_until is null)),
  check ((protocol = 1) = (client_id is not null)),
  check ((protocol = 2) = (entity_id is not null)),
  primary key (workspace_id, id)
);
create unique index applications_name on applications (workspace_id, lower(name));
create unique index applications_client_id on applications (workspace_id, client_id);
create unique index applications_entity_id on applications (workspace_id, entity_id);
create index applications_by_time on applications (workspace_id, created_at, id);
create index applications_certificates on applications (certificate_ends_at) where certificate_ends_at is not null;
create index applications_for_everyone on applications (workspace_id, id) where everyone;
-- Duo-compatible applications of all workspaces call the same URL, so their client ID must be unique across workspaces.
create unique index applications_duo on applications (client_id) where settings ->> 'secondFactorBy' = 'duo';
call guard_tenant('applications');
-- Unit administrators open applications as users do, so they can read all applications of the workspace
create policy seen_by_all on applications for select to claviger_unit using (workspace_id = current_setting('app.workspace')::uuid);

-- The workspace of a Duo-compatible application. The server looks it up by client ID, before it knows the workspace.
create function workspace_of_duo(client text) returns uuid language sql stable security definer
  set search_path = public, pg_temp as $$
    select workspace_id from applications where client_id = client and settings ->> 'secondFactorBy' = 'duo' $$;
alter function workspace_of_duo owner to claviger_super;

-- Groups, units, and users that can open an application that is not open to everyone.
create table application_assignments (
  workspace_id uuid not null,
  application_id uuid not null,
  group_id uuid,
  unit_id uuid,
  user_id uuid,
  subject uuid not null generated always as (coalesce(group_id, unit_id, user_id)) stored,
  check (num_nonnulls(group_id, unit_id, user_id) = 1),
  primary key (workspace_id, application_id, subject),
  foreign key (workspace_id, application_id) references applications on delete cascade,
  foreign key (workspace_id, group_id) references groups on delete cascade,
  foreign key (workspace_id, unit_id) references organization_units on delete cascade,
  foreign key (workspace_id, user_id) references users on delete cascade
);
create index application_assignments_of_group on application_assignments (workspace_id, group_id, application_id) where group_id is not null;
create index application_assignments_of_unit on application_assignments (workspace_id, unit_id, application_id) where unit_id is not null;
create index application_assignments_of_user on application_assignments (workspace_id, user_id, application_id) where user_id is not null;
call guard_tenant('application_assignments', people => false);

-- Applications that a user can open. It bypasses row-level security, because a unit administrator who asks for their
-- own applications can have them through groups and units that they can't see.
create function openable_applications(person uuid) returns setof uuid language sql stable security definer
  set search_path = public, pg_temp as $$
    select opened.id from (
      select a.id from applications a where a.workspace_id = current_setting('app.workspace')::uuid and a.everyone
      union
      select s.application_id from application_assignments s
        where s.workspace_id = current_setting('app.workspace')::uuid and s.user_id = person
      union
      select s.application_id from group_members m
        join application_assignments s on s.workspace_id = m.workspace_id and s.group_id = m.group_id
        where m.workspace_id = current_setting('app.workspace')::uuid and m.user_id = person
      union
      select s.application_id from unit_members m
        join application_assignments s on s.workspace_id = m.workspace_id and s.unit_id = m.unit_id
        where m.workspace_id = current_setting('app.workspace')::uuid and m.user_id = person
    ) opened
    where exists (select from users u where u.workspace_id = current_setting('app.workspace')::uuid and u.id = person
      and u.deleted_at is null and u.suspended_at is null and u.deactivated_at is null) $$;
alter function openable_applications owner to claviger_super;

-- Whether a user can open one application, by the same rules as openable_applications.
create function opens_application(application uuid, person uuid) returns boolean language sql stable security definer
  set search_path = public, pg_temp as $$
    select exists (select from users u where u.workspace_id = current_setting('app.workspace')::uuid and u.id = person
        and u.deleted_at is null and u.suspended_at is null and u.deactivated_at is null)
      and (
        exists (select from applications a
          where a.workspace_id = current_setting('app.workspace')::uuid and a.id = application and a.everyone)
        or exists (select from application_assignments s
          where s.workspace_id = current_setting('app.workspace')::uuid and s.application_id = application and (
            s.user_id = person
            or exists (select from group_members m where m.workspace_id = s.workspace_id and m.group_id = s.group_id and m.user_id = person)
            or exists (select from unit_members m where m.workspace_id = s.workspace_id and m.unit_id = s.unit_id and m.user_id = person)
          ))
      ) $$;
alter function opens_application owner to claviger_super;

-- How often each user signed in to each application per day: for monthly billing, and to show who used which
-- application.
create table application_uses (
  workspace_id uuid not null,
  day date not null,
  user_id uuid not null,
  application_id uuid not null,
  uses integer not null check (uses > 0),
  primary key (workspace_id, day, user_id, application_id),
  foreign key (workspace_id, application_id) references applications on delete cascade,
  foreign key (workspace_id, user_id) references users on delete cascade
);
create index application_uses_of_application on application_uses (workspace_id, application_id);
create index application_uses_of_user on application_uses (workspace_id, user_id);
call guard_tenant('application_uses', people => false);

-- The same counts summed over users, so that lists don't need to add them up. Each day has several rows (`part`), so
-- that concurrent sign-ins don't wait for the same row lock.
create table application_days (
  workspace_id uuid not null,
  application_id uuid not null,
  day date not null,
  part smallint not null,
  uses integer not null check (uses > 0),
  last_at timestamptz not null,
  primary key (workspace_id, application_id, day, part),
  foreign key (workspace_id, application_id) references applications on delete cascade
);
call guard_tenant('application_days');

-- A user's own data about an application: whether it is a favorite, and when they last opened it.
create table application_people (
  workspace_id uuid not null,
  user_id uuid not null,
  application_id uuid not null,
  favourite boolean not null default false,
  last_used_at timestamptz,
  primary key (workspace_id, user_id, application_id),
  foreign key (workspace_id, application_id) references applications on delete cascade,
  foreign key (workspace_id, user_id) references users on delete cascade
);
create index application_people_of_application on application_people (workspace_id, application_id);
call guard_tenant('application_people', people => false);
create policy oneself on application_people to claviger_unit
  using (workspace_id = current_setting('app.workspace')::uuid and user_id = current_setting('app.administrator')::uuid);
