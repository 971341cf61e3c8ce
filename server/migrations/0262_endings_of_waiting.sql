-- room: access/sign-in
-- Whatever would become a session, or act for a user, ends when the user's sessions end: a sign-in that a password or
-- phone proved, an emailed link, an approval on a phone, and a tool that acts for the user. Without these triggers,
-- each is refused while the user is suspended and works again afterwards. A code sent by email stays valid: it belongs
-- to an email address that users of several workspaces can share, and a new code is one click away.

create function end_waiting_of_user() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$ begin
    update sign_in_approvals set state = 2
      where approved_workspace = old.workspace_id and approved_user = old.id and state = 1;
    update email_sign_ins set proven_users = array_remove(proven_users, old.id)
      where email = old.email and old.id = any (proven_users);
    update account_links set used_at = now()
      where workspace_id = old.workspace_id and user_id = old.id and used_at is null;
    delete from delegations
      where workspace_id = old.workspace_id and (user_id = old.id or administrator_id = old.id);
    return null;
end $$;
alter function end_waiting_of_user owner to claviger_super;
create trigger users_end_waiting after update on users for each row when (
  (old.deleted_at is null and old.suspended_at is null and old.deactivated_at is null)
    and not (new.deleted_at is null and new.suspended_at is null and new.deactivated_at is null)
) execute function end_waiting_of_user();

-- A sign-in that a password or phone number proved loses that proof when the password or number changes.
create function end_proven_of_user() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$ declare
    person constant uuid := case tg_table_name when 'users' then to_jsonb(old) ->> 'id' else to_jsonb(old) ->> 'user_id' end;
  begin
    update email_sign_ins s set proven_users = array_remove(s.proven_users, person)
      where s.email = (select u.email from users u where u.workspace_id = old.workspace_id and u.id = person)
        and person = any (s.proven_users);
    return null;
end $$;
alter function end_proven_of_user owner to claviger_super;
create trigger users_end_proven_number after update on users for each row
  when (old.phone_number is not null and (old.phone_country, old.phone_number) is distinct from (new.phone_country, new.phone_number))
  execute function end_proven_of_user();
create trigger passwords_end_proven after update or delete on passwords
  for each row execute function end_proven_of_user();

create function end_waiting_of_key() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$ begin
    update sign_in_approvals set state = 2
      where approved_workspace = old.workspace_id and approved_key = old.id and state = 1;
    return null;
end $$;
alter function end_waiting_of_key owner to claviger_super;
create trigger security_keys_end_waiting after update on security_keys for each row
  when (old.status = 20 and new.status <> 20) execute function end_waiting_of_key();
create trigger security_keys_end_waiting_gone after delete on security_keys
  for each row execute function end_waiting_of_key();

-- A tool acts with the role that the administrator had when allowing it, so a lower role ends the delegation.
create function end_delegations_of_role() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$ begin
    if tg_op = 'UPDATE' and not is_lowered(old.role, old.additional, old.type, new.role, new.additional, new.type)
    then return null; end if;
    delete from delegations where workspace_id = old.workspace_id and administrator_id = old.user_id;
    return null;
end $$;
alter function end_delegations_of_role owner to claviger_super;
create trigger administrators_end_delegations after update or delete on administrators
  for each row execute function end_delegations_of_role();
