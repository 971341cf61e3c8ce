-- room: people/head-counts (spans rooms)
-- Stored numbers of users and their keys, by status, in a group, a unit, or the whole workspace. Triggers on users,
-- group_members, and unit_members maintain them; a number is the sum of all rows with the same `of`. Counting a large
-- group takes a tenth of a second, and a list shows fifty groups. Each change inserts a row with the difference instead
-- of updating a shared row, so that no transaction waits for another one's lock. The cleanup merges the rows.
create table head_counts (
  workspace_id uuid not null references workspaces on delete cascade,
  of uuid not null,               -- a group, a unit, or the workspace itself
  id bigint not null generated always as identity,
  status smallint not null,
  users bigint not null,
  keys bigint not null,
  primary key (workspace_id, of, id) include (status, users, keys)
);
call guard_tenant('head_counts');

-- A unit administrator sees all users of the administered units, but only some users of a group. So the policy shows
-- only the counts of units.
create policy own_units on head_counts for select to claviger_unit
  using (workspace_id = current_setting('app.workspace')::uuid and of = any ((select administered_units())::uuid[]));

-- Counts users who were added to a group or removed from it. The lock on the users keeps another transaction from
-- changing their status until the commit. The planner has no statistics for a transition table, so the settings force
-- one index lookup per user. If the workspace itself is being deleted, there is nothing to count.
create function count_group_members() returns trigger language plpgsql security definer set search_path = public, pg_temp
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
  as $$ declare
    sign constant integer := case tg_op when 'INSERT' then 1 else -1 end;
  begin
    with held as materialized (
      select c.workspace_id, c.group_id as of, u.status, u.active_keys
      from changed c join users u on u.workspace_id = c.workspace_id and u.id = c.user_id
      where u.deleted_at is null order by u.id for share of u
    )
    insert into head_counts (workspace_id, of, status, users, keys)
      select h.workspace_id, of, status, sign * count(*), sign * sum(active_keys)
      from held h where exists (select from workspaces w where w.id = h.workspace_id)
      group by h.workspace_id, of, status;
    return null;
end $$;
alter function count_group_members owner to claviger_super;
create trigger group_members_come after insert on group_members
  referencing new table as changed for each statement execute function count_group_members();
create trigger group_members_go after delete on group_members
  referencing old table as changed for each statement execute function count_group_members();

create function count_unit_members() returns trigger language plpgsql security definer set search_path = public, pg_temp
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
  as $$ declare
    sign constant integer := case tg_op when 'INSERT' then 1 else -1 end;
  begin
    with held as materialized (
      select c.workspace_id, c.unit_id as of, u.status, u.active_keys
      from changed c join users u on u.workspace_id = c.workspace_id and u.id = c.user_id
      where u.deleted_at is null order by u.id for share of u
    )
    insert into head_counts (workspace_id, of, status, users, keys)
      select h.workspace_id, of, status, sign * count(*), sign * sum(active_keys)
      from held h where exists (select from workspaces w where w.id = h.workspace_id)
      group by h.workspace_id, of, status;
    return null;
end $$;
alter function count_unit_members owner to claviger_super;
create trigger unit_members_come after insert on unit_members
  referencing new table as changed for each statement execute function count_unit_members();
create trigger unit_members_go after delete on unit_members
  referencing old table as changed for each statement execute function count_unit_members();

-- The next three triggers count users who are created, changed, or deleted: in the workspace and in each of their
-- groups and units. A new user has no memberships yet.
create function count_new_users() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    insert into head_counts (workspace_id, of, status, users, keys)
      select workspace_id, workspace_id, status, count(*), sum(active_keys) from added where deleted_at is null
      group by workspace_id, status;
    return null;
end $$;
alter function count_new_users owner to claviger_super;
create trigger users_come after insert on users
  referencing new table as added for each statement execute function count_new_users();

create function count_changed_users() returns trigger language plpgsql security definer set search_path = public, pg_temp
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
  as $$ begin
    with moved as materialized (
      select workspace_id, id, status, active_keys, sum(sign) as sign from (
        select workspace_id, id, status, active_keys, -1 as sign from before where deleted_at is null
        union all select workspace_id, id, status, active_keys, 1 from after where deleted_at is null
      ) each group by workspace_id, id, status, active_keys having sum(sign) <> 0
    )
    insert into head_counts (workspace_id, of, status, users, keys)
      select u.workspace_id, place.of, u.status, sum(u.sign), sum(u.sign * u.active_keys)
      from moved u cross join lateral (
        select u.workspace_id as of
        union all select m.group_id from group_members m where m.workspace_id = u.workspace_id and m.user_id = u.id
        union all select m.unit_id from unit_members m where m.workspace_id = u.workspace_id and m.user_id = u.id
      ) place
      group by u.workspace_id, place.of, u.status having sum(u.sign) <> 0 or sum(u.sign * u.active_keys) <> 0;
    return null;
end $$;
alter function count_changed_users owner to claviger_super;
create trigger users_change after update on users
  referencing old table as before new table as after for each statement execute function count_changed_users();

-- Deleted users in the recycle bin are not counted any longer, so this runs only for a user who is removed directly. It
-- runs before the delete, because the delete cascades to the memberships.
create function count_gone_user() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    insert into head_counts (workspace_id, of, status, users, keys)
      select old.workspace_id, place.of, old.status, -1, -old.active_keys
      from (
        select old.workspace_id as of
        union all select m.group_id from group_members m where m.workspace_id = old.workspace_id and m.user_id = old.id
        union all select m.unit_id from unit_members m where m.workspace_id = old.workspace_id and m.user_id = old.id
      ) place where exists (select from workspaces w where w.id = old.workspace_id);
    return old;
end $$;
alter function count_gone_user owner to claviger_super;
create trigger users_go before delete on users
  for each row when (old.deleted_at is null) execute function count_gone_user();

-- Counts only the users that a unit administrator sees, from the rows themselves: one row for each group, and one with
-- the workspace's ID for all of these users.
create function own_head_counts() returns table (of uuid, users bigint, keys bigint)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    with people as materialized (
      select u.workspace_id, u.id, u.active_keys
      from users u
      where u.workspace_id = current_setting('app.workspace')::uuid and u.deleted_at is null and u.id in (
        select m.user_id from unit_members m
        where m.workspace_id = current_setting('app.workspace')::uuid and m.unit_id = any (administered_units())
      )
    )
    select p.workspace_id, count(*), coalesce(sum(p.active_keys), 0) from people p group by p.workspace_id
    union all
    select m.group_id, count(*), coalesce(sum(p.active_keys), 0)
    from people p join group_members m on m.workspace_id = p.workspace_id and m.user_id = p.id
    group by m.group_id;
  end;
alter function own_head_counts owner to claviger_super;
