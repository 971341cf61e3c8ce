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
  decision jsonb,                 -- of a use that access policies looked at: which one decided, of which version, on which facts
  xid bigint not null default pg_current_xact_id()::text::bigint,  -- tells when a line is safe to link: once all transactions before it have ended
  primary key (workspace_id, id)
) partition by range (id);
-- Only what is asked of the newest lines stands in an index of theirs; what filters and searches need is written a moment
-- later, beside the place in the chain (activity_links)
create index activities_of_object on activities (workspace_id, object_id, id) where object_id is not null;
create index activities_failed on activities (workspace_id, id) where status = 2;
-- Where lines are linked they are read in this order, a few at a time, however many one transaction wrote
create index activities_by_transaction on activities (xid, id);
-- Lines of one day across all workspaces: an ID begins with its instant, and lines are written in that order
create index activities_by_day on activities using brin (id);
-- Lines by computer and address. Uses at a computer have a decision that names it; other lines are not in its index.
create index activities_at_computer on activities (workspace_id, (decision #>> '{facts,device}'), id)
  where decision #>> '{facts,device}' is not null;
create index activities_by_address on activities (workspace_id, ip, id) where ip <> '';
call guard_tenant('activities');

-- What is written stays as it is; only the retention, which sees all workspaces, takes the oldest lines away.
revoke update, delete on activities from claviger_app, claviger_unit;
revoke update on activities from claviger_super;

-- When a refusal left its line last. One cause leaves one line a minute for each whom it is about, so that whoever is refused
-- again and again fills no log. Whom it is about stands there as a keyed hash.
create table refusals (
  workspace_id uuid not null references workspaces on delete cascade,
  about bytea not null check (length(about) = 32),
  at timestamptz not null,
  line uuid,                      -- where whoever was refused is told its reference, which then stands for what follows as well
  primary key (workspace_id, about)
);
create index refusals_time on refusals (at);
call guard_tenant('refusals');

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

-- Whoever acted, as the places of lines name them: people and API keys by their id, others by their name.
create function who_of(id uuid, name text) returns bigint language sql immutable
  return hashtextextended(coalesce(id::text, '~' || name), 0);
