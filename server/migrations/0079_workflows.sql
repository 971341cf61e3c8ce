-- room: automation/workflows
-- Workflows run on a schedule or after an event, with the permissions of the administrator who created them.
create table workflows (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  description text not null default '' check (length(description) <= 500),
  type smallint not null check (type between 0 and 9),
  starts text not null check (starts in ('schedule', 'imported', 'activated', 'computer', 'page')),
  connection_id uuid,              -- no foreign key: if the directory was deleted, the next run reports it
  groups text[] not null default '{}',
  interval smallint check (interval between 0 and 3),
  hour smallint check (hour between 0 and 23),
  minute smallint check (minute between 0 and 59),
  day smallint check (day between 0 and 31),
  zone text not null check (length(zone) <= 64),
  settings jsonb not null,
  notify uuid[] not null default '{}',
  active boolean not null,
  paused text check (paused in ('maker-gone')),
  next_run_at timestamptz,
  maker_id uuid,                   -- no foreign key: if the creator was deleted, the next run reports it
  maker_name text not null check (length(maker_name) <= 260),
  made jsonb not null default '{}',  -- ID of the access policy that the workflow keeps up to date
  last_run_at timestamptz,
  last_execution smallint,
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  changed_by text not null check (length(changed_by) <= 260),
  search text not null generated always as (plain(name || ' ' || description)) stored,
  primary key (workspace_id, id),
  check ((starts = 'schedule') = (interval is not null)),
  check (active or next_run_at is null)
);
create unique index workflows_name on workflows (workspace_id, lower(name));
create index workflows_by_change on workflows (workspace_id, changed_at, id);
create index workflows_by_run on workflows (workspace_id, coalesce(last_run_at, '-infinity'), id);
create index workflows_due on workflows (next_run_at) where next_run_at is not null;
create index workflows_by_start on workflows (workspace_id, starts) where active and starts <> 'schedule';
call guard_tenant('workflows');

create table workflow_runs (
  workspace_id uuid not null,
  id uuid not null,
  workflow_id uuid not null,
  execution smallint not null check (execution between 0 and 3),  -- 0 in progress, 1 success, 2 failure, 3 skipped
  reason text check (length(reason) <= 40),
  begun_by text not null check (begun_by in ('schedule', 'event', 'person')),
  begun_name text not null check (length(begun_name) <= 260),
  due_at timestamptz,
  late boolean not null default false,
  started_at timestamptz not null,
  begun_at timestamptz,           -- null while the run is queued
  ended_at timestamptz,
  waits boolean not null default false,    -- for the approval of an owner
  agreed boolean not null default false,   -- an owner approved the run
  tries smallint not null default 0,
  work_kind text check (length(work_kind) <= 40),
  work_id uuid,                   -- no foreign key: the cleanup deletes long-running jobs earlier than runs
  considered integer not null default 0,
  done integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  person_id uuid,                 -- the user who used a card page
  person_name text check (length(person_name) <= 260),
  retries uuid,
  undoes uuid,
  undone_by uuid,
  primary key (workspace_id, id),
  foreign key (workspace_id, workflow_id) references workflows on delete cascade
);
create index workflow_runs_of on workflow_runs (workspace_id, workflow_id, started_at, id);
create index workflow_runs_open on workflow_runs (id) where execution = 0;
call guard_tenant('workflow_runs');

-- The last step of a workflow for a user or key: notified, reminded, or suspended, when, and how many steps so far.
create table workflow_marks (
  workspace_id uuid not null,
  workflow_id uuid not null,
  subject uuid not null,
  step text not null check (step in ('told', 'suspended', 'reminded')),
  at timestamptz not null,
  times integer not null default 1,
  primary key (workspace_id, workflow_id, subject),
  foreign key (workspace_id, workflow_id) references workflows on delete cascade
);
call guard_tenant('workflow_marks');

-- Events that start workflows. The transaction that causes an event also inserts its row, so that no event is lost.
create table workflow_events (
  workspace_id uuid not null,
  workflow_id uuid not null,
  subject uuid not null,
  at timestamptz not null default now(),
  -- next check; later for subjects not due yet, such as users not yet in the group
  look_at timestamptz not null default now(),
  primary key (workspace_id, workflow_id, subject),
  foreign key (workspace_id, workflow_id) references workflows on delete cascade
);
create index workflow_events_due on workflow_events (look_at);
call guard_tenant('workflow_events');

create function note_workflow_events(what text, workspaces uuid[], subjects uuid[]) returns void
  language sql security definer set search_path = public, pg_temp as $$
    insert into workflow_events (workspace_id, workflow_id, subject)
      select w.workspace_id, w.id, e.subject from unnest(workspaces, subjects) e(workspace, subject)
        join workflows w on w.workspace_id = e.workspace and w.starts = what and w.active
      on conflict do nothing
  $$;
alter function note_workflow_events owner to claviger_super;
revoke execute on function note_workflow_events from public;

create function note_new_people() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    if exists (select from workflows w where w.starts = 'imported' and w.active
        and w.workspace_id = (select workspace_id from added limit 1)) then
      perform note_workflow_events('imported', array_agg(workspace_id), array_agg(id)) from added;
    end if;
    return null;
end $$;
alter function note_new_people owner to claviger_super;
create trigger users_start_workflows after insert on users
  referencing new table as added for each statement execute function note_new_people();

create function note_new_computer() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    perform note_workflow_events('computer', array[new.workspace_id], array[new.id]);
    return null;
end $$;
alter function note_new_computer owner to claviger_super;
create trigger devices_start_workflows after insert on devices
  for each row when (new.kind = 1) execute function note_new_computer();

create function note_active_key() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    perform note_workflow_events('activated', array[new.workspace_id], array[new.user_id]);
    return null;
end $$;
alter function note_active_key owner to claviger_super;
create trigger security_keys_start_workflows after update of status on security_keys
  for each row when (old.status = 30 and new.status = 20) execute function note_active_key();

create function note_active_keys() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    if exists (select from workflows w where w.starts = 'activated' and w.active
        and w.workspace_id = (select workspace_id from added limit 1)) then
      perform note_workflow_events('activated', array_agg(workspace_id), array_agg(user_id)) from added where status = 20;
    end if;
    return null;
end $$;
alter function note_active_keys owner to claviger_super;
create trigger security_keys_come_to_workflows after insert on security_keys
  referencing new table as added for each statement execute function note_active_keys();
