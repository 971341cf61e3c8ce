-- room: work/rank
-- An administrator can act on a user only while holding every permission of that user, over at least the same scope.
-- Null units mean the whole workspace. An unknown role has null permissions and counts as higher than every role.
create function is_above(theirs text[], their_units uuid[], own text[], own_units uuid[]) returns boolean
  language sql immutable
  return (theirs <@ own) is not true or (own_units is not null and (their_units <@ own_units) is not true);

create function permissions_of(role smallint, additional smallint[], units_only boolean) returns text[]
  language sql stable
  return (
    select array_agg(distinct permission)
    from role_grants g cross join unnest(g.permissions) permission
    where g.units_only = permissions_of.units_only and (g.role = permissions_of.role or g.additional = any (permissions_of.additional))
  );

-- The roles that users hold or can get. Every check for a higher role reads this function (decision 40): an account
-- that was offered the workspace, or whose directory group gives a role, is as valuable to an attacker as one that
-- already has the role. `given_by` is the user or directory that offers the role; null for a role that the user holds.
-- Later files create some of the tables, so PostgreSQL must not check the body yet.
set local check_function_bodies = off;
create function may_become(here uuid, among uuid[] default null)
  returns table (user_id uuid, role smallint, additional smallint[], units uuid[], super boolean, given_by uuid)
  language sql stable security definer set search_path = public, pg_temp rows 20
  as $$
    select a.user_id, a.role, a.additional, case when a.type = 2 then array(
        select unit_id from unit_administrators u where u.workspace_id = here and u.user_id = a.user_id) end, false, null::uuid
      from administrators a where a.workspace_id = here and (among is null or a.user_id = any (among))
    union all
    select s.user_id, null, '{}', null, true, null
      from super_administrators s where s.workspace_id = here and (among is null or s.user_id = any (among))
    union all
    select p.user_id, p.role, p.additional, case when p.type = 2 then coalesce(p.units, '{}') end, false, p.given_by
      from pending_roles p where p.workspace_id = here and (among is null or p.user_id = any (among))
    union all
    -- 1 is the role of an owner
    select o.to_user, 1::smallint, '{}', null, false, o.from_user
      from owner_changes o where o.workspace_id = here and o.expires_at > now() and (among is null or o.to_user = any (among))
    union all
    -- Members of a directory group that gives a role, as far as an owner approved it. Roles that a directory or an
    -- identity provider gives to a single user are rows of pending_roles as soon as they are received
    select m.user_id, r.role, '{}', null, false, c.id
      from directory_connections c
        cross join lateral jsonb_to_recordset(
          case jsonb_typeof(c.settings -> 'groupRoles') when 'array' then c.settings -> 'groupRoles' else '[]' end
        ) r("group" uuid, role smallint)
        join group_members m on m.workspace_id = here and m.group_id = r."group"
      where c.workspace_id = here and c.approved_by is not null and r.role = any (c.roles)
        and (among is null or m.user_id = any (among))
  $$;
alter function may_become owner to claviger_super;
set local check_function_bodies = on;

-- Users with a higher role than an administrator who holds the permissions `own`. `units_of` names a unit
-- administrator, whose own scope is then limited to those units; `among` limits the result to some users.
-- Administrators are few, so a statement calls this once, however many rows it checks. As security definer, it also
-- sees units that are hidden from a unit administrator, because roles in other units count too.
create function people_above(own text[], units_of uuid, among uuid[] default null) returns table (user_id uuid)
  language sql stable security definer set search_path = public, pg_temp rows 20
  as $$
    with here as materialized (
      select current_setting('app.workspace')::uuid as id,
        case when units_of is not null then array(
          select unit_id from unit_administrators u
          where u.workspace_id = current_setting('app.workspace')::uuid and u.user_id = units_of) end as units
    )
    select distinct b.user_id from here cross join lateral may_become(here.id, among) b
    where case when b.super then not own @> '{super.administrators}'
      else is_above(permissions_of(b.role, b.additional, b.units is not null), b.units, own, here.units) end
  $$;
alter function people_above owner to claviger_super;

-- The same as rights_now, for callers that see the whole workspace. The planner can inline it into their statements,
-- which is impossible for a function that runs as another database role. Each row is found by its whole primary key and
-- checked afterwards (`offset 0` keeps the planner from merging the two), as in live_session.
create function rights_in(here uuid, person uuid) returns table (role smallint, additional smallint[], units_only boolean, super boolean)
  language sql stable as $$
    select a.role, a.additional, coalesce(a.type = 2, false), s.user_id is not null
    from (select * from users where users.workspace_id = here and users.id = person offset 0) u
      left join administrators a on a.workspace_id = here and a.user_id = person
      left join super_administrators s on s.workspace_id = here and s.user_id = person
    where u.deleted_at is null and u.suspended_at is null and u.deactivated_at is null
  $$;

-- Current rights of the user who requested work that runs later. No row: the user is deleted, suspended, or deactivated
-- and has no rights.
create function rights_now(person uuid) returns table (role smallint, additional smallint[], units_only boolean, super boolean)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select * from rights_in(current_setting('app.workspace')::uuid, person) $$;
alter function rights_now owner to claviger_super;
