-- room: ground (spans rooms)
-- Row-level security limits unit administrators to the data of their units, so that statements need no filter for it.
-- Transactions of unit administrators run as the database role claviger_unit. The policies apply to this role only and
-- add no cost to the query plans of other roles. The role sees no rows of a table that has no policy for it.
-- This file covers the tables that earlier migrations create; later migrations add policies for their own tables.

-- Units of the administrator that the transaction acts for. Without app.administrator or app.workspace, it fails.
create function administered_units() returns uuid[] language sql stable security definer set search_path = public, pg_temp
  return array(
    select unit_id from unit_administrators
    where workspace_id = current_setting('app.workspace')::uuid and user_id = current_setting('app.administrator')::uuid
  );
alter function administered_units owner to claviger_super;

-- True if the user is a member of one of these units.
create function is_administered(person uuid) returns boolean language sql stable security definer set search_path = public, pg_temp
  return exists (
    select from unit_members
    where workspace_id = current_setting('app.workspace')::uuid and user_id = person and unit_id = any (administered_units())
  );
alter function is_administered owner to claviger_super;

create policy own_units on organization_units for select to claviger_unit
  using (workspace_id = current_setting('app.workspace')::uuid and id = any ((select administered_units())::uuid[]));
-- Lets a unit administrator lock visible rows (select ... for update needs an update policy) but not change them.
create policy own_units_held on organization_units for update to claviger_unit
  using (workspace_id = current_setting('app.workspace')::uuid and id = any ((select administered_units())::uuid[]))
  with check (false);

create policy own_units on unit_members to claviger_unit
  using (workspace_id = current_setting('app.workspace')::uuid and unit_id = any ((select administered_units())::uuid[]))
  with check (
    workspace_id = current_setting('app.workspace')::uuid and unit_id = any ((select administered_units())::uuid[])
    and is_administered(user_id)  -- otherwise adding any user to a unit would make that user visible
  );
create policy own_units on unit_groups for select to claviger_unit
  using (workspace_id = current_setting('app.workspace')::uuid and unit_id = any ((select administered_units())::uuid[]));
create policy own_units on unit_administrators for select to claviger_unit
  using (workspace_id = current_setting('app.workspace')::uuid and unit_id = any ((select administered_units())::uuid[]));

-- The policy on unit_members already limits this role to its own units, so a membership row is enough.
create policy own_people on users to claviger_unit
  using (
    workspace_id = current_setting('app.workspace')::uuid
    and exists (select from unit_members m where m.workspace_id = users.workspace_id and m.user_id = users.id)
  );
create policy newcomers on users for insert to claviger_unit
  with check (workspace_id = current_setting('app.workspace')::uuid);

-- A user created by a unit administrator joins all units of that administrator in the same statement.
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

-- The log: actions of the administrator, and actions by or on the users of the units.
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

call guard_people('user_sign_ins');
call guard_people('group_rule_changes');
call guard_people('administrators');
call guard_people('super_administrators');
