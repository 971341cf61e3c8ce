-- room: keys/devices
-- The text to search lies beside the names, so that a search can walk them without looking at the devices.
drop index devices_by_name;
create index devices_by_name on devices (workspace_id, sort_name, id) include (search);
drop index devices_of_kind_by_name;
create index devices_of_kind_by_name on devices (workspace_id, kind, sort_name, id) include (search);

-- One page of the devices that a pattern finds, or without one those that the filters leave, and how many there are:
-- exact below 10,001, but a lower bound where `more` says so. Where `ids` is null, the caller walks its list in order.
drop function find_devices;
create function find_devices(
  pattern text, sort text, descending boolean, after_value text, after_id uuid, skipped bigint, size integer,
  of_kind smallint, in_group uuid, is_offline boolean, silent_since timestamptz,
  out ids uuid[], out total bigint, out more boolean
)
  -- The members of a group are looked up one by one: a join may read all devices for a few hundred of them
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
    set enable_bitmapscan = on set enable_hashjoin = off set enable_mergejoin = off
  as $$ declare
    here constant uuid := current_setting('app.workspace')::uuid;
    key constant text := case sort
      when 'name' then 'd.sort_name' when 'created' then 'd.created_at'
      when 'lastSeen' then 'd.last_seen_at'
    end;
    type constant text := case when sort = 'name' then 'text' else 'timestamptz' end;
    direction constant text := case when descending then 'desc' else 'asc' end;
    beyond constant text := case when descending then '<' else '>' end;
    filters constant text := concat(
      case when of_kind is not null then ' and d.kind = $3' end,
      case when is_offline is not null then case when is_offline then ' and d.offline' else ' and not d.offline' end end,
      case when silent_since is not null then ' and d.last_seen_at < $6' end,
      case when in_group is not null then ' and exists (select from device_group_members m where m.workspace_id = $1 and m.group_id = $4 and m.device_id = d.id)' end
    );
    looked_at constant integer := 1000;
    walked constant integer := 5000;
    everything bigint;
    named bigint;
  begin
    if pattern is null then
      execute format('select count(*) from (select from devices d where d.workspace_id = $1 %s limit 10001) counted', filters)
        into total using here, pattern, of_kind, in_group, is_offline, silent_since;
      if total > 10000 then return; end if;
    else
      execute format($query$
        select count(*), count(*) filter (where true %s)
        from (select * from devices where workspace_id = $1 order by id limit %s) d where d.search like $2
      $query$, filters, looked_at)
      into named, total using here, pattern, of_kind, in_group, is_offline, silent_since;
      select coalesce(sum(c.devices), 0) into everything from device_counts c where c.workspace_id = here;
      -- By this sample the pattern finds so many that gathering them takes longer than meeting a page of them on the way
      if everything > looked_at and named * everything / looked_at >= 2000 then
        more := true;
        if sort = 'name' then
          -- Where names begin alike, many may lie before the first hit: in the index of names they are passed by quickly
          perform set_config('enable_bitmapscan', 'off', true);
          execute format($query$
            select array(
              select n.id from (
                select d.id, d.search from devices d where d.workspace_id = $1 %4$s %3$s order by d.sort_name %2$s, d.id %2$s
              ) n where n.search like $2 %5$s limit $9 offset $10
            )
          $query$, beyond, direction,
            case when after_value is not null then format('and (d.sort_name, d.id) %s ($7, $8)', beyond) end,
            case when of_kind is not null then format('and d.kind = %s', of_kind) end,
            case when filters <> '' then format('and (select true from devices d where d.workspace_id = $1 and d.id = n.id %s limit 1)', filters) end)
          into ids
          using here, pattern, of_kind, in_group, is_offline, silent_since, after_value, after_id, size, skipped;
          return;
        end if;
        execute format($query$
          select array(
            select d.id from (
              select d.* from devices d where d.workspace_id = $1 %5$s order by %1$s %4$s, d.id %4$s limit %7$s
            ) d where d.search like $2 %6$s limit $9 offset $10
          )
        $query$, key, type, beyond, direction,
          case when after_value is not null then format('and (%s, d.id) %s ($7::%s, $8)', key, beyond, type) end, filters, walked)
        into ids
        using here, pattern, of_kind, in_group, is_offline, silent_since, after_value, after_id, size, skipped;
        if cardinality(ids) = size then return; end if;
        ids := null;
        if total * everything / looked_at > 10000 then return; end if;
        more := false;
      end if;
    end if;
    execute format($query$
      with found as materialized (
        select d.id, %1$s as value from devices d
        where d.workspace_id = $1 and ($2 is null or d.search like $2) %5$s
        limit 10001
      )
      select
        array(select id from found where $7 is null or (value, id) %3$s ($7::%2$s, $8)
          order by value %4$s, id %4$s limit $9 offset $10),
        (select count(*) from found)
    $query$, key, type, beyond, direction, filters)
    into ids, total
    using here, pattern, of_kind, in_group, is_offline, silent_since, after_value, after_id, size, skipped;
    if total > 10000 then ids := null; end if;
  end $$;
alter function find_devices owner to claviger_super;
