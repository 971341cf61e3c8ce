-- room: people/users
-- One page of the users whom a pattern finds, or without one those whom the filters leave, and how many there are: exact
-- below 10,001, but a lower bound where `more` says so. Where `ids` is null, the caller walks its list in order.
drop function find_users;
create function find_users(
  pattern text, sort text, descending boolean, after_value text, after_id uuid, skipped bigint, size integer,
  statuses smallint[], in_group uuid, in_unit uuid, of_source smallint, without_key boolean,
  out ids uuid[], out total bigint, out more boolean
)
  -- A seq scan would read the users of all workspaces
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
  as $$ declare
    here constant uuid := current_setting('app.workspace')::uuid;
    -- Set where a unit administrator searches; the policies do not reach into here
    within constant uuid[] := case when coalesce(current_setting('app.administrator', true), '') <> '' then administered_units() end;
    -- The expressions of the indexes
    key constant text := case sort
      when 'name' then 'u.sort_name' when 'userId' then 'u.sort_user_id' when 'employeeId' then 'u.sort_employee_id'
      when 'status' then 'u.status' when 'created' then 'u.created_at' when 'lastSignIn' then
        '(select s.last_sign_in_at from user_sign_ins s where s.workspace_id = u.workspace_id and s.user_id = u.id)'
    end;
    kind constant text := case sort when 'status' then 'smallint' when 'lastSignIn' then 'timestamptz' when 'created' then 'timestamptz' else 'text' end;
    direction constant text := case when descending then 'desc' else 'asc' end;
    beyond constant text := case when descending then '<' else '>' end;
    -- Written only where asked for, so that the planner may begin with the members of a small group
    facts constant text := concat(
      case when pattern is not null then ' and u.search like $2' end,
      case when statuses is not null then ' and u.status = any($3)' end,
      case when of_source is not null then ' and u.source = $4' end,
      case when without_key then ' and u.active_keys = 0' end
    );
    filters constant text := concat(facts,
      case when in_group is not null then ' and exists (select from group_members m where m.workspace_id = $1 and m.group_id = $6 and m.user_id = u.id)' end,
      case when in_unit is not null then ' and exists (select from unit_members m where m.workspace_id = $1 and m.unit_id = $7 and m.user_id = u.id)' end,
      case when within is not null then ' and exists (select from unit_members m where m.workspace_id = $1 and m.unit_id = any ($12) and m.user_id = u.id)' end
    );
    -- The same, of one user after the other
    each_one constant text := concat(facts,
      case when in_group is not null then ' and (select true from group_members m where m.workspace_id = $1 and m.group_id = $6 and m.user_id = u.id limit 1)' end,
      case when in_unit is not null then ' and (select true from unit_members m where m.workspace_id = $1 and m.unit_id = $7 and m.user_id = u.id limit 1)' end
    );
    looked_at constant integer := 2500;
    walked constant integer := 10000;
    everybody bigint;
    named bigint;
    many boolean;
    crowded boolean;
    -- Where the pattern finds more users than the group or the unit has, its members are looked at one by one
    place constant uuid := coalesce(in_unit, in_group);
    people text := 'users u where u.workspace_id = $1 and';
  begin
    select coalesce(sum(c.users), 0) into everybody from head_counts c where c.workspace_id = here and c.of = here;
    if pattern is null then
      execute format($query$
        select count(*) from (select from users u where u.workspace_id = $1 and u.deleted_at is null %s limit 10001) counted
      $query$, filters)
      into total
      using here, pattern, statuses, of_source, without_key, in_group, in_unit, after_value, after_id, size, skipped, within;
      many := total > 10000;
      crowded := many or total * walked >= everybody * size;
    else
      execute format($query$
        select count(*), count(*) filter (where true %s)
        from (select * from users where workspace_id = $1 and deleted_at is null order by id limit %s) u where u.search like $2
      $query$, filters, looked_at)
      into named, total
      using here, pattern, statuses, of_source, without_key, in_group, in_unit, after_value, after_id, size, skipped, within;
      -- By this sample there are so many that walking the list in its order meets them sooner than the index gathers them
      many := everybody > looked_at and total * everybody / looked_at >= greatest(2000, everybody / 200);
      crowded := many or (everybody > looked_at and named * everybody / looked_at >= 2000 and total * walked >= size * looked_at);
    end if;
    -- A page is soon full where so many are meant, unless the order has to do with what is asked for
    if within is null and crowded and skipped < 1000 then
      execute format(case when sort = 'lastSignIn' then $query$
        select array(
          select u.id from (
            select s.user_id, s.last_sign_in_at from user_sign_ins s where s.workspace_id = $1 and not s.binned %6$s
            order by s.last_sign_in_at %4$s, s.user_id %4$s limit %7$s
          ) s cross join lateral (select * from users u where u.workspace_id = $1 and u.id = s.user_id offset 0) u
          where true %5$s limit $10 offset $11
        )
      $query$ else $query$
        select array(
          select u.id from (
            select u.* from users u where u.workspace_id = $1 and u.deleted_at is null %6$s order by %1$s %4$s, u.id %4$s limit %7$s
          ) u where true %5$s limit $10 offset $11
        )
      $query$ end, key, kind, beyond, direction, each_one,
        case when after_value is not null then format('and (%s, %s) %s ($8::%s, $9)',
          case when sort = 'lastSignIn' then 's.last_sign_in_at' else key end,
          case when sort = 'lastSignIn' then 's.user_id' else 'u.id' end, beyond, kind) end, walked)
      into ids
      using here, pattern, statuses, of_source, without_key, in_group, in_unit, after_value, after_id, size, skipped, within;
      if cardinality(ids) = size then
        more := pattern is not null or many;
        return;
      end if;
      ids := null;
    end if;
    if within is null and many then
      more := true;
      return;
    end if;
    if place is not null and named * everybody / looked_at >
        (select coalesce(sum(c.users), 0) from head_counts c where c.workspace_id = here and c.of = place) then
      people := format('(select m.user_id from %1$s_members m where m.workspace_id = $1 and m.%1$s_id = %2$s offset 0) member
        cross join lateral (select * from users where workspace_id = $1 and id = member.user_id offset 0) u where',
        case when in_unit is not null then 'unit' else 'group' end, case when in_unit is not null then '$7' else '$6' end);
    end if;
    execute format($query$
      with found as materialized (
        select u.id, %1$s as value from %6$s u.deleted_at is null %5$s
        limit 10001
      )
      select
        array(select id from found where $8 is null or (value, id) %3$s ($8::%2$s, $9)
          order by value %4$s, id %4$s limit $10 offset $11),
        (select count(*) from found)
    $query$, key, kind, beyond, direction, filters, people)
    into ids, total
    using here, pattern, statuses, of_source, without_key, in_group, in_unit, after_value, after_id, size, skipped, within;
    if total > 10000 then ids := null; end if;
  end $$;
alter function find_users owner to claviger_super;
