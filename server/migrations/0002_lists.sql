-- room: ground (spans rooms)
-- Search and filters of the lists of users, keys, and devices.

-- Turns facts (column, operator, value) into SQL conditions. It quotes names and values and accepts only the listed
-- operators; any other operator makes the statement fail.
create function facts_of(rows_of text, facts jsonb) returns text language sql immutable
  return coalesce((
    select string_agg(format(' and %I.%I %s (%L)', rows_of, f ->> 0,
      case when f ->> 1 in ('=', '<', '= any', 'is distinct from', 'is not distinct from') then f ->> 1 end,
      case jsonb_typeof(f -> 2) when 'array' then translate(f ->> 2, '[]', '{}') else f ->> 2 end), '')
    from jsonb_array_elements(facts) f
  ), '');

-- Returns one page of the rows that match a search and filters, and their total: exact up to 10,000. If `more` is true,
-- the total is null or only a lower bound. If `ids` is null, the caller scans the list in its sort order instead.
-- `unknown` means that the function had to sample rows to estimate how many match, because search_shares has no
-- statistics that fit. With `counting`, the caller needs only the total.
-- LIKE is not leak-proof, so under row-level security PostgreSQL does not use a trigram index for it. This function
-- runs as the role that sees all rows, so it can use the index. Therefore it filters each table by the workspace
-- itself, and by units for a unit administrator. The caller (server/src/platform/db/list-definition.ts) passes only
-- names and values, never SQL fragments.
create function find_rows(ask jsonb, out ids uuid[], out total bigint, out more boolean, out unknown boolean)
  -- A sequential scan would read the rows of all workspaces. The planner can't estimate how many rows a pattern
  -- matches, assumes 4 %, and would choose hash or merge joins for that number
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
    set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = on set max_parallel_workers_per_gather = 0
  as $$ declare
    workspace constant uuid := current_setting('app.workspace')::uuid;
    here constant text := format('workspace_id = %L', workspace);
    list constant text := ask ->> 'of';
    -- The ID that memberships refer to: groups and units have users as members, so a key counts as its owner
    whose constant text := list || case list when 'security_keys' then '.user_id' else '.id' end;
    member constant text := case list when 'devices' then 'm.device_id' else 'm.user_id' end;
    limited constant boolean := coalesce(current_setting('app.administrator', true), '') <> '';

    there constant text := format('%1$s where %1$s.%2$s', list, here) || facts_of(list, ask -> 'there');
    facts constant text := facts_of(list, ask -> 'facts');
    places constant text[] := array(
      select format('%I m where m.%s and m.%I = %L', p ->> 'members', here, p ->> 'of', p ->> 'id')
      from jsonb_array_elements(ask -> 'places') p
    ) || case when limited then array[format('unit_members m where m.%s and m.unit_id = any (%L)', here, administered_units())] end;
    -- All filters in two forms: `filters` lets the planner start from a small group, `each_one` (a scalar subquery with
    -- a limit) makes it check one row after the other
    filters constant text := facts || array_to_string(array(
      select format(' and exists (select from %s and %s = %s)', p, member, whose) from unnest(places) p), '');
    each_one constant text := facts || array_to_string(array(
      select format(' and (select true from %s and %s = %s limit 1)', p, member, whose) from unnest(places) p), '');

    -- A search matches the text of a row. It also matches a key by the text of its owner and by its card number. The
    -- limit in `others` makes the planner check the owner of each candidate key instead of searching all owners first
    pattern constant text := quote_literal(ask ->> 'pattern');
    -- Every word must occur in the text; one index scan combines all words. Only the text of users begins with a space,
    -- so for other lists a pattern that starts with a space must also match at the start of the text
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
    -- A filter can match all members of a large group, so for users the planner can use hash and merge joins. For
    -- keys and devices, nested loops check the few candidates one by one
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
      -- With so few rows, every plan is fast, so no estimate is needed
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
    -- Statistics describe only the text. How many rows match both a common text and the filters needs a sample of rows
    if unknown or (met_share * everything >= 2000 and filters <> '') then
      -- With `numbers`, a subquery evaluates the two conditions once per row. Without, there is only one condition, and
      -- the copy of each row would cost more than it saves
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
      -- With so many matches, a scan in sort order fills a page sooner than the index collects all matches
      many := met_share * everything >= greatest(2000, everything * (ask ->> 'share')::numeric);
      crowded := many or (not counting and own_share * everything >= 2000 and met_share * walked >= size);
    end if;
    alone := pattern is not null and many and (ask ->> 'alone')::boolean and numbers = '';
    -- With so many matches, a scan in sort order soon fills a page, unless the sort order correlates with the pattern
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
    -- If the list is sorted by the searched text, matches can lie close together (names with the same beginning). An
    -- index-only scan over the text in sort order is about ten times faster here. It finds no keys that match only by
    -- owner or card number; those are added, so they must be few
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
    -- The statement below stops at 10,001 matches, so with more matches it can't sort them: the caller scans instead
    if not limited and many and (pattern is null or met_share * everything > 10000) then
      more := true;
      return;
    end if;
    -- If the pattern matches more rows than a group or unit has members, check the members one by one
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
