-- room: oversight/attendance
-- Attendance records from tapped cards. After a tap is stored, only its result changes, except that anonymization
-- replaces the user ID with a random one. Corrections by administrators are separate rows.
create table attendance_settings (
  workspace_id uuid not null references workspaces on delete cascade,
  retention_days integer check (retention_days between 1 and 3650),  -- days after closing; null: no limit
  retention_action text not null default 'delete' check (retention_action in ('delete', 'anonymize')),
  primary key (workspace_id)
);
call guard_tenant('attendance_settings');
create policy seen_by_all on attendance_settings for select to claviger_unit
  using (workspace_id = current_setting('app.workspace')::uuid);

create table attendance_templates (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  settings jsonb not null,             -- session settings of the contract
  minutes integer not null check (minutes between 5 and 1440),
  week_days smallint[],                -- ISO weekdays of the series; null: a template without a series
  week_time text check (week_time ~ '^\d\d:\d\d$'),
  week_from date,
  week_until date,
  created_at timestamptz not null,
  primary key (workspace_id, id)
);
create unique index attendance_templates_name on attendance_templates (workspace_id, lower(name));
create index attendance_templates_by_time on attendance_templates (workspace_id, created_at, id);
create index attendance_templates_weekly on attendance_templates (workspace_id) where week_days is not null;
call guard_tenant('attendance_templates');

create table attendance_sessions (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  title text not null check (length(title) between 1 and 200),
  place text not null default '' check (length(place) <= 200),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  opening text not null check (opening in ('manual', 'schedule')),
  open_before integer not null check (open_before between 0 and 240),
  closing text not null check (closing in ('manual', 'schedule')),
  close_after integer not null check (close_after between 0 and 1440),
  -- Set by the schedule, or when an administrator opens or closes the session. The status follows from both and the
  -- clock
  opens_at timestamptz,
  closes_at timestamptz,
  opening_noted boolean not null default false,  -- the log entry of the opening was written
  sealed boolean not null default false,         -- closed, and signed with its current content
  mode text not null check (mode in ('check-in', 'check-in-and-out')),
  late_after integer check (late_after between 0 and 1440),
  unexpected text not null check (unexpected in ('refuse', 'admit')),
  attributes text[] not null,
  languages text[] not null,
  expects_everyone boolean not null default false,
  expected_groups uuid[] not null default '{}',
  expected_units uuid[] not null default '{}',
  expected_users uuid[] not null default '{}',
  template_id uuid,
  created_at timestamptz not null,
  created_by text not null check (length(created_by) <= 260),
  counts jsonb,                        -- from the newest signature, for lists
  anonymized_at timestamptz,
  search text not null generated always as (plain(title || ' ' || place)) stored,
  sort_title text not null generated always as (left(plain(title), 200)) stored
);
create index attendance_sessions_by_start on attendance_sessions (workspace_id, starts_at, id);
create index attendance_sessions_by_title on attendance_sessions (workspace_id, sort_title, id);
-- A series creates one session for each start, even if several processes try
create unique index attendance_sessions_series on attendance_sessions (workspace_id, template_id, starts_at) where template_id is not null;
-- Sessions that the scheduled task has to open, close, or sign
create index attendance_sessions_due on attendance_sessions (workspace_id, closes_at) where not sealed;
-- Created after the indexes, because the planner takes the newest of equally cheap indexes. Without statistics, it
-- would otherwise search all rows of the workspace for a single session
alter table attendance_sessions add primary key (workspace_id, id);
call guard_tenant('attendance_sessions');

create table attendance_participants (
  workspace_id uuid not null,
  session_id uuid not null,
  person_id uuid not null,             -- no foreign key: the record outlives the user
  name text not null check (length(name) <= 201),
  expected boolean not null,
  status text not null default 'missing' check (status in ('missing', 'present', 'left', 'refused', 'removed')),
  late boolean not null default false,
  in_at timestamptz,
  out_at timestamptz,
  read_in_at timestamptz,              -- from taps only, without corrections
  read_out_at timestamptz,
  fixed text check (fixed in ('add', 'remove', 'time')),  -- the newest correction, which overrides the taps
  fixed_in_at timestamptz,
  fixed_out_at timestamptz,
  refused integer not null default 0,  -- taps of a known card without access
  corrections integer not null default 0,
  -- Transaction that last changed the row, to list changes since a cursor
  changed_in bigint not null default pg_current_xact_id()::text::bigint,
  sort_name text not null generated always as (left(plain(name), 200)) stored,
  foreign key (workspace_id, session_id) references attendance_sessions on delete cascade
) with (fillfactor = 85);
create index attendance_participants_by_name on attendance_participants (workspace_id, session_id, sort_name, person_id);
create index attendance_participants_by_time on attendance_participants (workspace_id, session_id, in_at, person_id);
create index attendance_participants_by_departure on attendance_participants (workspace_id, session_id, out_at, person_id);
create index attendance_participants_by_status on attendance_participants (workspace_id, session_id, status, person_id);
-- Partial indexes for the small groups of participants that a list shows and counts
create index attendance_participants_late on attendance_participants (workspace_id, session_id, person_id) where late;
create index attendance_participants_unexpected on attendance_participants (workspace_id, session_id, person_id) where not expected;
create index attendance_participants_corrected on attendance_participants (workspace_id, session_id, person_id) where corrections > 0;
create index attendance_participants_by_change on attendance_participants (workspace_id, session_id, changed_in);
create index attendance_participants_of_person on attendance_participants (workspace_id, person_id, session_id);
-- Created last, for the reason given at attendance_sessions
alter table attendance_participants add primary key (workspace_id, session_id, person_id);
-- Correlated columns: in one session everyone is present, in another everyone is missing
create statistics attendance_participants_alike (mcv) on session_id, status, expected, late from attendance_participants;
call guard_tenant('attendance_participants');
create policy own_people on attendance_participants for select to claviger_unit
  using (
    workspace_id = current_setting('app.workspace')::uuid
    and exists (select from unit_members m where m.workspace_id = attendance_participants.workspace_id and m.user_id = attendance_participants.person_id)
  );
