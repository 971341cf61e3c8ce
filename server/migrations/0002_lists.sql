-- room: ground (spans rooms)
-- Lists of users, keys and devices: what their filters and searches find.

-- Facts of a row as conditions: names and values are quoted, and only these comparisons are known.
create function facts_of(rows_of text, facts jsonb) returns text language sql immutable
  return coalesce((
    select string_agg(format(' and %I.%I %s (%L)', rows_of, f ->> 0,
      case when f ->> 1 in ('=', '<', '= any', 'is distinct from', 'is not distinct from') then f ->> 1 end,
      case jsonb_typeof(f -> 2) when 'array' then translate(f ->> 2, '[]', '{}') else f ->> 2 end), '')
    from jsonb_array_elements(facts) f
  ), '');

-- One page of the rows that a search and filters leave, and how many there are: exact below 10,001, but a lower bound
-- where `more` says so. Where `ids` is null, the caller walks its list in order. `unknown` says that it had to look at
-- rows to learn how often letters are met here, which can be known beforehand (search_shares). Whoever is `counting` wants
-- the total alone.
-- LIKE is not leak-proof, so under row-level security it may not use a trigram index. This function may, for it runs as
-- the role that sees all; it names the workspace for each table that it reads, and the units of whoever administers units.
-- It is told names and values (server/src/ground/db/listed.ts), and never a piece of a statement.
create function find_rows(ask jsonb, out ids uuid[], out total bigint, out more boolean, out unknown boolean)
  -- A seq scan would read the rows of all workspaces. The planner knows nothing of what a pattern finds, thinks of a
  -- twenty-fifth of all, and would join for that
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
    set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = on set max_parallel_workers_per_gather = 0
  as $$ declare
    workspace constant uuid := current_setting('app.workspace')::uuid;
    here constant text := format('workspace_id = %L', workspace);
    list constant text := ask ->> 'of';
    -- Whose a row is: what places have as members, and units
    whose constant text := list || case list when 'security_keys' then '.user_id' else '.id' end;
    member constant text := case list when 'devices' then 'm.device_id' else 'm.user_id' end;
    limited constant boolean := coalesce(current_setting('app.administrator', true), '') <> '';

    there constant text := format('%1$s where %1$s.%2$s', list, here) || facts_of(list, ask -> 'there');
    facts constant text := facts_of(list, ask -> 'facts');
    places constant text[] := array(
      select format('%I m where m.%s and m.%I = %L', p ->> 'members', here, p ->> 'of', p ->> 'id')
      from jsonb_array_elements(ask -> 'places') p
    ) || case when limited then array[format('unit_members m where m.%s and m.unit_id = any (%L)', here, administered_units())] end;
    -- All filters: for the planner, which may begin with a small group, and to be asked of one row after the other
    filters constant text := facts || array_to_string(array(
      select format(' and exists (select from %s and %s = %s)', p, member, whose) from unnest(places) p), '');
    each_one constant text := facts || array_to_string(array(
      select format(' and (select true from %s and %s = %s limit 1)', p, member, whose) from unnest(places) p), '');

    -- What a search meets: the text of a row; of a key the text of its owner and the number of its card, too. The limit
    -- makes the planner look at the owners of the few keys in question instead of finding all such owners
    pattern constant text := quote_literal(ask ->> 'pattern');
    -- Of several words each stands somewhere in the text; the index looks for all of them at once. Only the text of users
    -- begins with a blank, so that each beginning of a word follows one
    words constant text[] := array_remove(
      array[ask ->> 'pattern'] || array(select jsonb_array_elements_text(coalesce(ask -> 'also', '[]'))), null);
    own constant text := array_to_string(array(
      select format(case when list = 'users' or word not like '\% %' then '%1$s like %2$L' else '(%1$s like %2$L or %1$s like %3$L)' end,
        format('%I.%I', list, ask ->> 'searched'), word, substr(word, 3)) from unnest(words) word), ' and ');
    owners constant text := format('users u where u.%s and u.deleted_at is null', here)
      || array_to_string(array(select format(' and u.search like %L', word) from unnest(words) word), '');
    numbers constant text := facts_of(list, ask -> 'numbers');
    others constant text := case when numbers = '' then 'false'
      else format('((select true from %s and u.id = %s limit 1) or true %s)', owners, whose, numbers) end;

    beside constant text := ask #>> '{sort,in}';
    key constant text := case when beside is null then format('%s.%I', list, ask #>> '{sort,column}')
      else format('(select s.%I from %I s where s.%s and s.%I = %s.%I)',
        ask #>> '{sort,column}', beside, here, ask #>> '{sort,key}', list, ask #>> '{sort,on}') end;
    direction constant text := case when (ask ->> 'descending')::boolean then ' desc' else ' asc' end;
    past constant text := case when ask #>> '{after,value}' is not null then
      format(case direction when ' desc' then ' < (%L, %L)' else ' > (%L, %L)' end, ask #>> '{after,value}', ask #>> '{after,id}') end;
    beyond constant text := coalesce(format(' and (%s, %s.id)', key, list) || past, '');
    ordered constant text := format(' order by %s%s, %s.id%2$s', key, direction, list);
    size constant integer := ask ->> 'size';
    skipped constant bigint := ask ->> 'skipped';
    page constant text := format(' order by value%1$s, id%1$s limit %2$s offset %3$s', direction, size, skipped);
    columns constant text := format('select %s.id, %s as value from ', list, key);
    met constant text := case when pattern is null then '' else format(' and (%s or %s)', own, others) end;
    found_by_others constant text := case when pattern is not null and numbers <> '' then columns
      || format('(select u.id from %s) u, %s and %s = u.id', owners, there, whose) || filters
      || ' union ' || columns || there || numbers || filters end;

    counting constant boolean := coalesce((ask ->> 'counting')::boolean, false);
    looked_at constant integer := ask ->> 'sample';
    first_rows constant text := format('select * from %s order by id limit %s', there, looked_at);
    walked constant integer := ask ->> 'walk';
    everything bigint;
    own_share numeric;
    met_share numeric;
    other_share numeric := 0;
    many boolean;
    crowded boolean;
    alone boolean;
    small text;
    other_ids uuid[];
  begin
    if list not in ('users', 'security_keys', 'devices') then raise exception 'no list of %', list; end if;
    if limited and list = 'devices' then
      ids := '{}'; total := 0; return;  -- units have no devices
    end if;
    -- All members of a place may be meant; of keys and devices the planner must look at few, one by one
    if list = 'users' then
      perform set_config('enable_hashjoin', 'on', true), set_config('enable_mergejoin', 'on', true);
    end if;
    everything := coalesce(case list
      when 'users' then (select sum(c.users) from head_counts c where c.workspace_id = workspace and c.of = workspace)
      when 'security_keys' then (select sum(c.keys) from key_counts c where c.workspace_id = workspace)
      else (select sum(c.devices) from device_counts c where c.workspace_id = workspace) end, 0);
    if counting then
      met_share := 0;
      own_share := coalesce(share_of(workspace, list, everything, ask -> 'letters'), 1);
    elsif pattern is null then
      execute format('select count(*) from (select from %s limit 10001) counted', there || filters) into total;
      many := total > 10000;
      crowded := many or total * walked >= everything * size;
    elsif everything <= looked_at then
      -- So few that nothing has to be chosen
      met_share := 0;
      own_share := 1;
    else
      own_share := share_of(workspace, list, everything, ask -> 'letters');
      if numbers <> '' then
        other_share := share_of(workspace, 'users', (select sum(c.users)::bigint from head_counts c
          where c.workspace_id = workspace and c.of = workspace), ask -> 'letters');
      end if;
      unknown := own_share is null or other_share is null;
      met_share := least(1, own_share + other_share);
      own_share := met_share;
    end if;
    -- What filters leave of a common text only a look at some rows can tell
    if unknown or (met_share * everything >= 2000 and filters <> '') then
      -- Where a row is met by its own text alone, it need not be copied to be judged twice
      execute format($query$
        select count(*) filter (where %3$s or %4$s) / %6$s.0, count(*) filter (where (%3$s or %4$s) %1$s) / %6$s.0,
          count(*) filter (where %4$s) / %6$s.0
        from (%5$s) %2$s
      $query$, each_one, list,
        case when numbers = '' then own else 'own' end, case when numbers = '' then 'false' else 'other' end,
        case when numbers = '' then first_rows
          else format('select %s.*, %s as own, %s as other from (%s) %1$s offset 0', list, own, others, first_rows) end, looked_at)
      into own_share, met_share, other_share;
    end if;
    if pattern is not null or counting then
      -- So many that walking the list in its order meets them sooner than the index gathers them
      many := met_share * everything >= greatest(2000, everything * (ask ->> 'share')::numeric);
      crowded := many or (not counting and own_share * everything >= 2000 and met_share * walked >= size);
    end if;
    alone := pattern is not null and many and (ask ->> 'alone')::boolean and numbers = '';
    -- A page is soon full where so many are meant, unless the order has to do with what is asked for
    if not limited and crowded and skipped < 1000 and (beside is null or beside = 'user_sign_ins') and not alone then
      execute format('select array(select %s.id from ', list) || case when beside is null
        then format('(select %s.* from %s limit %s) %1$s', list, there || beyond || ordered, walked)
        else format('(select s.user_id from user_sign_ins s where s.%s and not s.binned %s order by s.last_sign_in_at%s, s.user_id%3$s limit %s) s
          cross join lateral (select * from %s and users.id = s.user_id offset 0) users',
          here, coalesce(' and (s.last_sign_in_at, s.user_id)' || past, ''), direction, walked, there) end
        || format(' where true %s %s limit %s offset %s)', met, each_one, size, skipped)
        into ids;
      if cardinality(ids) = size then
        more := pattern is not null or many;
        return;
      end if;
      ids := null;
    end if;
    -- Where the order and the pattern have to do with each other, as where names begin alike, the texts can be walked in the
    -- index alone, which is some ten times quicker; the keys that others than their names find must be few
    if not limited and many and other_share * everything < 2000 and (ask ->> 'alone')::boolean then
      execute format('select array(select id from (%s limit 10001) found)', coalesce(found_by_others, 'select null::uuid as id'))
        into other_ids;
      if cardinality(other_ids) <= 10000 then
        perform set_config('enable_bitmapscan', 'off', true);
        execute format($query$
          with alone as materialized (
            select n.id, n.value from (%1$s %2$s and %3$s %4$s %5$s) n
            where (select true from %2$s and %6$s.id = n.id %7$s limit 1) limit %8$s
          )
          select array(select id from (
            select id, value from alone union %1$s %2$s and %6$s.id = any (%9$L) %4$s
          ) found %10$s)
        $query$, columns, there, own, beyond, ordered, list, each_one, size + skipped, other_ids, page)
        into ids;
        more := true;
        return;
      end if;
    end if;
    -- Gathering finds no more than so many
    if not limited and many and (pattern is null or met_share * everything > 10000) then
      more := true;
      return;
    end if;
    -- Where the pattern finds more than a group or a unit has, its members are looked at one by one
    select format('(select %s as id from %I m where m.%s and m.%I = %L offset 0) member
        cross join lateral (select * from %s and %s = member.id offset 0) %s where true %s %s',
        member, p ->> 'members', here, p ->> 'of', p ->> 'id', there, whose, list, met, filters)
      into small from jsonb_array_elements(ask -> 'places') p
      where list <> 'devices' and own_share * everything > (select coalesce(sum(case list when 'users' then c.users else c.keys end), 0)
        from head_counts c where c.workspace_id = workspace and c.of = (p ->> 'id')::uuid) limit 1;
    execute format('with found as materialized (%s limit 10001)
      select array(select id from found %s), (select count(*) from found)',
      columns || coalesce(small, there || case when pattern is null then '' else ' and ' || own end || filters || coalesce(' union ' || found_by_others, '')),
      coalesce('where (value, id)' || past, '') || page)
    into ids, total;
    if total > 10000 then ids := null; end if;
  end $$;
alter function find_rows owner to claviger_super;
