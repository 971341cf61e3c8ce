-- room: people/users
-- The search of users as it was, narrowed to a unit administrator's people where one searches.
create or replace function find_users(
  pattern text, sort text, descending boolean, after_value text, after_id uuid, skipped bigint, size integer,
  statuses smallint[], in_group uuid, in_unit uuid, of_source smallint, without_key boolean,
  out ids uuid[], out total bigint
)
  -- A seq scan would read the users of all workspaces
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
  as $$ declare
    here constant uuid := current_setting('app.workspace')::uuid;
    -- Set where a unit administrator searches; the policies do not reach into here
    within constant uuid[] := case when coalesce(current_setting('app.administrator', true), '') <> '' then administered_units() end;
    -- The expressions of the indexes
    key constant text := case sort
      when 'name' then 'sort_name' when 'userId' then 'sort_user_id' when 'employeeId' then 'sort_employee_id'
      when 'status' then 'status' when 'created' then 'created_at' when 'lastSignIn' then
        '(select s.last_sign_in_at from user_sign_ins s where s.workspace_id = u.workspace_id and s.user_id = u.id)'
    end;
    kind constant text := case sort when 'status' then 'smallint' when 'lastSignIn' then 'timestamptz' when 'created' then 'timestamptz' else 'text' end;
    -- Written only where asked for, so that the planner may begin with the members of a small group
    filters constant text := concat(
      case when statuses is not null then ' and u.status = any($3)' end,
      case when of_source is not null then ' and u.source = $4' end,
      case when without_key then ' and u.active_keys = 0' end,
      case when in_group is not null then ' and exists (select from group_members m where m.workspace_id = $1 and m.group_id = $6 and m.user_id = u.id)' end,
      case when in_unit is not null then ' and exists (select from unit_members m where m.workspace_id = $1 and m.unit_id = $7 and m.user_id = u.id)' end,
      case when within is not null then ' and exists (select from unit_members m where m.workspace_id = $1 and m.unit_id = any ($12) and m.user_id = u.id)' end
    );
    looked_at constant integer := 2500;
    everybody bigint;
  begin
    execute format($query$
      select count(*) from (select * from users where workspace_id = $1 and deleted_at is null order by id limit %s) u
      where u.search like $2 %s
    $query$, looked_at, filters)
    into total
    using here, pattern, statuses, of_source, without_key, in_group, in_unit, after_value, after_id, size, skipped, within;
    select coalesce(sum(c.users), 0) into everybody from head_counts c where c.workspace_id = here and c.of = here;
    -- By this sample there are so many that walking the list in its order meets them sooner than the index gathers them
    if within is null and everybody > looked_at and total * everybody / looked_at >= greatest(2000, everybody / 200) then
      return;
    end if;
    execute format($query$
      with found as materialized (
        select id, %1$s as value from users u
        where workspace_id = $1 and deleted_at is null and search like $2 %5$s
        limit 10001
      )
      select
        array(select id from found where $8 is null or (value, id) %3$s ($8::%2$s, $9)
          order by value %4$s, id %4$s limit $10 offset $11),
        (select count(*) from found)
    $query$, key, kind, case when descending then '<' else '>' end, case when descending then 'desc' else 'asc' end, filters)
    into ids, total
    using here, pattern, statuses, of_source, without_key, in_group, in_unit, after_value, after_id, size, skipped, within;
    if total > 10000 then ids := null; end if;
  end $$;
alter function find_users owner to claviger_super;