-- Sessions in which a user of the administrator's units is expected or was recorded
create policy own_people on attendance_sessions for select to claviger_unit
  using (
    workspace_id = current_setting('app.workspace')::uuid
    and exists (
      select from unit_members m
      join attendance_participants p on p.workspace_id = m.workspace_id and p.person_id = m.user_id
      where m.workspace_id = attendance_sessions.workspace_id and p.session_id = attendance_sessions.id
    )
  );

-- The numbers that one participant adds to the counts of the session, and the quarter hour of the arrival.
create function tally_of(p attendance_participants) returns table (
  quarter timestamptz, expected integer, present integer, late integer, gone integer, missing integer, unexpected integer
) language sql immutable as $$
  select date_bin('15 minutes', p.in_at, 'epoch'), p.expected::integer, (p.status = 'present')::integer, p.late::integer,
    (p.status = 'left')::integer, (p.expected and p.status not in ('present', 'left'))::integer,
    (not p.expected and p.status in ('present', 'left', 'refused'))::integer
$$;
-- Counts of a session as sums of differences, because counting all participants for each tap and each view costs too
-- much. Each change adds rows, so that kiosks never wait for each other's locks. About one change in 24 merges earlier
-- rows.
create table attendance_tallies (
  workspace_id uuid not null,
  session_id uuid not null,
  id bigint not null generated always as identity,
  quarter timestamptz,                 -- quarter hour of the arrival; null: not arrived
  people integer not null,
  expected integer not null,
  present integer not null,
  late integer not null,
  gone integer not null,
  missing integer not null,
  unexpected integer not null,
  primary key (workspace_id, session_id, id)
  -- No foreign key: it would lock the session after its participants, but other transactions lock the session first
);
call guard_tenant('attendance_tallies');
create function tally_attendance() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
  declare
    one record;
    folds boolean;
  begin
    if tg_op = 'UPDATE' then
      with added as (
        insert into attendance_tallies (workspace_id, session_id, quarter, people, expected, present, late, gone, missing, unexpected)
          select c.workspace_id, c.session_id, t.quarter, sum(c.sign), sum(c.sign * t.expected), sum(c.sign * t.present), sum(c.sign * t.late),
            sum(c.sign * t.gone), sum(c.sign * t.missing), sum(c.sign * t.unexpected)
          from (
            select n.workspace_id, n.session_id, 1 as sign, row(n.*)::attendance_participants as p from new_rows n
            union all
            select o.workspace_id, o.session_id, -1, row(o.*)::attendance_participants from old_rows o
          ) c cross join lateral tally_of(c.p) t
          group by c.workspace_id, c.session_id, t.quarter
          having (sum(c.sign), sum(c.sign * t.expected), sum(c.sign * t.present), sum(c.sign * t.late), sum(c.sign * t.gone),
            sum(c.sign * t.missing), sum(c.sign * t.unexpected)) <> (0, 0, 0, 0, 0, 0, 0)
          returning id
      )
      select bool_or(a.id % 48 < 2) into folds from added a;
    elsif tg_op = 'INSERT' then
      with added as (
        insert into attendance_tallies (workspace_id, session_id, quarter, people, expected, present, late, gone, missing, unexpected)
          select n.workspace_id, n.session_id, t.quarter, count(*), sum(t.expected), sum(t.present), sum(t.late), sum(t.gone),
            sum(t.missing), sum(t.unexpected)
          from new_rows n cross join lateral tally_of(row(n.*)::attendance_participants) t group by 1, 2, 3
          returning id
      )
      select bool_or(a.id % 48 < 2) into folds from added a;
    else
      -- The join skips deleted sessions: their tallies are deleted with them
      insert into attendance_tallies (workspace_id, session_id, quarter, people, expected, present, late, gone, missing, unexpected)
        select o.workspace_id, o.session_id, t.quarter, -count(*), -sum(t.expected), -sum(t.present), -sum(t.late), -sum(t.gone),
          -sum(t.missing), -sum(t.unexpected)
        from old_rows o
        join attendance_sessions s on s.workspace_id = o.workspace_id and s.id = o.session_id
        cross join lateral tally_of(row(o.*)::attendance_participants) t group by 1, 2, 3;
    end if;
    if folds then
      for one in select distinct workspace_id, session_id from new_rows loop
        with gone as (
          delete from attendance_tallies a where a.workspace_id = one.workspace_id and a.session_id = one.session_id and a.id in (
            select b.id from attendance_tallies b where b.workspace_id = one.workspace_id and b.session_id = one.session_id
            for update skip locked)
          returning *
        )
        insert into attendance_tallies (workspace_id, session_id, quarter, people, expected, present, late, gone, missing, unexpected)
          select workspace_id, session_id, quarter, sum(people), sum(expected), sum(present), sum(late), sum(gone), sum(missing),
            sum(unexpected) from gone group by 1, 2, 3;
      end loop;
    end if;
    return null;
  end
