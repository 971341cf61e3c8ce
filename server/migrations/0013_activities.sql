-- room: ground (written by record.ts, read by oversight/activity)
-- The activity log. Log lines are inserted with each action and never updated. The table is partitioned by month, so
-- that retention can drop a whole month that no workspace keeps. IDs are UUIDs of version 7, which begin with a
-- timestamp, so a range of IDs is a range of time, and the partition key can be part of the primary key, as PostgreSQL
-- requires. The table has no foreign keys: each insert would lock the row of its workspace, and creating or dropping a
-- partition would lock the table workspaces.
create table activities (
  workspace_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  kind text not null check (kind in ('use', 'change')),
  action text not null check (length(action) <= 60),
  status smallint not null check (status in (1, 2)),   -- 1 succeeded, 2 failed
  reason text check (length(reason) <= 300),
  actor_id uuid,                  -- no foreign key: log lines outlive the users they name
  actor_name text not null check (length(actor_name) <= 260),
  object_type text check (length(object_type) <= 40),
  object_id text check (length(object_id) <= 100),
  object_name text check (length(object_name) <= 260),
  before jsonb,
  after jsonb,
  ip text check (length(ip) <= 45),
  user_agent text check (length(user_agent) <= 400),
  request_id text check (length(request_id) <= 60),
  -- of uses that access policies evaluated: the deciding policy, its version, and the facts
  decision jsonb,
  -- Transaction that wrote the log line. A line can be linked to the hash chain once all earlier transactions have
  -- ended.
  xid bigint not null default pg_current_xact_id()::text::bigint,
  primary key (workspace_id, id)
) partition by range (id);
-- Every index slows down each insert, so this table has only the indexes that queries of the newest log lines need.
-- What other filters and searches need is in activity_links, which a job writes shortly after, with the chain position.
create index activities_of_object on activities (workspace_id, object_id, id) where object_id is not null;
create index activities_failed on activities (workspace_id, id) where status = 2;
-- The job that links log lines to the hash chain reads them in this order, in small batches, even if one transaction
-- wrote many
create index activities_by_transaction on activities (xid, id);
-- For the log lines of one day in all workspaces. BRIN fits because rows are inserted in roughly the order of IDs.
create index activities_by_day on activities using brin (id);
-- Log lines by computer and by IP address. Only uses at a computer have a decision that names a device.
create index activities_at_computer on activities (workspace_id, (decision #>> '{facts,device}'), id)
  where decision #>> '{facts,device}' is not null;
create index activities_by_address on activities (workspace_id, ip, id) where ip <> '';
call guard_tenant('activities');

-- Log lines are immutable. Only retention, which runs as claviger_super, deletes the oldest ones.
revoke update, delete on activities from claviger_app, claviger_unit;
revoke update on activities from claviger_super;

-- When a refusal was last logged. The server logs the same cause for the same subject at most once a minute, so that
-- repeated refusals can't flood the log. `about` is a keyed hash of action, cause, and subject.
create table refusals (
  workspace_id uuid not null references workspaces on delete cascade,
  about bytea not null check (length(about) = 32),
  at timestamptz not null,
  -- ID of that log line; the reference shown to a refused user also covers repeats that are not logged
  line uuid,
  primary key (workspace_id, about)
);
create index refusals_time on refusals (at);
call guard_tenant('refusals');

-- Closes direct access to a partition. Queries must use the partitioned table, which has the row-level security
-- policies; a partition has none, and the application roles have no privileges on it.
create procedure guard_part(name text) language plpgsql as $$ begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('revoke all on %I from claviger_app, claviger_super, claviger_unit', name);
end $$;

-- The default partition takes log lines outside all monthly partitions: dated before the installation, or after the
-- last month if the job that creates months did not run for long. Without it, the insert would fail, and the action
-- with it.
create table activities_rest partition of activities default;
call guard_part('activities_rest');

-- The lowest version 7 UUID of a point in time, as a bound for ranges of IDs.
create function lowest_id_at(at timestamptz) returns uuid language sql immutable
  return (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;

-- Creates the missing monthly partitions between two points in time and returns their number. It is a security definer
-- function of the table owner, because the database login of the servers must not create tables. It skips a month whose
-- log lines are already in the default partition, because PostgreSQL refuses to attach it (check_violation).
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
      -- Inserts wait while PostgreSQL scans the default partition for rows of this month. The scan is short as long as
      -- that partition is almost empty.
      execute format('alter table activities attach partition %I for values from (%L) to (%L)', name,
        lowest_id_at(month at time zone 'utc'), lowest_id_at((month + interval '1 month') at time zone 'utc'));
      made := made + 1;
    exception when check_violation or duplicate_table then null;
    end;
  end loop;
  return made;
end $$;

-- Drops a past month with all its log lines. The caller must hold the lock on the hash chain of every workspace that
-- has log lines in this month (oversight/log-chain).
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

-- Hash that identifies an actor in activity_links: of the ID for users and API keys, of the name for other actors.
create function who_of(id uuid, name text) returns bigint language sql immutable
  return hashtextextended(coalesce(id::text, '~' || name), 0);
