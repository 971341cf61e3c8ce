-- room: oversight/activity
-- Finds the log entries that a list shows. To keep writing fast, a new entry has few indexes. The indexes for filters
-- are on activity_links, where an entry gets its position in the chain a few seconds later. A search therefore combines
-- the linked entries with those that still wait for a position. LIKE is not leakproof, so it can't use a trigram index
-- under row-level security. These functions run as claviger_super, and apply the workspace and the units of a unit
-- administrator themselves.

-- The transaction ID below which all entries of the workspace have a position, by the workspace's own row or by the
-- newest row of all logs. Null if the workspace has no chain yet, or if the database was restored into another cluster
-- and not linked since: then any entry may lack a position.
create function placed_below() returns bigint
  language sql stable security definer set search_path = public, pg_temp
  return (select case when l.linked_below <= pg_snapshot_xmax(pg_current_snapshot())
      then greatest(l.linked_below, newest.all_below) else newest.all_below end::text::bigint
    from activity_linking l, (select all_below from activity_linking order by all_below desc limit 1) newest
    where l.workspace_id = current_setting('app.workspace')::uuid
      and newest.all_below <= pg_snapshot_xmax(pg_current_snapshot())
      and exists (select from activity_chains c where c.workspace_id = current_setting('app.workspace')::uuid));
alter function placed_below owner to claviger_super;

-- Condition on `a` for entries that may lack a position. If a transaction ID limits them, `is not false` hides the
-- other conditions from the planner, so that only the index on transaction IDs fits. Otherwise the planner would choose
-- another index, because it overestimates the number of recent entries.
create function waits() returns text language sql stable
  return coalesce('a.xid >= ' || placed_below() || ' and (a.workspace_id = $1) is not false and (a.id >= $3 and a.id < $4) is not false',
    'a.workspace_id = $1 and a.id >= $3 and a.id < $4');

-- Sign-ins in [lowest, highest) that may lack a position.
create function waiting_sign_ins(actions text[], lowest uuid, highest uuid) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off rows 20
  as $$ begin
    return query execute 'select a.id from activities a where ' || waits() || ' and a.action = any ($2)
      and not exists (select from activity_links l where l.workspace_id = $1
        and l.who = who_of(a.actor_id, a.actor_name) and l.activity_id = a.id)'
      using current_setting('app.workspace')::uuid, actions, lowest, highest;
end $$;
alter function waiting_sign_ins owner to claviger_super;

-- IDs of at most `most` matching entries in [lowest, highest), from the end that `newest_first` chooses. If `since` is
-- set, only those that transactions from `since` on wrote, newest transaction first. `patterns` has one LIKE pattern
-- for each search word, and `word` is the pattern of the longest word, which lies within one name of an entry. `meant`
-- are the actions of the requested kind.
create function find_activities(patterns text[], word text, newest_first boolean, lowest uuid, highest uuid, kinds text, meant text[],
    actions text[], outcome smallint, about uuid, since bigint, most integer)
  returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp rows 50
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  as $$
declare
  workspace constant uuid := current_setting('app.workspace')::uuid;
  -- Set for a unit administrator: row-level security doesn't apply inside this function
  administrator constant uuid := nullif(current_setting('app.administrator', true), '')::uuid;
  within constant uuid[] := case when administrator is not null then administered_units() end;
  ordered constant text := case when newest_first then ' desc' else ' asc' end;
  key constant text := 'a.workspace_id = $1 and a.id >= $3 and a.id < $4';
  rest constant text := concat(
    case when patterns is not null then
      ' and plain('' '' || a.actor_name || '' '' || coalesce(a.object_name, '''') || '' '' || coalesce(a.ip, '''')) like all ($2)' end,
    case when kinds is not null then ' and a.kind = $5' end,
    case when actions is not null then ' and a.action = any ($6)' end,
    case when outcome is not null then ' and a.status = ' || outcome end,
    case when within is not null then ' and (a.actor_id = $9 or exists (select from unit_members m
      where m.workspace_id = $1 and m.unit_id = any ($10)
        and m.user_id in (a.actor_id, case when a.object_type = ''user'' then a.object_id::uuid end)))' end);
  whole constant text := rest || case when about is null then '' else ' and (a.actor_id = $7 or a.object_id = $7::text)' end;
  -- Checks a linked entry by a lookup of its own
  line constant text := case when whole = '' then '' else
    ' and (select true from activities a where a.workspace_id = $1 and a.id = l.activity_id' || whole || ' limit 1)' end;
  places constant text := 'select l.activity_id as id from activity_links l
    where l.workspace_id = $1 and l.activity_id >= $3 and l.activity_id < $4';
  few constant text := ' order by 1' || ordered || ' limit $8 + 1';
  waiting constant text := ' union select a.id from activities a where ' || waits() || whole;
  walk constant text := 'select a.id from activities a where ' || key || whole || ' order by a.id' || ordered || ' limit $8 + 1';
  -- All filters are on columns of activity_links
  placed constant boolean := patterns is null and outcome is null and within is null and (kinds is null or actions is null);
  -- Failures have an index of their own and are few
  failures constant boolean := outcome = 2 and about is null and patterns is null;
  looked_at constant integer := case when patterns is null then greatest(2000, least(most * 3, 30000)) else 2000 end;
  things text[];
  last_seen uuid;
  seen integer := 0;
  found uuid[] := '{}';
  way text;