$$;
alter function tally_attendance owner to claviger_super;
create trigger attendance_participants_tally_added after insert on attendance_participants
  referencing new table as new_rows for each statement execute function tally_attendance();
create trigger attendance_participants_tally_changed after update on attendance_participants
  referencing old table as old_rows new table as new_rows for each statement execute function tally_attendance();
create trigger attendance_participants_tally_removed after delete on attendance_participants
  referencing old table as old_rows for each statement execute function tally_attendance();

create table attendance_taps (
  workspace_id uuid not null,
  session_id uuid not null,
  id uuid not null,                    -- chosen by the sender, so that the server recognizes a repeated tap
  at timestamptz not null,             -- when the card was tapped, by the server's clock
  sent_at timestamptz not null,        -- time that the sender reported
  received_at timestamptz not null,
  direction text not null check (direction in ('both', 'in', 'out')),
  result smallint not null check (result between 1 and 4),  -- 1 success, 2 duplicate, 3 no access, 4 invalid card
  reason text check (reason in ('not-expected', 'user-inactive', 'key-inactive')),
  went text check (went in ('in', 'out')),
  person_id uuid,
  key_id uuid,
  kiosk_id uuid,
  by_name text check (length(by_name) <= 260)  -- the administrator who recorded the tap without a kiosk
  -- No foreign key: each tap would lock the row of the session, which all kiosks share
);
create index attendance_taps_by_time on attendance_taps (workspace_id, session_id, at);
-- Created last, for the reason given at attendance_sessions
alter table attendance_taps add primary key (workspace_id, session_id, id);
create index attendance_taps_of_person on attendance_taps (workspace_id, session_id, person_id, at, id) where person_id is not null;
create index attendance_taps_invalid on attendance_taps (workspace_id, session_id) where person_id is null;
create index attendance_taps_of_kiosk on attendance_taps (workspace_id, kiosk_id) where kiosk_id is not null;
call guard_tenant('attendance_taps');
create function delete_attendance_records() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    delete from attendance_taps where workspace_id = old.workspace_id and session_id = old.id;
    delete from attendance_tallies where workspace_id = old.workspace_id and session_id = old.id;
    return old;
end $$;
alter function delete_attendance_records owner to claviger_super;
create trigger attendance_sessions_take_records before delete on attendance_sessions
  for each row execute function delete_attendance_records();
create policy own_people on attendance_taps for select to claviger_unit
  using (
    workspace_id = current_setting('app.workspace')::uuid
    and exists (select from unit_members m where m.workspace_id = attendance_taps.workspace_id and m.user_id = attendance_taps.person_id)
  );

create table attendance_corrections (
  workspace_id uuid not null,
  session_id uuid not null,
  id uuid not null,
  person_id uuid not null,
  name text not null check (length(name) <= 201),
  kind text not null check (kind in ('add', 'remove', 'time')),
  reason text not null check (length(reason) between 1 and 500),
  at timestamptz not null,
  by_id uuid,
  by_name text not null check (length(by_name) <= 260),
  before_in_at timestamptz,
  before_out_at timestamptz,
  after_in_at timestamptz,
  after_out_at timestamptz,
  primary key (workspace_id, session_id, id),
  foreign key (workspace_id, session_id) references attendance_sessions on delete cascade
);
call guard_tenant('attendance_corrections');
create policy own_people on attendance_corrections for select to claviger_unit
  using (
    workspace_id = current_setting('app.workspace')::uuid
    and exists (select from unit_members m where m.workspace_id = attendance_corrections.workspace_id and m.user_id = attendance_corrections.person_id)
  );

-- Signed summaries. Each correction after closing adds a version. Versions never change, except that anonymization
-- removes the document.
create table attendance_seals (
  workspace_id uuid not null,
  session_id uuid not null,
  version integer not null check (version >= 1),
  at timestamptz not null,
  by_name text not null check (length(by_name) <= 260),
  digest text not null check (length(digest) = 64),
  signature text not null check (length(signature) <= 100),
  public_key text not null check (length(public_key) <= 100),
  document text,
  primary key (workspace_id, session_id, version),
  foreign key (workspace_id, session_id) references attendance_sessions on delete cascade
);
call guard_tenant('attendance_seals');

create table attendance_api_keys (
  workspace_id uuid not null,
  session_id uuid not null,
  api_key_id uuid not null,
  primary key (workspace_id, session_id, api_key_id),
  foreign key (workspace_id, session_id) references attendance_sessions on delete cascade,
  foreign key (workspace_id, api_key_id) references api_keys on delete cascade
);
create index attendance_api_keys_of_key on attendance_api_keys (workspace_id, api_key_id);
call guard_tenant('attendance_api_keys');

-- A single-use link or an API key opens a kiosk.
create table attendance_kiosks (
  workspace_id uuid not null,
  id uuid not null,
  session_id uuid not null,
  name text not null check (length(name) between 1 and 60),
  purpose text not null check (purpose in ('kiosk', 'muster')),
  direction text not null check (direction in ('both', 'in', 'out')),
  hash bytea,                          -- keyed hash of the secret in its token; null: not open
  link_hash bytea,
  link_ends_at timestamptz,
  api_key_id uuid,
  made_by text not null check (length(made_by) <= 260),
  maker_id uuid,                       -- limits the rights of a linked kiosk; no foreign key: it outlives the user
  made_at timestamptz not null,
  opened_at timestamptz,
  last_seen_at timestamptz,
  paid_until timestamptz,              -- each tap of an unknown card moves it forward; a future time pauses the kiosk
  foreign key (workspace_id, session_id) references attendance_sessions on delete cascade,
  foreign key (workspace_id, api_key_id) references api_keys on delete cascade
);
create index attendance_kiosks_of_session on attendance_kiosks (workspace_id, session_id);
create index attendance_kiosks_of_key on attendance_kiosks (workspace_id, api_key_id) where api_key_id is not null;
-- Created last, for the reason given at attendance_sessions
alter table attendance_kiosks add primary key (workspace_id, id);
call guard_tenant('attendance_kiosks');

