-- room: work/rank
-- The rule of rank: whoever acts on someone must hold every permission that one holds, over at least the same scope.
-- No units means the whole workspace; a role that nobody knows stands above everybody.
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

-- Everybody who stands above one who holds these permissions, for the people of the units of an administrator alone where
-- `units_of` names one; of a few people where `among` does. Administrators are few, so it is asked once for a statement
-- however many rows that judges. It looks past what a unit administrator sees: the units that somebody has elsewhere count.
create function people_above(own text[], units_of uuid, among uuid[] default null) returns table (user_id uuid)
  language sql stable security definer set search_path = public, pg_temp rows 20
  as $$
    with here as materialized (
      select current_setting('app.workspace')::uuid as id,
        case when units_of is not null then array(
          select unit_id from unit_administrators u
          where u.workspace_id = current_setting('app.workspace')::uuid and u.user_id = units_of) end as units
    )
    select a.user_id from administrators a join here on a.workspace_id = here.id
    where (among is null or a.user_id = any (among)) and is_above(
      permissions_of(a.role, a.additional, a.type = 2),
      case when a.type = 2 then array(select unit_id from unit_administrators u where u.workspace_id = here.id and u.user_id = a.user_id) end,
      own, here.units)
    union all
    select s.user_id from super_administrators s join here on s.workspace_id = here.id
    where (among is null or s.user_id = any (among)) and not own @> '{super.administrators}'
  $$;
alter function people_above owner to claviger_super;

-- What one holds who asked for something that is done later: nothing any more where there is no row.
create function rights_now(person uuid) returns table (role smallint, additional smallint[], units_only boolean, super boolean)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select a.role, a.additional, coalesce(a.type = 2, false), s.user_id is not null
    from users u
      left join administrators a on a.workspace_id = u.workspace_id and a.user_id = u.id
      left join super_administrators s on s.workspace_id = u.workspace_id and s.user_id = u.id
    where u.workspace_id = current_setting('app.workspace')::uuid and u.id = person
      and u.deleted_at is null and u.suspended_at is null and u.deactivated_at is null
  $$;
alter function rights_now owner to claviger_super;
