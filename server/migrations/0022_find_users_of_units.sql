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
  begin
    select count(*) into total from (
      select from (select search from users where workspace_id = here and deleted_at is null order by id limit 2500) first
      where search like pattern limit 500
    ) matching;
    if total = 500 and within is null then return; end if;
    execute format($query$
      with found as materialized (
        select id, %1$s as value from users u
        where workspace_id = $1 and deleted_at is null and search like $2
          and ($3 is null or status = any($3)) and ($4 is null or source = $4) and ($5 is not true or active_keys = 0)
          and ($6 is null or exists (select from group_members m where m.workspace_id = $1 and m.group_id = $6 and m.user_id = u.id))
          and ($7 is null or exists (select from unit_members m where m.workspace_id = $1 and m.unit_id = $7 and m.user_id = u.id))
          and ($12 is null or exists (select from unit_members m where m.workspace_id = $1 and m.unit_id = any ($12) and m.user_id = u.id))
        limit 10001
      )
      select
        array(select id from found where $8 is null or (value, id) %3$s ($8::%2$s, $9)
          order by value %4$s, id %4$s limit $10 offset $11),
        (select count(*) from found)
    $query$, key, kind, case when descending then '<' else '>' end, case when descending then 'desc' else 'asc' end)
    into ids, total
    using here, pattern, statuses, of_source, without_key, in_group, in_unit, after_value, after_id, size, skipped, within;
    if total > 10000 then ids := null; end if;
  end $$;
alter function find_users owner to claviger_super;