create table attendance_musters (
  workspace_id uuid not null,
  id uuid not null,
  session_id uuid not null,
  place text not null default '' check (length(place) <= 200),
  started_at timestamptz not null,
  started_by text not null check (length(started_by) <= 260),
  ended_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, session_id) references attendance_sessions on delete cascade
);
create index attendance_musters_of_session on attendance_musters (workspace_id, session_id, started_at);
create unique index attendance_musters_active on attendance_musters (workspace_id, session_id) where ended_at is null;
call guard_tenant('attendance_musters');

create table attendance_muster_people (
  workspace_id uuid not null,
  muster_id uuid not null,
  person_id uuid not null,
  name text not null check (length(name) <= 201),
  unit_id uuid,
  unit_name text check (length(unit_name) <= 100),
  in_at timestamptz,
  extra boolean not null,
  safe boolean not null default false,
  marked_at timestamptz,
  marked_by text check (length(marked_by) <= 260),
  note text not null default '' check (length(note) <= 200),
  changed_in bigint not null default pg_current_xact_id()::text::bigint,
  sort_name text not null generated always as (left(plain(name), 200)) stored,
  primary key (workspace_id, muster_id, person_id),
  foreign key (workspace_id, muster_id) references attendance_musters on delete cascade
);
call guard_tenant('attendance_muster_people');
create policy own_people on attendance_muster_people for select to claviger_unit
  using (
    workspace_id = current_setting('app.workspace')::uuid
    and exists (select from unit_members m where m.workspace_id = attendance_muster_people.workspace_id and m.user_id = attendance_muster_people.person_id)
  );
create policy own_people on attendance_musters for select to claviger_unit
  using (
    workspace_id = current_setting('app.workspace')::uuid
    and exists (select from attendance_muster_people p where p.workspace_id = attendance_musters.workspace_id and p.muster_id = attendance_musters.id)
  );

create table attendance_muster_marks (
  workspace_id uuid not null,
  muster_id uuid not null,
  id uuid not null,                    -- chosen by the sender
  person_id uuid,                      -- null: an unknown card
  safe boolean not null,
  note text not null default '' check (length(note) <= 200),
  at timestamptz not null,
  by_name text not null check (length(by_name) <= 260),
  primary key (workspace_id, muster_id, id),
  foreign key (workspace_id, muster_id) references attendance_musters on delete cascade
);
call guard_tenant('attendance_muster_marks');

-- Functions that every tap calls are PL/pgSQL: before version 18, PostgreSQL plans the statements of an SQL function at
-- every call.

-- Whether a session expects a user. The group Everyone has no member rows, because it stands for all users. Each `if`
-- is separate, because an expression without a query costs a tenth of one with a query.
create function attendance_expects(s attendance_sessions, person uuid) returns boolean language plpgsql stable as $$ begin
    if s.expects_everyone or person = any (s.expected_users) then return true; end if;
    if s.expected_groups <> '{}' then
      if exists (select from unnest(s.expected_groups) g join group_members m
        on m.workspace_id = s.workspace_id and m.group_id = g and m.user_id = person) then return true; end if;
    end if;
    if s.expected_units = '{}' then return false; end if;
    return exists (select from unnest(s.expected_units) u join unit_members m
      on m.workspace_id = s.workspace_id and m.unit_id = u and m.user_id = person);
end $$;

-- Sets the times and the status of a participant from the taps and the newest correction.
create function settle_attendance(s attendance_sessions, p attendance_participants) returns attendance_participants
  language plpgsql immutable as $$ begin
    p.in_at := case when p.fixed is null then p.read_in_at when p.fixed = 'remove' then null else p.fixed_in_at end;
    p.out_at := case when p.fixed is null then p.read_out_at when p.fixed = 'remove' then null else p.fixed_out_at end;
    p.status := case
      when p.fixed = 'remove' then 'removed'
      when p.out_at is not null and (p.in_at is null or p.out_at >= p.in_at) then 'left'
      when p.in_at is not null then 'present'
      when p.refused > 0 then 'refused'
      else 'missing' end;
    p.late := s.late_after is not null and p.in_at is not null and p.in_at > s.starts_at + make_interval(mins => s.late_after);
    p.changed_in := pg_current_xact_id()::text::bigint;
    return p;
end $$;

-- Returns a participant row, not yet stored, for a user who is not on the list of the session.
create function new_attendance_participant(session uuid, person uuid, name text) returns attendance_participants
  language plpgsql stable as $$
  declare
    p attendance_participants;
  begin
    p.workspace_id := current_setting('app.workspace')::uuid;
    p.session_id := session;
    p.person_id := person;
    p.name := new_attendance_participant.name;
    p.expected := false;
    p.refused := 0;
    return p;
end $$;

