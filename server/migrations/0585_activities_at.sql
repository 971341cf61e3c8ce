-- room: oversight/activity
-- Lines by key, application, computer, and address. Uses at a computer have a decision that names it; other lines are not
-- in its index.
create index activities_at_computer on activities (workspace_id, (decision #>> '{facts,device}'), id)
  where decision #>> '{facts,device}' is not null;
create index activities_by_address on activities (workspace_id, ip, id) where ip <> '';

-- Ids of at most so many lines, from one end of [lowest, highest) on, or of those that transactions from `since` on have
-- written. As find_activities, it runs as the role that sees all, because the operator that reads a decision is not
-- leak-proof; it names the workspace itself, and the units of the caller, if an administrator of units.
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
