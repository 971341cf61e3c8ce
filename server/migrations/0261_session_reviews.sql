-- room: access/sessions
-- Sessions that a change of access policies may have ended. What a policy decides is evaluated by the server and not by the
-- database, so a trigger notes whose sessions have to be looked at, and a scheduled task looks at them.
create table session_reviews (
  workspace_id uuid not null references workspaces on delete cascade,
  subject uuid not null,                     -- a user, or the workspace itself for all its users
  asked_at timestamptz not null default clock_timestamp(),
  taken_at timestamptz,                      -- a process works on it; one that died leaves it to the next
  again boolean not null default true,       -- once more after two seconds, for sign-ins that were under way at the change
  primary key (workspace_id, subject)
);
call guard_tenant('session_reviews');

create function ask_for_review(here uuid, about uuid) returns void
  language sql security definer set search_path = public, pg_temp as $$
    insert into session_reviews as r (workspace_id, subject) values (here, about)
      on conflict (workspace_id, subject) do update set asked_at = excluded.asked_at, taken_at = null, again = true $$;
alter function ask_for_review owner to claviger_super;

-- Every change of a policy, of a named list and of the default raises the version.
create function review_sessions_of_workspace() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$ begin
    perform ask_for_review(new.workspace_id, new.workspace_id);
    return null;
end $$;
alter function review_sessions_of_workspace owner to claviger_super;
create trigger policy_sets_review_sessions after insert or update on policy_sets
  for each row execute function review_sessions_of_workspace();

-- A user who comes into a group or unit that a policy names, or leaves it, meets other policies from then on.
create function review_sessions_of_member() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$ declare
    r record;
    place text;
  begin
    if tg_op = 'DELETE' then r := old; else r := new; end if;
    -- Most workspaces have no policies, and reading them for each member of a large group takes long
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