-- Decides the results of all taps of a user by the times of the taps, in whatever order they arrived. Returns the
-- participant; the caller must have locked its row and stores it. For a participant without a row, `among` lists the
-- new taps: without the lock, the function must not change other taps.
create function judge_attendance(s attendance_sessions, p attendance_participants, repeat interval, among uuid[] default null)
  returns attendance_participants language plpgsql as $$
  declare
    t record;
    inside text;
    last timestamptz;
    new_went text;
    new_result smallint;
  begin
    p.expected := p.expected or attendance_expects(s, p.person_id);
    p.read_in_at := null;
    p.read_out_at := null;
    p.refused := 0;
    for t in select a.id, a.at, a.direction, a.result, a.went, a.reason from attendance_taps a
      where a.workspace_id = s.workspace_id and a.session_id = s.id and a.person_id = p.person_id
        and (among is null or a.id = any (among)) order by a.at, a.id
    loop
      if t.reason is not null then
        p.refused := p.refused + 1;
        continue;
      end if;
      new_result := 2;
      new_went := null;
      if s.mode = 'check-in' then
        if inside is null then new_result := 1; new_went := 'in'; end if;
      elsif last is null or t.at - last >= repeat or (t.direction <> 'both' and t.direction <> inside) then
        new_went := case when t.direction <> 'both' then t.direction when inside = 'in' then 'out' else 'in' end;
        if new_went = inside then new_went := null; else new_result := 1; end if;
      end if;
      last := t.at;
      if new_result = 1 then
        inside := new_went;
        if new_went = 'out' then p.read_out_at := t.at;
        else
          p.read_in_at := coalesce(p.read_in_at, t.at);
          p.read_out_at := null;
        end if;
      end if;
      if t.result is distinct from new_result or t.went is distinct from new_went then
        update attendance_taps a set result = new_result, went = new_went
          where a.workspace_id = s.workspace_id and a.session_id = s.id and a.id = t.id;
      end if;
    end loop;
    return settle_attendance(s, p);
end $$;

-- Decides the results of several participants and stores them in one statement, because each statement adds tallies.
create function judge_participants(sessions uuid[], people uuid[], repeat interval) returns void
  language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  declare
    here constant uuid := current_setting('app.workspace')::uuid;
    locked attendance_participants[];
  begin
    -- Every transaction locks in this order, so that two kiosks can't deadlock
    select array_agg(l.p) into locked from (
      select a as p from (select distinct g.session_id, g.person_id from unnest(sessions, people) as g(session_id, person_id)) d
      join attendance_participants a on a.workspace_id = here and a.session_id = d.session_id and a.person_id = d.person_id
      order by a.session_id, a.person_id for update of a) l;
    -- A separate statement sees what other transactions committed while this one waited for the locks
    with judged as materialized (
      -- Materialized: without statistics, the planner scans the participants of the workspace and would call the
      -- function again for each of them
      select judge_attendance(s.whole, l, repeat) as p from unnest(locked) l
      cross join lateral (select e as whole from attendance_sessions e
        where e.workspace_id = here and e.id = l.session_id offset 0) s)
    update attendance_participants a set expected = (j.p).expected, read_in_at = (j.p).read_in_at, read_out_at = (j.p).read_out_at,
        refused = (j.p).refused, in_at = (j.p).in_at, out_at = (j.p).out_at, status = (j.p).status, late = (j.p).late,
        changed_in = (j.p).changed_in
      from judged j
      where a.workspace_id = here and a.session_id = (j.p).session_id and a.person_id = (j.p).person_id;
end $$;

-- Taps in the form that kiosks and lists show.
create function shown_attendance_taps(session uuid, ids uuid[]) returns table (
  id uuid, at timestamptz, received_at timestamptz, result smallint, reason text, went text, person_id uuid, name text,
  first_at timestamptz, late boolean, kiosk text
) language sql stable as $$
  select t.id, t.at, t.received_at, t.result, t.reason, t.went, t.person_id, p.name, case when t.result = 2 then p.read_in_at end,
    coalesce(p.late, false), coalesce(k.name, t.by_name)
  from unnest(ids) i(id)
  -- One lookup for each ID: a join that was planned for an empty table reads all taps of the session
  cross join lateral (select * from attendance_taps a
    where a.workspace_id = current_workspace() and a.session_id = session and a.id = i.id offset 0) t
  left join lateral (select a.name, a.read_in_at, a.late from attendance_participants a
    where a.workspace_id = current_workspace() and a.session_id = session and a.person_id = t.person_id offset 0) p on true
  left join lateral (select d.name from attendance_kiosks d
    where d.workspace_id = current_workspace() and d.id = t.kiosk_id offset 0) k on true
$$;

-- The counts of a session: the sums of its tallies, and the taps without a user.
create function attendance_counts(session uuid) returns jsonb language plpgsql stable set enable_seqscan = off as $$ begin
    return (
      select jsonb_build_object('expected', coalesce(sum(t.expected), 0), 'present', coalesce(sum(t.present), 0),
        'late', coalesce(sum(t.late), 0), 'left', coalesce(sum(t.gone), 0), 'missing', coalesce(sum(t.missing), 0),
        'unexpected', coalesce(sum(t.unexpected), 0), 'invalid', (
          select count(*) from attendance_taps a
          where a.workspace_id = current_workspace() and a.session_id = session and a.person_id is null))
      from attendance_tallies t where t.workspace_id = current_workspace() and t.session_id = session);
end $$;