begin
  if since is not null then
    return query execute 'select a.id from activities a where a.xid >= $11 and (a.workspace_id = $1) is not false
      and (a.id >= $3 and a.id < $4) is not false' || whole || ' order by a.xid desc, a.id desc limit $8'
      using workspace, patterns, lowest, highest, kinds, actions, about, most, administrator, within, since;
    return;
  end if;
  -- A frequent match is found among the first entries of the range, so the search reads `looked_at` of them first
  if about is null and actions is null and (patterns is not null or kinds is not null) and not placed and not coalesce(failures, false) then
    execute 'with near as materialized (select * from activities a where ' || key || ' order by a.id' || ordered || ' limit $11)
      select (select count(*) from near), (select id from near order by id' || case when newest_first then '' else ' desc' end || ' limit 1),
        array(select a.id from near a where true' || whole || ' order by a.id' || ordered || ' limit $8)'
      into seen, last_seen, found
      using workspace, patterns, lowest, highest, kinds, actions, about, most, administrator, within, looked_at;
    return query select unnest(found);
    if seen < looked_at or cardinality(found) >= most then return; end if;
    if newest_first then highest := last_seen; else lowest := last_seen; end if;
  end if;
  if about is not null then
    way := '(' || places || ' and l.who = who_of($7, null)' || line || few || ') union (select a.id from activities a where '
      || key || ' and a.object_id = $7::text' || rest || few || ')' || waiting;
  elsif failures then
    way := walk;
  elsif coalesce(actions, case when patterns is null then meant end) is not null then
    way := 'select each.id from unnest($12) named (action) cross join lateral (' || places || ' and l.action = named.action'
      || case when placed then '' else line end || few || ') each' || waiting;
  elsif word is not null then
    execute 'select array(select distinct thing from (
        select thing from activity_names where workspace_id = $1 and name like $2 limit 20000) known limit 1001)'
      into things using workspace, word;
    way := case when cardinality(things) > 1000 then walk else
      'select each.id from unnest($11) known (thing) cross join lateral ((' || places || ' and l.who = hashtextextended(known.thing, 0)'
      || line || few || ') union all (select a.id from activities a where ' || key || ' and a.object_id = known.thing' || whole || few
      || ')) each' || waiting end;
  else
    way := walk;
  end if;
  return query execute 'select id from (' || way || ') found where id is distinct from $13 order by id' || ordered || ' limit $14'
    using workspace, patterns, lowest, highest, kinds, actions, about, most, administrator, within, things,
      coalesce(actions, meant), last_seen, most - cardinality(found);
end $$;
alter function find_activities owner to claviger_super;

-- IDs of at most `most` entries in [lowest, highest), from the end that `newest_first` chooses, filtered also by
-- object, device, and IP address. If `since` is set, only those that transactions from `since` on wrote. It runs as
-- claviger_super because the operator that reads `decision` is not leakproof. Like find_activities, it applies the
-- workspace and the units of a unit administrator itself.
create function find_activities_at(objects text[], devices text[], address text, patterns text[], newest_first boolean,
    lowest uuid, highest uuid, kinds text, actions text[], outcome smallint, about uuid, since bigint, most integer)
  returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp rows 50
  as $$
declare
  workspace constant uuid := current_setting('app.workspace')::uuid;
  administrator constant uuid := nullif(current_setting('app.administrator', true), '')::uuid;
  within constant uuid[] := case when administrator is not null then administered_units() end;
begin
  return query execute concat('select a.id from activities a where a.workspace_id = $1 and a.id >= $2 and a.id < $3',
      case when objects is not null then ' and a.object_id = any ($4)' end,
      case when devices is not null then ' and a.decision #>> ''{facts,device}'' = any ($5)' end,
      case when address is not null then ' and a.ip = $6 and a.ip <> ''''' end,
      case when patterns is not null then
        ' and plain('' '' || a.actor_name || '' '' || coalesce(a.object_name, '''') || '' '' || coalesce(a.ip, '''')) like all ($7)' end,
      case when kinds is not null then ' and a.kind = $8' end,
      case when actions is not null then ' and a.action = any ($9)' end,
      case when outcome is not null then ' and a.status = ' || outcome end,
      case when about is not null then ' and (a.actor_id = $10 or a.object_id = $10::text)' end,
      case when since is not null then ' and a.xid >= $11' end,
      case when within is not null then ' and (a.actor_id = $12 or exists (select from unit_members m
        where m.workspace_id = $1 and m.unit_id = any ($13)
          and m.user_id in (a.actor_id, case when a.object_type = ''user'' then a.object_id::uuid end)))' end,
      ' order by a.id', case when newest_first then ' desc' end, ' limit $14')
    using workspace, lowest, highest, objects, devices, address, patterns, kinds, actions, about, since, administrator, within, most;
end $$;
alter function find_activities_at owner to claviger_super;
