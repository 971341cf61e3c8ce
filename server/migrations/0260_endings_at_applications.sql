-- room: sso/oidc
-- When a user loses the right to open an application, the tokens, codes, and grants of OpenID Connect and the passes of
-- forward authentication that the application has for the user are deleted. Refusing them only while the right is
-- missing would let a later assignment revive them.

-- Can a user open an application? Like opens_application, but for triggers, which may run while no workspace is set.
create function is_open_to(here uuid, application uuid, person uuid) returns boolean language sql stable security definer
  set search_path = public, pg_temp as $$
    select exists (select from applications a where a.workspace_id = here and a.id = application and a.active and (
      a.everyone or exists (select from application_assignments s
        where s.workspace_id = here and s.application_id = application and (
          s.user_id = person
          or exists (select from group_members m where m.workspace_id = here and m.group_id = s.group_id and m.user_id = person)
          or exists (select from unit_members m where m.workspace_id = here and m.unit_id = s.unit_id and m.user_id = person)
        )))) $$;
alter function is_open_to owner to claviger_super;

-- Deletes what an application has for one user, or for all users (null), who can no longer open it.
create function end_given(here uuid, application uuid, person uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$ declare
    client constant text := (select a.client_id from applications a where a.workspace_id = here and a.id = application);
    gone uuid[];
  begin
    if person is not null then
      if is_open_to(here, application, person) then return; end if;
      gone := array[person];
    else
      gone := array(
        select held.user_id from (
          select i.user_id from oidc_items i
            where i.workspace_id = here and i.client_id = client and i.user_id is not null and i.kind <> 'Session'
          union select p.user_id from proxy_passes p where p.workspace_id = here and p.application_id = application
        ) held where not is_open_to(here, application, held.user_id));
    end if;
    delete from oidc_items i
      where i.workspace_id = here and i.user_id = any (gone) and i.client_id = client and i.kind <> 'Session';
    delete from proxy_passes p where p.workspace_id = here and p.user_id = any (gone) and p.application_id = application;
end $$;
alter function end_given owner to claviger_super;

-- Deletes everything that an application has, including what it received in its own name.
create function end_all_given(here uuid, application uuid, client text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$ begin
    delete from oidc_items i where i.workspace_id = here and i.client_id = client and i.kind <> 'Session';
    delete from proxy_passes p where p.workspace_id = here and p.application_id = application;
end $$;
alter function end_all_given owner to claviger_super;

create function end_given_of_application() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$ begin
    if tg_op = 'DELETE' or old.active <> new.active or old.client_id is distinct from new.client_id then
      -- Also when it is enabled: a request may have written a token while the application was being disabled
      perform end_all_given(old.workspace_id, old.id, old.client_id);
    else
      perform end_given(old.workspace_id, old.id, null);
    end if;
    return null;
end $$;
alter function end_given_of_application owner to claviger_super;
create trigger applications_end_given after update on applications for each row when (
  old.active <> new.active or old.client_id is distinct from new.client_id
) execute function end_given_of_application();
create trigger applications_end_given_gone after delete on applications
  for each row execute function end_given_of_application();

-- Deferred to the commit: if a transaction replaces an assignment with another one, users who can still open the
-- application keep their tokens.
create constraint trigger applications_end_given_unassigned after update on applications
  deferrable initially deferred for each row when (old.everyone and not new.everyone)
  execute function end_given_of_application();

create function end_given_unassigned() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$ begin
    perform end_given(old.workspace_id, old.application_id, old.user_id);
    return null;
end $$;
alter function end_given_unassigned owner to claviger_super;
create constraint trigger application_assignments_end_given after delete on application_assignments
  deferrable initially deferred for each row execute function end_given_unassigned();

create function end_given_of_group() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$ begin
    perform end_given(s.workspace_id, s.application_id, old.user_id) from application_assignments s
      where s.workspace_id = old.workspace_id and s.group_id = old.group_id;
    return null;
end $$;
alter function end_given_of_group owner to claviger_super;
create constraint trigger group_members_end_given after delete on group_members
  deferrable initially deferred for each row execute function end_given_of_group();

create function end_given_of_unit() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$ begin
    perform end_given(s.workspace_id, s.application_id, old.user_id) from application_assignments s
      where s.workspace_id = old.workspace_id and s.unit_id = old.unit_id;
    return null;
end $$;
alter function end_given_of_unit owner to claviger_super;
create constraint trigger unit_members_end_given after delete on unit_members
  deferrable initially deferred for each row execute function end_given_of_unit();

-- When a workspace is disabled or enabled, all applications lose their tokens and passes. Owners keep their sessions.
create function end_given_of_workspace() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$ begin
    delete from oidc_items i where i.workspace_id = new.id and i.client_id is not null and i.kind <> 'Session';
    delete from proxy_passes p where p.workspace_id = new.id;
    return null;
end $$;
alter function end_given_of_workspace owner to claviger_super;
create trigger workspaces_end_given after update on workspaces
  for each row when ((old.status = 0) <> (new.status = 0)) execute function end_given_of_workspace();