-- What is known about a sent tap before the results of its user are decided.
create type attendance_reading as (
  place bigint,                        -- position of its call
  session_id uuid,
  id uuid,
  outcome text,                        -- recorded, known (sent before), or refused: closed, not-open (R192)
  is_new boolean,                      -- this call stored it
  person_id uuid,
  is_listed boolean,
  is_decided boolean,                  -- a duplicate, which changes no other tap of the user
  is_late boolean                      -- it arrived after the session was closed
);

-- Records the taps of several calls of kiosks and administrators. Returns for each call the outcomes of its taps, the
-- session, and its counts. Cards are sent as keyed hashes, passes as the ID of the user who showed them.
create function record_attendance_taps(calls jsonb, repeat interval) returns table (place bigint, unknown integer, recorded jsonb)
  language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan as $$
  declare
    here constant uuid := current_setting('app.workspace')::uuid;
    slack constant interval := interval '5 seconds';  -- tolerance, because clocks differ slightly
    readings attendance_reading[];
    locking uuid[];
    signed uuid[];
    absent boolean;
    sessions uuid[];
    people uuid[];
  begin
    with read as (
      select c.place, s.id as session_id, c.kiosk, c.by_name, c.clock, g.id, g.at, g.sent_at,
        coalesce(c.direction, g.direction) as direction, k.id as key_id,
        u.id as person_id, p.listed, s.sealed or coalesce(s.closes_at <= c.clock, false) as is_late,
        case
          when e.id is not null then 'known'
          when s.anonymized_at is not null or g.at >= s.closes_at then 'closed'
          when s.opens_at is null or g.at < s.opens_at - slack then 'not-open'
          else 'recorded'
        end as outcome,
        case
          when u.id is null then null
          when u.suspended_at is not null or u.deactivated_at is not null then 'user-inactive'
          when k.status <> 20 then 'key-inactive'
          when s.unexpected = 'refuse' and not coalesce(p.expected, false) and not attendance_expects(s.whole, u.id) then 'not-expected'
        end as reason,
        -- With check-in only, a user who arrived stays present: a later tap is a duplicate, whatever else arrives
        s.mode = 'check-in' and coalesce(g.at > p.read_in_at, false) as repeated
      from jsonb_to_recordset(calls) as c(place bigint, session uuid, kiosk uuid, by_name text, direction text, clock timestamptz, taps jsonb)
      cross join lateral (select o.*, o as whole from attendance_sessions o
        where o.workspace_id = here and o.id = c.session offset 0) s
      cross join lateral jsonb_to_recordset(c.taps) as g(id uuid, at timestamptz, sent_at timestamptz, direction text, card text, pass uuid)
      -- One index lookup for each tap: the planner expects a hundred taps and would read all users instead
      left join lateral (select t.id from attendance_taps t
        where t.workspace_id = here and t.session_id = s.id and t.id = g.id offset 0) e on true
      left join lateral (select f.id, f.user_id, f.status from security_keys f
        where f.workspace_id = here and f.card_hash = decode(g.card, 'hex') offset 0) k on true
      -- Calculated first: under row-level security, a condition with coalesce can't use an index
      cross join lateral (select coalesce(g.pass, k.user_id) as id offset 0) w
      left join lateral (select v.id, v.suspended_at, v.deactivated_at from users v
        where v.workspace_id = here and v.id = w.id and v.deleted_at is null offset 0) u on true
      left join lateral (select true as listed, a.expected, a.read_in_at from attendance_participants a
        where a.workspace_id = here and a.session_id = s.id and a.person_id = u.id offset 0) p on true
    ), ranked as (
      -- Two calls can contain the same tap
      select r.*, row_number() over sent as turn, first_value(r.place) over sent as first_place
      from read r window sent as (partition by r.session_id, r.id, r.outcome order by r.place)
    ), added as (
      insert into attendance_taps (workspace_id, session_id, id, at, sent_at, received_at, direction, result, reason, went,
          person_id, key_id, kiosk_id, by_name)
        select here, r.session_id, r.id, r.at, r.sent_at, r.clock, r.direction,
          case when r.person_id is null then 4 when r.reason is not null then 3 when r.repeated then 2 else 1 end, r.reason,
          case when r.person_id is not null and r.reason is null and not r.repeated then 'in' end,
          r.person_id, case when r.person_id is not null then r.key_id end, r.kiosk, r.by_name
        from ranked r where r.outcome = 'recorded' and r.turn = 1
        on conflict do nothing
        returning attendance_taps.session_id, attendance_taps.id, attendance_taps.result
    ), stored as (
      select row(r.place, r.session_id, r.id,
        case when r.outcome = 'recorded' and (a.id is null or r.place <> r.first_place) then 'known' else r.outcome end,
        a.id is not null and r.turn = 1, r.person_id, r.listed is not null, coalesce(a.result = 2, false), r.is_late
      )::attendance_reading as reading
      from ranked r left join added a on a.session_id = r.session_id and a.id = r.id and r.outcome = 'recorded'
    )
    select array_agg(o.reading) into readings from stored o;

    select array_agg(distinct r.session_id) filter (where r.person_id is null or not r.is_decided or r.is_late),
      bool_or(r.person_id is not null and not r.is_listed),
      array_agg(r.session_id) filter (where r.person_id is not null and not r.is_decided),
      array_agg(r.person_id) filter (where r.person_id is not null and not r.is_decided)
      into locking, absent, sessions, people
      from unnest(readings) r where r.is_new;
    if locking is not null then
      -- Locks the sessions before the participants, in the order of all transactions that change or sign sessions.
      -- Either those transactions see these taps, or these taps see their changes
      select array_agg(l.id) filter (where l.sealed) into signed from (
        select s.id, s.sealed from attendance_sessions s where s.workspace_id = here and s.id = any (locking)
        order by s.id for key share) l;
    end if;
    if absent then
      -- Inserts the final values, because a later update would write a second version of each row at the same cost
      with added as (
        insert into attendance_participants (workspace_id, session_id, person_id, name, expected, status, late, in_at, out_at,
            read_in_at, read_out_at, refused, changed_in)
          select (n.p).workspace_id, (n.p).session_id, (n.p).person_id, (n.p).name, (n.p).expected, (n.p).status, (n.p).late,
            (n.p).in_at, (n.p).out_at, (n.p).read_in_at, (n.p).read_out_at, (n.p).refused, (n.p).changed_in
          from (
            select judge_attendance(s.whole, new_attendance_participant(d.session_id, u.id, u.name), repeat, d.taps) as p
            from (select r.session_id, r.person_id, array_agg(r.id) as taps from unnest(readings) r
              where r.is_new and r.person_id is not null and not r.is_listed group by 1, 2) d
            cross join lateral (select o as whole from attendance_sessions o
              where o.workspace_id = here and o.id = d.session_id offset 0) s
            cross join lateral (select v.id, v.first_name || ' ' || v.last_name as name from users v
              where v.workspace_id = here and v.id = d.person_id offset 0) u
            order by d.session_id, u.id offset 0) n
          on conflict do nothing
          returning attendance_participants.session_id, attendance_participants.person_id
      )
      select array_agg(d.session_id), array_agg(d.person_id) into sessions, people
        from unnest(sessions, people) as d(session_id, person_id)
        where (d.session_id, d.person_id) not in (select a.session_id, a.person_id from added a);
    end if;
    -- A duplicate does not change its participant, so it locks no row
    if people is not null then perform judge_participants(sessions, people, repeat); end if;
    if signed is not null then
      update attendance_sessions s set sealed = false where s.workspace_id = here and s.id = any (signed);
    end if;

    return query
      with counted as materialized (
        select s.id, attendance_counts(s.id) as counts, jsonb_build_object('id', s.id, 'attributes', s.attributes,
          'opens_at', s.opens_at, 'closes_at', s.closes_at) as session
        from (select distinct r.session_id as id from unnest(readings) r) d
        cross join lateral (select o.id, o.attributes, o.opens_at, o.closes_at from attendance_sessions o
          where o.workspace_id = here and o.id = d.id offset 0) s
      )
      select r.place, (count(*) filter (where r.is_new and r.person_id is null))::integer,
        jsonb_build_object('outcomes', jsonb_object_agg(r.id, r.outcome), 'counts', c.counts, 'session', c.session,
          'taps', jsonb_agg(to_jsonb(t)) filter (where t.id is not null))
      from unnest(readings) r
      join counted c on c.id = r.session_id
      left join lateral shown_attendance_taps(r.session_id, array[r.id]) t on true
      group by r.place, c.counts, c.session;
