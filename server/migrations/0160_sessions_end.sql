-- room: access/sessions
-- A session ends in the transaction that takes away what opened it, whoever writes that; looking it up asks for nothing more.

-- A key that may not be used any more, has another owner, card or PIN. What was opened while it could not be used, by
-- somebody a moment ahead, does not come to life when it can again.
create function end_sessions_of_key() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ declare
    why constant text := case when tg_op = 'UPDATE' and old.status = new.status and old.user_id = new.user_id
      and old.card_hash is not distinct from new.card_hash then 'pin' else 'key' end;
  begin
    update sessions set ended_at = now(), ended_for = why
      where workspace_id = old.workspace_id and user_id = old.user_id and key_id = old.id and ended_at is null;
    -- Accounts of others that a card opened
    if old.kind = 2 then
      update sessions set ended_at = now(), ended_for = why
        where workspace_id = old.workspace_id and opened_by = old.user_id and opened_by is not null and key_id = old.id
          and ended_at is null;
    end if;
    return null;
end $$;
alter function end_sessions_of_key owner to claviger_super;
create trigger security_keys_end_sessions after update on security_keys for each row when (
  (old.status = 20) <> (new.status = 20) or old.user_id <> new.user_id
  or old.card_hash is not null and old.card_hash is distinct from new.card_hash
  or old.pin_set_at is not null and old.pin_set_at is distinct from new.pin_set_at
) execute function end_sessions_of_key();
create trigger security_keys_end_sessions_gone after delete on security_keys
  for each row execute function end_sessions_of_key();

create function end_sessions_of_passkey() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    update sessions set ended_at = now(), ended_for = 'passkey'
      where workspace_id = old.workspace_id and user_id = old.user_id and credential_id = old.id and ended_at is null;
    return null;
end $$;
alter function end_sessions_of_passkey owner to claviger_super;
create trigger credentials_end_sessions after delete on credentials
  for each row execute function end_sessions_of_passkey();

-- Owners stay, to put it right; and as with people, what was on its way does not come to life with the workspace.
create function end_sessions_of_workspace() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    update sessions s set ended_at = now(), ended_for = 'workspace'
      where s.workspace_id = new.id and s.ended_at is null and not exists (
        select from administrators a where a.workspace_id = s.workspace_id and a.user_id = s.user_id and a.role = 1
      );
    return null;
end $$;
alter function end_sessions_of_workspace owner to claviger_super;
create trigger workspaces_end_sessions after update on workspaces
  for each row when ((old.status = 0) <> (new.status = 0)) execute function end_sessions_of_workspace();

-- Is an account still shared with somebody, directly or through a group?
create function is_shared(here uuid, account uuid, person uuid) returns boolean language sql stable
  return exists (
    select from shares s where s.workspace_id = here and s.account_id = account and (
      s.person_id = person
      or exists (select from group_members m where m.workspace_id = here and m.group_id = s.group_id and m.user_id = person)
      or exists (select from groups g where g.workspace_id = here and g.id = s.group_id and g.type = 0)
    )
  );

create function end_sessions_unshared() returns trigger language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  as $$ begin
    if tg_table_name = 'shares' then
      update sessions s set ended_at = now(), ended_for = 'sharing'
        from (select distinct workspace_id, account_id from gone) g
        where s.workspace_id = g.workspace_id and s.user_id = g.account_id and s.opened_by is not null
          and s.ended_at is null and not is_shared(s.workspace_id, s.user_id, s.opened_by);
    else
      update sessions s set ended_at = now(), ended_for = 'sharing'
        from (select distinct workspace_id, user_id from gone) g
        where s.workspace_id = g.workspace_id and s.opened_by = g.user_id and s.opened_by is not null
          and s.ended_at is null and not is_shared(s.workspace_id, s.user_id, s.opened_by);
    end if;
    return null;
end $$;
alter function end_sessions_unshared owner to claviger_super;
create trigger shares_end_sessions after delete on shares
  referencing old table as gone for each statement execute function end_sessions_unshared();
create trigger group_members_end_sessions after delete on group_members
  referencing old table as gone for each statement execute function end_sessions_unshared();
