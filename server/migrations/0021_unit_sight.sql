-- room: ground
-- What a unit administrator sees and changes is decided here and nowhere else: such a transaction acts as a role of
-- its own, and each of these policies is for that role only, so that nobody else's plans pay for them.
-- A table without a policy for the role does not exist for it.
do $$ begin
  if not exists (select from pg_roles where rolname = 'claviger_unit') then create role claviger_unit nologin; end if;
  execute format('grant claviger_unit to %I', current_user);
end $$;
grant usage on schema public to claviger_unit;
grant select, insert, update, delete on all tables in schema public to claviger_unit;
alter default privileges in schema public grant select, insert, update, delete on tables to claviger_unit;

-- Units of the administrator that the transaction acts for; an unset one is an error.
create function administered_units() returns uuid[] language sql stable security definer set search_path = public, pg_temp
  return array(
    select unit_id from unit_administrators
    where workspace_id = current_setting('app.workspace')::uuid and user_id = current_setting('app.administrator')::uuid
  );
alter function administered_units owner to claviger_super;

-- True for people of those units.
create function is_administered(person uuid) returns boolean language sql stable security definer set search_path = public, pg_temp
  return exists (
    select from unit_members
    where workspace_id = current_setting('app.workspace')::uuid and user_id = person and unit_id = any (administered_units())
  );
alter function is_administered owner to claviger_super;

create policy own_units on organization_units for select to claviger_unit
  using (workspace_id = current_setting('app.workspace')::uuid and id = any ((select administered_units())::uuid[]));
-- What may be seen may be held until a transaction ends, but not changed.
create policy own_units_held on organization_units for update to claviger_unit
  using (workspace_id = current_setting('app.workspace')::uuid and id = any ((select administered_units())::uuid[]))
  with check (false);

create policy own_units on unit_members to claviger_unit
  using (workspace_id = current_setting('app.workspace')::uuid and unit_id = any ((select administered_units())::uuid[]))
  with check (
    workspace_id = current_setting('app.workspace')::uuid and unit_id = any ((select administered_units())::uuid[])
    and is_administered(user_id)  -- else a stranger could be taken into the unit, and so be seen
  );
create policy own_units on unit_groups for select to claviger_unit
  using (workspace_id = current_setting('app.workspace')::uuid and unit_id = any ((select administered_units())::uuid[]));
create policy own_units on unit_administrators for select to claviger_unit
  using (workspace_id = current_setting('app.workspace')::uuid and unit_id = any ((select administered_units())::uuid[]));

-- unit_members shows this role its own units only, so being found there is enough.
create policy own_people on users to claviger_unit
  using (
    workspace_id = current_setting('app.workspace')::uuid
    and exists (select from unit_members m where m.workspace_id = users.workspace_id and m.user_id = users.id)
  );
create policy newcomers on users for insert to claviger_unit
  with check (workspace_id = current_setting('app.workspace')::uuid);

-- Whoever a unit administrator adds belongs to the administrator's units from the first moment.
create function join_administered_units() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    insert into unit_members (workspace_id, unit_id, user_id)
      select new.workspace_id, unit, new.id from unnest(administered_units()) unit;
    return null;
end $$;
alter function join_administered_units owner to claviger_super;
create trigger users_join_administered_units after insert on users
  for each row when (current_user = 'claviger_unit') execute function join_administered_units();

create policy own_workspace_seen on workspaces for select to claviger_unit using (id = current_setting('app.workspace')::uuid);

create policy own_groups on groups for select to claviger_unit
  using (
    workspace_id = current_setting('app.workspace')::uuid
    and (type = 0 or exists (select from unit_groups g where g.workspace_id = groups.workspace_id and g.group_id = groups.id))
  );
create policy own_groups_held on groups for update to claviger_unit
  using (
    workspace_id = current_setting('app.workspace')::uuid
    and (type = 0 or exists (select from unit_groups g where g.workspace_id = groups.workspace_id and g.group_id = groups.id))
  )
  with check (false);