end $$;

-- Whether an administrator can open kiosks now. Like permissions_of, but for one permission, because each tap calls it.
create function may_open_kiosks(maker uuid) returns boolean language plpgsql stable as $$ begin
    return exists (select from rights_of_keeper(current_workspace(), maker) r
      join role_grants g on g.units_only = r.units_only and (g.role = r.role or g.additional = any (r.additional))
      where 'attendance.write' = any (g.permissions));
end $$;

-- Finds a kiosk by the keyed hash of the secret in its token. The caller checks the rights of its administrator. A
-- kiosk that an API key opened is deleted with that key, and is refused after the key expires or is removed from the
-- session. For seven days after the end of a session, a kiosk can still send the taps that it queued offline.
create function find_attendance_kiosk(kiosk uuid, secret bytea, clock timestamptz) returns setof attendance_kiosks
  language sql stable as $$
    -- Lookups by primary key: a join that was planned for empty tables reads all kiosks and sessions of the workspace
    select k.* from (select * from attendance_kiosks o where o.workspace_id = current_workspace() and o.id = kiosk offset 0) k
    cross join lateral (select e.closes_at from attendance_sessions e
      where e.workspace_id = current_workspace() and e.id = k.session_id offset 0) s
    where k.hash = secret
      and (s.closes_at is null or s.closes_at >= clock - interval '7 days')
      and (k.api_key_id is null or exists (
        select from attendance_api_keys a
        join api_keys o on o.workspace_id = current_workspace() and o.id = a.api_key_id
        where a.workspace_id = current_workspace() and a.session_id = k.session_id and a.api_key_id = k.api_key_id
          and (o.expires_at is null or o.expires_at > clock)))
  $$;

-- An open kiosk. A kiosk opened by a link works only while its administrator can open kiosks.
create function open_attendance_kiosk(kiosk uuid, secret bytea, clock timestamptz) returns setof attendance_kiosks
  language sql stable as $$
    select k.* from find_attendance_kiosk(kiosk, secret, clock) k where k.api_key_id is not null or may_open_kiosks(k.maker_id)
  $$;

-- Delays a kiosk for taps of unknown cards. If the kiosk is paused already, the transaction fails, so that only one of
-- many simultaneous calls is recorded.
create function pay_for_unknown_cards(kiosk uuid, unknown integer, clock timestamptz, free interval, pause interval) returns void
  language plpgsql as $$ begin
    update attendance_kiosks k set paid_until = greatest(k.paid_until, clock - free) + unknown * pause
      where k.workspace_id = current_setting('app.workspace')::uuid and k.id = kiosk and (k.paid_until is null or k.paid_until <= clock);
    if not found then
      raise exception 'this kiosk is paused' using errcode = 'check_violation', constraint = 'attendance_kiosks_paused';
    end if;
