-- room: access/sessions
-- Users whose sessions must be checked again because access policies changed. The server evaluates policies, not the
-- database: triggers queue the users here, and a scheduled task ends the sessions that the policies no longer allow.
create table session_reviews (
  workspace_id uuid not null references workspaces on delete cascade,
  subject uuid not null,                     -- ID of a user, or of the workspace for all its users
  asked_at timestamptz not null default clock_timestamp(),
  taken_at timestamptz,                      -- when a process claimed it; after a crash, another process takes over
  -- Check once more after two seconds, for sign-ins that were in progress when the policies changed
  again boolean not null default true,
  primary key (workspace_id, subject)
);
call guard_tenant('session_reviews');

create function ask_for_review(here uuid, about uuid) returns void
  language sql security definer set search_path = public, pg_temp as $$
    insert into session_reviews as r (workspace_id, subject) values (here, about)
      on conflict (workspace_id, subject) do update set asked_at = excluded.asked_at, taken_at = null, again = true $$;
alter function ask_for_review owner to claviger_super;

-- Every change of a policy, a named list, or the default increments the version in policy_sets: one trigger is enough.
create function review_sessions_of_workspace() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$ begin
    perform ask_for_review(new.workspace_id, new.workspace_id);
    return null;
end $$;
alter function review_sessions_of_workspace owner to claviger_super;
create trigger policy_sets_review_sessions after insert or update on policy_sets
  for each row execute function review_sessions_of_workspace();

-- Joining or leaving a group or unit that an active policy (state 2) names changes which policies apply to the user.
create function review_sessions_of_member() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$ declare
    r record;
    place text;
  begin
    if tg_op = 'DELETE' then r := old; else r := new; end if;
    -- Most workspaces have no policies: this check avoids the slower query below for each member of a large group
    if not exists (select from policy_sets p where p.workspace_id = r.workspace_id) then return null; end if;
    place := case tg_table_name when 'group_members' then to_jsonb(r) ->> 'group_id' else to_jsonb(r) ->> 'unit_id' end;
    if exists (select from policies p where p.workspace_id = r.workspace_id and p.state = 2
      and (p.content -> 'groups' ? place or p.content -> 'units' ? place))
    then perform ask_for_review(r.workspace_id, r.user_id); end if;
    return null;
end $$;
alter function review_sessions_of_member owner to claviger_super;
create trigger group_members_review_sessions after insert or delete on group_members
  for each row execute function review_sessions_of_member();
create trigger unit_members_review_sessions after insert or delete on unit_members
  for each row execute function review_sessions_of_member();
