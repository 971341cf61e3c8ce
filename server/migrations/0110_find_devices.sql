-- room: keys/devices
-- One page of the devices that a pattern finds, and how many there are (exact below 10,001). As find_users, and for the
-- same reasons.
create function find_devices(
  pattern text, sort text, descending boolean, after_value text, after_id uuid, skipped bigint, size integer,
  of_kind smallint, in_group uuid, is_offline boolean, silent_since timestamptz,
  out ids uuid[], out total bigint
)
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
  as $$ declare
    here constant uuid := current_setting('app.workspace')::uuid;
    key constant text := case sort
      when 'name' then 'd.sort_name' when 'created' then 'd.created_at'
      when 'lastSeen' then 'd.last_seen_at'
    end;
    type constant text := case when sort = 'name' then 'text' else 'timestamptz' end;
    sampled constant integer := 1000;
  begin
    -- Where a fifth of some devices match, walking the list finds a page sooner
    select count(*) into total from (select search from devices where workspace_id = here order by id limit sampled) first
      where search like pattern;
    if total >= sampled / 5 then return; end if;
    execute format($query$
      with found as materialized (
        select d.id, %1$s as value from devices d
        where d.workspace_id = $1 and d.search like $2
          and ($3 is null or d.kind = $3) and ($5 is null or d.offline = $5)
          and ($6 is null or d.last_seen_at < $6)
          and ($4 is null or exists (select from device_group_members m where m.workspace_id = $1 and m.group_id = $4 and m.device_id = d.id))
        limit 10001
      )
      select
        array(select id from found where $7 is null or (value, id) %3$s ($7::%2$s, $8)
          order by value %4$s, id %4$s limit $9 offset $10),
        (select count(*) from found)
    $query$, key, type, case when descending then '<' else '>' end, case when descending then 'desc' else 'asc' end)
    into ids, total
    using here, pattern, of_kind, in_group, is_offline, silent_since, after_value, after_id, size, skipped;
    if total > 10000 then ids := null; end if;
  end $$;
alter function find_devices owner to claviger_super;