end $$;

-- A call of a kiosk that sends taps. If `answer` is set, the taps are not recorded.
create type attendance_kiosk_call as (
  place bigint, kiosk_id uuid, clock timestamptz, last_seen_at timestamptz, session_id uuid, direction text, taps jsonb, answer jsonb
);

-- Handles the calls of several kiosks in one statement: checks each kiosk, records its taps, and returns what it shows.
-- Taps of known cards do not lock the kiosk. `reader` is the reader setting with which the caller decoded the card
-- numbers; if the setting of the workspace has changed since, nothing is recorded.
create function send_kiosk_taps(calls jsonb, repeat interval, free interval, pause interval) returns table (place bigint, sent jsonb)
  -- A generic plan: planning the lookups of the kiosk and its administrator takes as long as recording the tap
  language plpgsql set plan_cache_mode = force_generic_plan as $$
  declare
    here constant uuid := current_setting('app.workspace')::uuid;
    opened attendance_kiosk_call[];
    accepted jsonb;
    one record;
  begin
    with found as materialized (
      select c.place, c.reader, c.clock, c.taps, k.id, k.session_id, k.direction, k.last_seen_at, k.paid_until, k.api_key_id, k.maker_id
      from rows from (jsonb_to_recordset(calls) as (kiosk uuid, secret text, reader jsonb, clock timestamptz, taps jsonb))
        with ordinality as c(kiosk, secret, reader, clock, taps, place)
      left join lateral (select o.* from find_attendance_kiosk(c.kiosk, decode(c.secret, 'hex'), c.clock) o
        where o.purpose = 'kiosk' offset 0) k on true
    ), makers as materialized (
      -- Once for each administrator, because one administrator opens many kiosks
      select m.maker_id as id, may_open_kiosks(m.maker_id) as may_open
      from (select distinct f.maker_id from found f where f.id is not null and f.api_key_id is null) m
    )
    select array_agg(row(f.place, f.id, f.clock, f.last_seen_at, f.session_id, f.direction, f.taps, case
        when f.id is null or (f.api_key_id is null and m.may_open is not true) then jsonb_build_object('refused', true)
        when f.paid_until > f.clock then jsonb_build_object('pausedUntil', f.paid_until)
        when f.reader is distinct from r.reader then jsonb_build_object('misread', true)
      end)::attendance_kiosk_call) into opened
      from found f left join makers m on f.api_key_id is null and m.id = f.maker_id
      cross join (select (select jsonb_build_object('format', s.format, 'reversed', s.reversed, 'dropped', s.dropped)
        from reader_settings s where s.workspace_id = here) as reader offset 0) r;
    accepted := (select jsonb_agg(jsonb_build_object('place', o.place, 'session', o.session_id, 'kiosk', o.kiosk_id,
        'direction', nullif(o.direction, 'both'), 'clock', o.clock, 'taps', o.taps))
      from unnest(opened) o where o.answer is null);
    -- In the order of the kiosks, so that two transactions that pause kiosks can't deadlock
    for one in select o.place, o.kiosk_id, o.clock, o.last_seen_at, o.answer, r.unknown, r.recorded
      from unnest(opened) o left join record_attendance_taps(accepted, repeat) r on r.place = o.place order by o.kiosk_id, o.place
    loop
      if one.unknown > 0 then perform pay_for_unknown_cards(one.kiosk_id, one.unknown, one.clock, free, pause); end if;
      place := one.place;
      sent := coalesce(one.answer, one.recorded || jsonb_build_object('lastSeenAt', one.last_seen_at), jsonb_build_object('refused', true));
      return next;
    end loop;
end $$;

-- Adds expected users without a participant row. Removes participants without taps and corrections who are no longer
-- expected or whose user is deleted. Clears the flag `expected` of the others who are no longer expected.
create function expect_attendance(session uuid) returns void language plpgsql as $$
  declare
    here constant uuid := current_setting('app.workspace')::uuid;
    s attendance_sessions;
  begin
    select * into s from attendance_sessions a where a.workspace_id = here and a.id = session;
    insert into attendance_participants (workspace_id, session_id, person_id, name, expected)
      select here, s.id, u.id, u.first_name || ' ' || u.last_name, true
      from users u
      where u.workspace_id = here and u.deleted_at is null and (
        s.expects_everyone or u.id = any (s.expected_users)
        or u.id in (select m.user_id from group_members m where m.workspace_id = here and m.group_id = any (s.expected_groups))
        or u.id in (select m.user_id from unit_members m where m.workspace_id = here and m.unit_id = any (s.expected_units)))
      order by u.id
      on conflict (workspace_id, session_id, person_id) do update set expected = true, changed_in = excluded.changed_in
        where not attendance_participants.expected;
    delete from attendance_participants p where p.workspace_id = here and p.session_id = s.id
      and p.corrections = 0 and not exists (select from attendance_taps t
        where t.workspace_id = here and t.session_id = s.id and t.person_id = p.person_id)
      and (not attendance_expects(s, p.person_id)
        or not exists (select from users u where u.workspace_id = here and u.id = p.person_id and u.deleted_at is null));
    update attendance_participants p set expected = false, changed_in = pg_current_xact_id()::text::bigint
      where p.workspace_id = here and p.session_id = s.id and p.expected and not attendance_expects(s, p.person_id);
end $$;
