-- room: ground (written by record.ts, read by oversight/activity)
-- Written at each act and never changed. It is cut by months, so that a month which nobody keeps any more goes at once. An id
-- is of version 7 and begins with the instant, so a range of ids is a range of time, and the key of the table can be what it is
-- cut by. No foreign key leads out of it: each line would lock the row of its workspace, and a month could neither come
-- nor go without a lock on all workspaces.
create table activities (
  workspace_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  kind text not null check (kind in ('use', 'change')),
  action text not null check (length(action) <= 60),
  status smallint not null check (status in (1, 2)),   -- 1 succeeded, 2 failed
  reason text check (length(reason) <= 300),
  actor_id uuid,                  -- no foreign key: the log outlives the people in it
  actor_name text not null check (length(actor_name) <= 260),
  object_type text check (length(object_type) <= 40),
  object_id text check (length(object_id) <= 100),
  object_name text check (length(object_name) <= 260),
  before jsonb,
  after jsonb,
  ip text check (length(ip) <= 45),
  user_agent text check (length(user_agent) <= 400),
  request_id text check (length(request_id) <= 60),
  xid bigint not null default pg_current_xact_id()::text::bigint,  -- tells when a line is safe to link: once all transactions before it have ended
  primary key (workspace_id, id)
) partition by range (id);
create index activities_of_actor on activities (workspace_id, actor_id, id) where actor_id is not null;
create index activities_of_object on activities (workspace_id, object_id, id) where object_id is not null;
create index activities_by_action on activities (workspace_id, action, id);
create index activities_by_kind on activities (workspace_id, kind, id);
create index activities_failed on activities (workspace_id, id) where status = 2;
create index activities_sign_ins on activities (workspace_id, at, status) where kind = 'use' and action like 'sign-in.%';
create index activities_search on activities
  using gin (workspace_id, plain(actor_name || ' ' || coalesce(object_name, '') || ' ' || coalesce(ip, '')) gin_trgm_ops);
-- Lines come in the order of transactions, but for a few, so summaries of pages find the newest; a line that comes writes none
create index activities_by_transaction on activities using brin (xid) with (pages_per_range = 64, autosummarize = on);
call guard_tenant('activities');

-- What is written stays as it is; only the retention, which sees all workspaces, takes the oldest lines away.
revoke update, delete on activities from claviger_app, claviger_unit;
revoke update on activities from claviger_super;

-- Nobody reaches a part but through the whole, where the policies are: parts have none, and no rights.
create procedure guard_part(name text) language plpgsql as $$ begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('revoke all on %I from claviger_app, claviger_super, claviger_unit', name);
end $$;

-- What is of no month that was made: dated before the installation, or after all months if nobody made any for long. No act
-- is ever refused because the log has no place for it.
create table activities_rest partition of activities default;
call guard_part('activities_rest');

create function lowest_id_at(at timestamptz) returns uuid language sql immutable
  return (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;

-- Makes the months from one instant to another as far as they are missing; answers how many. It works as the owner of the
-- tables, for the login of the servers may make none. A month of which lines stand in the rest already is left out.
create function make_log_months(since timestamptz, until timestamptz) returns integer
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '1s'
  as $$
declare
  month timestamp;
  name text;
  made integer := 0;
begin
  for month in select generate_series(date_trunc('month', since at time zone 'utc'), until at time zone 'utc', interval '1 month') loop
    name := 'activities_' || to_char(month, 'YYYY_MM');
    continue when to_regclass(name) is not null;
    begin
      execute format('create table %I (like activities including all)', name);
      call guard_part(name);
      -- Writers wait for this no longer than the rest is empty
      execute format('alter table activities attach partition %I for values from (%L) to (%L)', name,
        lowest_id_at(month at time zone 'utc'), lowest_id_at((month + interval '1 month') at time zone 'utc'));
      made := made + 1;
    exception when check_violation or duplicate_table then null;
    end;
  end loop;
  return made;
end $$;

-- Takes a month away with all its lines. Whoever asks holds the chains of all whose lines they are (oversight/log-chain).
create function drop_log_month(month text) returns void
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '1s'
  as $$ begin
    if month !~ '^activities_\d{4}_\d{2}$' or month >= 'activities_' || to_char(now() at time zone 'utc', 'YYYY_MM') then
      raise exception '% is no month that is over', month;
    end if;
    execute format('drop table %I', month);
end $$;
revoke execute on function make_log_months, drop_log_month from public;
grant execute on function make_log_months, drop_log_month to claviger_super;
select make_log_months(now(), now() + interval '2 months');

-- Ids of entries that mention a text, in order of time, within [lowest, highest). LIKE is not leak-proof, so under
-- row-level security it may not use the trigram index; this function may, and names the workspace itself.
-- A text that many entries mention is found among the newest few thousand; only a rare one is looked up in the index,
-- for that lists all its entries before it can put them in order.
create function find_activities(pattern text, newest_first boolean, lowest uuid, highest uuid, kinds text, actions text[], outcome smallint, person uuid, most integer)
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
