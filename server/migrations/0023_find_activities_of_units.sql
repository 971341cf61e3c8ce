-- room: ground
-- The search of the log as it was, narrowed to a unit administrator's people where one searches.
create or replace function find_activities(pattern text, newest_first boolean, lowest uuid, highest uuid, kinds text, actions text[], outcome smallint, person uuid, most integer)
  returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
declare
  workspace constant uuid := current_setting('app.workspace')::uuid;
  direction constant text := case when newest_first then 'desc' else 'asc' end;
  wanted constant text := $_$plain(a.actor_name || ' ' || coalesce(a.object_name, '') || ' ' || coalesce(a.ip, '')) like $2
    and ($5 is null or a.kind = $5) and ($6 is null or a.action = any($6)) and ($7 is null or a.status = $7)
    and ($8 is null or a.actor_id = $8 or a.object_id = $8::text)
    and ($11 is null or a.actor_id = $12 or exists (
      select from unit_members m where m.workspace_id = $1 and m.unit_id = any ($11)
        and m.user_id in (a.actor_id, case when a.object_type = 'user' then a.object_id::uuid end)))$_$;
  -- Set where a unit administrator searches; the policies do not reach into here
  administrator constant uuid := nullif(current_setting('app.administrator', true), '')::uuid;
  within constant uuid[] := case when administrator is not null then administered_units() end;
  looked_at constant integer := 5000;
  last_seen uuid;
  seen integer;
  found_ids uuid[];
begin
  execute format('
    with near as materialized (
      select * from activities where workspace_id = $1 and id >= $3 and id < $4 order by id %1$s limit $9
    )
    select (select count(*) from near), (select id from near order by id %2$s limit 1),
      array(select a.id from near a where %3$s order by a.id %1$s limit $10)',
    direction, case when newest_first then 'asc' else 'desc' end, wanted)
    into seen, last_seen, found_ids
    using workspace, pattern, lowest, highest, kinds, actions, outcome, person, looked_at, most, within, administrator;
  return query select unnest(found_ids);
  if seen < looked_at or cardinality(found_ids) >= most then return; end if;
  if newest_first then highest := last_seen; else lowest := last_seen; end if;
  return query execute format('
    with rare as materialized (
      select a.id from activities a where a.workspace_id = $1 and a.id >= $3 and a.id < $4 and %2$s
    )
    select id from rare where id <> $9 order by id %1$s limit $10', direction, wanted)
    using workspace, pattern, lowest, highest, kinds, actions, outcome, person, last_seen, most - cardinality(found_ids), within, administrator;
end $$;
alter function find_activities owner to claviger_super;
