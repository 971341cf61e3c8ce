-- room: keys/security-keys
-- Since when a key has not been used: its last use, or else when it was made. A column, for an index that knows only an
-- expression does not spare looking at the row.
alter table security_keys add column idle_since timestamptz not null generated always as (coalesce(last_used_at, created_at)) stored;
create index security_keys_by_idleness on security_keys (workspace_id, idle_since, id) where not binned;

-- One page of the keys that a pattern or one of some cards' numbers finds, and how many there are: exact below 10,001,
-- but a lower bound where `more` says so. Without a pattern, the keys that the filters leave. Where `ids` is null, the
-- caller walks its list in order.
drop function find_security_keys;
create function find_security_keys(
  pattern text, cards bytea[], sort text, descending boolean, after_value text, after_id uuid, skipped bigint, size integer,
  kinds smallint[], statuses smallint[], of_model uuid, is_blocked boolean, without_pin boolean, unused_since timestamptz,
  in_group uuid, in_unit uuid,
  out ids uuid[], out total bigint, out more boolean
)
  -- Under a policy the planner knows nothing of what a pattern finds, thinks of a twenty-fifth of all, and plans for that
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
    set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = on set max_parallel_workers_per_gather = 0
  as $$ declare
    here constant uuid := current_setting('app.workspace')::uuid;
    within constant uuid[] := case when coalesce(current_setting('app.administrator', true), '') <> '' then administered_units() end;
    key constant text := case sort
      when 'name' then 'k.sort_name' when 'created' then 'k.created_at'
      when 'lastActivity' then 'coalesce(k.last_used_at, ''-infinity'')'
      when 'owner' then '(select u.sort_name from users u where u.workspace_id = $1 and u.id = k.user_id)'
    end;
    type constant text := case when sort in ('name', 'owner') then 'text' else 'timestamptz' end;
    direction constant text := case when descending then 'desc' else 'asc' end;
    beyond constant text := case when descending then '<' else '>' end;
    -- Written only where asked for, so that the planner may begin with the members of a small group
    filters constant text := concat(
      case when kinds is not null then ' and k.kind = any($3)' end,
      case when statuses is not null then ' and k.status = any($4)' end,
      case when of_model is not null then ' and k.aaguid = $5' end,
      case when is_blocked is not null then ' and (k.blocked_at is not null) = $6' end,
      case when without_pin is not null then ' and coalesce(k.verification = 3, false) = $7' end,
      case when unused_since is not null then ' and k.idle_since < $8' end,
      case when in_group is not null then ' and exists (select from group_members m where m.workspace_id = $1 and m.group_id = $9 and m.user_id = k.user_id)' end,
      case when in_unit is not null then ' and exists (select from unit_members m where m.workspace_id = $1 and m.unit_id = $10 and m.user_id = k.user_id)' end,
      case when within is not null then ' and exists (select from unit_members m where m.workspace_id = $1 and m.unit_id = any ($11) and m.user_id = k.user_id)' end
    );
    -- The limit makes the planner look at the owners of the few keys in question instead of finding all such owners
    owned constant text := '(select true from users u where u.workspace_id = $1 and u.id = k.user_id and u.search like $2 limit 1)';
    looked_at constant integer := 500;
    walked constant integer := 2500;
    everything bigint;
    by_owner bigint;
    others uuid[];
    -- The people of a small group or unit are looked at one by one, whatever the pattern finds elsewhere
    place constant uuid := coalesce(in_unit, in_group);
  begin
    if pattern is null then
      execute format($query$
        select count(*) from (
          select from security_keys k where k.workspace_id = $1 and not k.binned %s limit 10001
        ) counted
      $query$, filters)
      into total
      using here, pattern, kinds, statuses, of_model, is_blocked, without_pin, unused_since, in_group, in_unit, within;
      if total > 10000 then return; end if;
      execute format($query$
        with found as materialized (
          select k.id, %1$s as value from security_keys k where k.workspace_id = $1 and not k.binned %5$s
        )
        select array(select id from found where $12 is null or (value, id) %3$s ($12::%2$s, $13)
          order by value %4$s, id %4$s limit $14 offset $15)
      $query$, key, type, beyond, direction, filters)
      into ids
      using here, pattern, kinds, statuses, of_model, is_blocked, without_pin, unused_since, in_group, in_unit, within,
        after_value, after_id, size, skipped;
      return;
    end if;
    execute format($query$
      select count(*) filter (where (k.sort_name like $2 or %1$s) %2$s), count(*) filter (where %1$s)
      from (select * from security_keys where workspace_id = $1 and not binned order by id limit %3$s) k
    $query$, owned, filters, looked_at)
    into total, by_owner
    using here, pattern, kinds, statuses, of_model, is_blocked, without_pin, unused_since, in_group, in_unit, within;
    select coalesce(sum(c.keys), 0) into everything from head_counts c where c.workspace_id = here and c.of = here;
    -- By this sample there are so many that walking the list in its order meets them sooner than the index gathers them
    if within is null and everything > looked_at and total * everything / looked_at >= greatest(2000, everything * 3 / 100) then
      more := true;
      if sort = 'owner' then return; end if;
      execute format($query$
        select array(
          select k.id from (
            select k.* from security_keys k where k.workspace_id = $1 and not k.binned %6$s order by %1$s %4$s, k.id %4$s limit %7$s
          ) k where (k.sort_name like $2 or k.card_hash = any($16) or %8$s) %5$s limit $14 offset $15
        )
      $query$, key, type, beyond, direction, filters,
        case when after_value is not null then format('and (%s, k.id) %s ($12::%s, $13)', key, beyond, type) end, walked, owned)
      into ids
      using here, pattern, kinds, statuses, of_model, is_blocked, without_pin, unused_since, in_group, in_unit, within,
        after_value, after_id, size, skipped, cards;
      if cardinality(ids) = size then return; end if;
      ids := null;
      -- The order and the pattern may have to do with each other, as where names begin alike. Names can be walked in their
      -- index alone, which is some ten times quicker; the keys that others than their names find are few then
      if sort <> 'name' or by_owner * everything / looked_at >= 2000 then return; end if;
      execute format($query$
        select array(
          select k.id from users u join security_keys k on k.workspace_id = u.workspace_id and k.user_id = u.id
            where u.workspace_id = $1 and u.deleted_at is null and u.search like $2 %1$s
          union
          select k.id from security_keys k where k.workspace_id = $1 and not k.binned and k.card_hash = any($16) %1$s
          limit 10001
        )
      $query$, filters)
      into others
      using here, pattern, kinds, statuses, of_model, is_blocked, without_pin, unused_since, in_group, in_unit, within,
        after_value, after_id, size, skipped, cards;
      if cardinality(others) > 10000 then return; end if;
      perform set_config('enable_bitmapscan', 'off', true);
      execute format($query$
        with named as materialized (
          select n.id, n.sort_name from (
            select k.id, k.sort_name from security_keys k
            where k.workspace_id = $1 and not k.binned and k.sort_name like $2 %5$s order by k.sort_name %2$s, k.id %2$s
          ) n %4$s limit $14::bigint + $15
        )
        select array(
          select id from (
            select id, sort_name from named
            union
            select k.id, k.sort_name from security_keys k where k.workspace_id = $1 and k.id = any($16) %5$s
          ) found order by sort_name %2$s, id %2$s limit $14 offset $15
        )
      $query$, beyond, direction, filters,
        case when filters <> '' then format('where (select true from security_keys k where k.workspace_id = $1 and k.id = n.id %s limit 1)', filters) end,
        case when after_value is not null then format('and (k.sort_name, k.id) %s ($12, $13)', beyond) end)
      into ids
      using here, pattern, kinds, statuses, of_model, is_blocked, without_pin, unused_since, in_group, in_unit, within,
        after_value, after_id, size, skipped, others;
      return;
    end if;
    if place is not null and everything > looked_at and
        (select coalesce(sum(c.keys), 0) from head_counts c where c.workspace_id = here and c.of = place) < everything / 50 then
      execute format($query$
        with found as materialized (
          select k.id, %1$s as value
          from (select m.user_id from %6$s_members m where m.workspace_id = $1 and m.%6$s_id = %7$s offset 0) member
          join security_keys k on k.workspace_id = $1 and k.user_id = member.user_id
          where not k.binned and (k.sort_name like $2 or k.card_hash = any($16) or %8$s) %5$s
          limit 10001
        )
        select
          array(select id from found where $12 is null or (value, id) %3$s ($12::%2$s, $13)
            order by value %4$s, id %4$s limit $14 offset $15),
          (select count(*) from found)
      $query$, key, type, beyond, direction, filters, case when in_unit is not null then 'unit' else 'group' end,
        case when in_unit is not null then '$10' else '$9' end, owned)
      into ids, total
      using here, pattern, kinds, statuses, of_model, is_blocked, without_pin, unused_since, in_group, in_unit, within,
        after_value, after_id, size, skipped, cards;
      if total > 10000 then ids := null; end if;
      return;
    end if;
    execute format($query$
      with found as materialized (
        select k.id, %1$s as value from security_keys k
          where k.workspace_id = $1 and not k.binned and k.sort_name like $2 %5$s
        union
        select k.id, %1$s from users u join security_keys k on k.workspace_id = u.workspace_id and k.user_id = u.id
          where u.workspace_id = $1 and u.deleted_at is null and u.search like $2 %5$s
        union
        select k.id, %1$s from security_keys k where k.workspace_id = $1 and not k.binned and k.card_hash = any($16) %5$s
        limit 10001
      )
      select
        array(select id from found where $12 is null or (value, id) %3$s ($12::%2$s, $13)
          order by value %4$s, id %4$s limit $14 offset $15),
        (select count(*) from found)
    $query$, key, type, beyond, direction, filters)
    into ids, total
    using here, pattern, kinds, statuses, of_model, is_blocked, without_pin, unused_since, in_group, in_unit, within,
      after_value, after_id, size, skipped, cards;
    if total > 10000 then ids := null; end if;
  end $$;
alter function find_security_keys owner to claviger_super;