create policy own_people on group_members to claviger_unit
  using (
    workspace_id = current_setting('app.workspace')::uuid
    and exists (select from unit_members m where m.workspace_id = group_members.workspace_id and m.user_id = group_members.user_id)
    and exists (select from unit_groups g where g.workspace_id = group_members.workspace_id and g.group_id = group_members.group_id)
  );

-- The log: what the administrator did, and what was done by or to the people of the units.
create policy own_people on activities for select to claviger_unit
  using (
    workspace_id = current_setting('app.workspace')::uuid
    and (
      actor_id = current_setting('app.administrator')::uuid
      or exists (select from unit_members m where m.workspace_id = activities.workspace_id and m.user_id = activities.actor_id)
      or exists (
        select from unit_members m where m.workspace_id = activities.workspace_id
          and m.user_id = case when activities.object_type = 'user' then activities.object_id::uuid end
      )
    )
  );
create policy own_entries on activities for insert to claviger_unit
  with check (workspace_id = current_setting('app.workspace')::uuid);

-- A table of what belongs to people shows this role what belongs to its people.
create procedure guard_people(name regclass) language plpgsql as $$ begin
  execute format('create policy own_people on %1$s to claviger_unit using (workspace_id = current_setting(''app.workspace'')::uuid
    and exists (select from unit_members m where m.workspace_id = %1$s.workspace_id and m.user_id = %1$s.user_id))', name);
end $$;

-- Every guarded table that comes later is guarded so, too.
create or replace procedure guard_tenant(name regclass, tenant text default 'workspace_id') language plpgsql as $$ begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format('create policy own_workspace on %s to claviger_app using (%I = current_setting(''app.workspace'')::uuid) with check (%2$I = current_setting(''app.workspace'')::uuid)', name, tenant);
  execute format('create policy all_workspaces on %s to claviger_super using (true) with check (true)', name);
  if exists (select from pg_attribute where attrelid = name and attname = 'user_id' and atttypid = 'uuid'::regtype) then
    call guard_people(name);
  end if;
end $$;

do $$ declare existing regclass; begin
  for existing in
    select c.oid::regclass from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity
      and a.attname = 'user_id' and a.atttypid = 'uuid'::regtype
      and not exists (select from pg_policy p where p.polrelid = c.oid and 'claviger_unit'::regrole = any (p.polroles))
  loop call guard_people(existing); end loop;
end $$;

-- Who is behind a session now also tells whether the administrator is one of units.
drop function enter_session;
drop function session_actor;
create function session_actor(session uuid)
  returns table (user_id uuid, name text, email text, workspace_role smallint, additional smallint[], units_only boolean, super boolean, verified_at timestamptz, workspace_type smallint, workspace_status smallint)
  -- A plan is kept for workspaces of every size, but made by the figures of the one that came first: where few users are,
  -- reading all of them looks as cheap as the key. So each row is found by its whole key alone, and judged afterwards.
  language plpgsql stable as $$ declare
    here constant uuid := current_setting('app.workspace')::uuid;
    one record;
  begin
    select s.user_id as owner, s.verified_at, s.ended_at, s.expires_at into one
      from sessions s where s.workspace_id = here and s.id = session;
    if one.owner is null or one.ended_at is not null or one.expires_at <= now() then return; end if;
    return query
      select u.id, u.first_name || ' ' || u.last_name, u.email, a.role, a.additional, coalesce(a.type = 2, false), p.user_id is not null, one.verified_at, w.type, w.status
      from (select * from users where users.workspace_id = here and users.id = one.owner offset 0) u
      join workspaces w on w.id = here
      left join administrators a on a.workspace_id = here and a.user_id = one.owner
      left join super_administrators p on p.workspace_id = here and p.user_id = one.owner
      where u.deleted_at is null and u.suspended_at is null and u.deactivated_at is null;
end $$;
create function enter_session(workspace uuid, session uuid)
  returns table (user_id uuid, name text, email text, workspace_role smallint, additional smallint[], units_only boolean, super boolean, verified_at timestamptz, workspace_type smallint, workspace_status smallint)
  language plpgsql volatile as $$ begin
  perform set_config('app.workspace', workspace::text, false);
  return query select * from session_actor(session);
end $$;
