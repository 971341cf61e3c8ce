-- room: access/sessions
create table sessions (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  method text not null check (method in ('passkey', 'code', 'password', 'link', 'demo', 'command', 'external', 'sms', 'call')),
  -- Sign-in method by the names of authentication profiles; null if profiles don't apply
  way text check (way in ('passkey', 'badge', 'phone', 'code', 'password', 'external', 'sms', 'call')),
  credential_id uuid,  -- the passkey that opened the session, and the security key in use: it ends with them
  key_id uuid,                        -- no foreign keys: an ended session stays until the cleanup deletes it
  opened_by uuid,  -- the user who opened another user's account with a card; ends when the account is no longer shared
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  verified_at timestamptz,            -- last time the user confirmed with a passkey
  expires_at timestamptz not null,
  ends_at timestamptz not null,       -- maximum lifetime, even if the session is in use
  role_ends_at timestamptz not null,  -- maximum lifetime while the user has a role
  ended_at timestamptz,
  ended_for text check (ended_for in ('own', 'replayed', 'administrator', 'user', 'role', 'key', 'pin', 'passkey', 'password', 'sharing', 'workspace', 'profile', 'provider', 'number', 'address', 'finger', 'policy')),
  generation integer not null default 1,  -- of the refresh token; an older one is a replay and ends the session
  refresh_hash bytea not null,
  beside uuid,                        -- the session of the tab that opened this one; when it ends, this one ends, too
  ip text check (length(ip) <= 45),
  user_agent text check (length(user_agent) <= 400),
  confirmed_by uuid,  -- the passkey that last confirmed the user, if a different one opened the session
  -- The location that a phone sent with its approval, if access policies required it. Decisions for applications use
  -- the facts of the sign-in, so it is stored as long as the session.
  position jsonb,
  -- The checks that the identity provider is trusted to have made at this sign-in, and the methods that it reported
  provider_level text check (provider_level in ('multi-factor', 'phishing-resistant', 'hardware-bound')),
  provider_methods text[] check (cardinality(provider_methods) <= 20),
  -- The application that received offline access (offline_access) from the user. Offline access is a session of its
  -- own: it continues after the user signs out of the browser, but ends with the user, the key, and the sign-in method
  -- as every session does.
  offline_for uuid,
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references users on delete cascade,
  foreign key (workspace_id, opened_by) references users on delete cascade,
  constraint sessions_offline_for foreign key (workspace_id, offline_for) references applications on delete cascade
) with (fillfactor = 90);
create index sessions_of_user on sessions (workspace_id, user_id) where ended_at is null;
create index sessions_opened_by on sessions (workspace_id, opened_by) where opened_by is not null and ended_at is null;
create index sessions_beside on sessions (workspace_id, beside) where beside is not null and ended_at is null;
-- Only the cleanup reads it. BRIN summarizes pages and has no entry for each row, so a refreshed session can stay on
-- its page (HOT update)
create index sessions_expiry on sessions using brin (expires_at) with (pages_per_range = 16, autosummarize = on);
create index sessions_offline on sessions (workspace_id, offline_for) where offline_for is not null;
call guard_tenant('sessions');

-- Refuses a session whose sign-in method the user's authentication profile doesn't allow, whichever code inserts it.
create function admit_session() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ declare
    open text[];
  begin
    -- A transaction that changes profiles takes this lock exclusively. It waits for sessions that are being inserted
    -- and then ends those that the new profiles don't allow; sessions inserted later are checked against the new
    -- profiles
    perform pg_advisory_xact_lock_shared(hashtextextended('authentication-profiles ' || new.workspace_id, 0));
    -- Most workspaces have no profile, and ways_of takes ten times as long as this check. Codes by SMS and call always
    -- need ways_of, because without a profile they are not allowed
    if new.way not in ('sms', 'call')
      and not exists (select from authentication_profiles where workspace_id = new.workspace_id)
    then return new; end if;
    open := ways_of(new.workspace_id, new.user_id);
    if new.way = any (open) then return new; end if;
    -- A passkey sign-in with a card counts as a card sign-in: a reader can answer with the card's passkey
    if new.way = 'passkey' and 'badge' = any (open) and exists (
      select from security_keys k where k.workspace_id = new.workspace_id and k.id = new.key_id and k.kind = 2)
    then return new; end if;
    raise exception 'this way in is closed' using errcode = 'check_violation', constraint = 'way_not_offered';
end $$;
alter function admit_session owner to claviger_super;
create trigger sessions_admit before insert on sessions for each row
  when (new.way is not null and new.beside is null) execute function admit_session();

-- Caches the user and permissions of a session, so that a call reads one row. The table is unlogged, because a copy can
-- be lost. Each transaction that changes one of these facts deletes the copy, and the next call reads the facts again.
create unlogged table session_cache (
  workspace_id uuid not null,
  session_id uuid not null,
  user_id uuid not null,
  name text not null,
  email text,
  workspace_role smallint,
  additional smallint[],
  units_only boolean not null,
  super boolean not null,
  verified_at timestamptz,
  expires_at timestamptz not null,
  primary key (workspace_id, session_id),
  foreign key (workspace_id, session_id) references sessions on delete cascade
);
create index session_cache_of_user on session_cache (workspace_id, user_id);
call guard_tenant('session_cache');

-- The user and permissions of a session that is valid now, for the next two functions. It returns no row if the session
-- ended or expired, or its user can't sign in. With a role, it expires when the role's maximum lifetime ends.
create function live_session(here uuid, session uuid)
  returns table (user_id uuid, name text, email text, workspace_role smallint, additional smallint[], units_only boolean, super boolean, verified_at timestamptz, expires_at timestamptz)
  -- PostgreSQL reuses a plan for workspaces of every size, but makes it with the statistics of the first one. In a
  -- small workspace a sequential scan looks as cheap as the primary key. So each row is found only by its whole key and
  -- checked afterwards, here and in rights_in.
  language plpgsql stable as $$ declare
    one record;
  begin
    select s.user_id as owner, s.verified_at, s.ended_at, s.expires_at, s.role_ends_at, s.key_id into one
      from sessions s where s.workspace_id = here and s.id = session;
    if one.owner is null or one.ended_at is not null or one.expires_at <= now() then return; end if;
    return query
      select u.id, u.first_name || ' ' || u.last_name, u.email, r.role, r.additional, r.units_only, r.super, one.verified_at,
        case when r.role is null and not r.super then one.expires_at else least(one.expires_at, one.role_ends_at) end
      -- No row if the user can't sign in
      from rights_in(here, one.owner) r join users u on u.workspace_id = here and u.id = one.owner
      where (r.role is null and not r.super or one.role_ends_at > now())
        -- The session may have been inserted while its key was being suspended
        and (one.key_id is null
          or exists (select from security_keys k where k.workspace_id = here and k.id = one.key_id and k.status = 20));
end $$;

-- Finds the user of a session in one statement, in its copy or else by live_session. It also sets the workspace of the
-- transaction, and the session as the origin of what the transaction creates (decision 40).
create function enter_session(here uuid, session uuid)
  returns table (user_id uuid, name text, email text, workspace_role smallint, additional smallint[], units_only boolean, super boolean, verified_at timestamptz, workspace_type smallint, workspace_status smallint, cached boolean)
  language plpgsql volatile as $$ declare
    -- PL/pgSQL evaluates an assignment as an expression, which needs no query plan
    inside constant text := set_config('app.workspace', here::text, true);
    caller constant text := set_config('app.session', session::text, true);
  begin
    return query
      select t.user_id, t.name, t.email, t.workspace_role, t.additional, t.units_only, t.super, t.verified_at, w.type, w.status, true
      from session_cache t join workspaces w on w.id = here
      where t.workspace_id = here and t.session_id = session and t.expires_at > now();
    if found then return; end if;
    return query
      select t.user_id, t.name, t.email, t.workspace_role, t.additional, t.units_only, t.super, t.verified_at, w.type, w.status, false
      from live_session(here, session) t join workspaces w on w.id = here;
end $$;

-- Stores the copy for the next calls. The share locks on session, user, and key last until the commit: a transaction
-- that changes one of them waits, and then finds and deletes the copy. If another transaction already holds such a
-- lock, this function stores nothing and never waits.
create function cache_session(here uuid, session uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$ declare
    s record;
  begin
    select user_id, key_id into s from sessions where workspace_id = here and id = session for share skip locked;
    if not found then return; end if;
    perform from users where workspace_id = here and id = s.user_id for share skip locked;
    if not found then return; end if;
    if s.key_id is not null then
      perform from security_keys where workspace_id = here and id = s.key_id for share skip locked;
      if not found then return; end if;
    end if;
    -- Runs after the lock on the user: a role change locks the user before it commits (uncache_role), so this statement
    -- sees each role change that is committed
    insert into session_cache (workspace_id, session_id, user_id, name, email, workspace_role, additional, units_only, super, verified_at, expires_at)
      select here, session, t.user_id, t.name, t.email, t.workspace_role, t.additional, t.units_only, t.super, t.verified_at, t.expires_at
      from live_session(here, session) t
      on conflict do nothing;
end $$;
alter function cache_session owner to claviger_super;

create function uncache_session() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    delete from session_cache where workspace_id = old.workspace_id and session_id = old.id;
    return null;
end $$;
alter function uncache_session owner to claviger_super;
create trigger sessions_uncache after update on sessions for each row
  when ((old.user_id, old.verified_at, old.ended_at, old.expires_at, old.role_ends_at)
    is distinct from (new.user_id, new.verified_at, new.ended_at, new.expires_at, new.role_ends_at))
  execute function uncache_session();

-- When a session ends, the sessions of tabs that it opened end, too. Each of them fires this trigger again.
create function end_beside() returns trigger language plpgsql as $$ begin
  update sessions set ended_at = new.ended_at, ended_for = new.ended_for
  where workspace_id = new.workspace_id and beside = new.id and ended_at is null;
  return null;
end $$;
create trigger sessions_end_beside after update of ended_at on sessions for each row
  when (old.ended_at is null and new.ended_at is not null) execute function end_beside();

-- Suspending, deactivating, or deleting a user ends the user's sessions. Reversing this ends them, too: a sign-in that
-- ran at the same time may have inserted a session that must not become valid with the account.
create function uncache_user() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    if (old.deleted_at is null and old.suspended_at is null and old.deactivated_at is null)
      = (new.deleted_at is null and new.suspended_at is null and new.deactivated_at is null)
    then
      delete from session_cache where workspace_id = old.workspace_id and user_id = old.id;
      return null;
    end if;
    -- Fires sessions_uncache, which deletes the copies
    update sessions set ended_at = now(), ended_for = 'user'
      where workspace_id = old.workspace_id and user_id = old.id and ended_at is null;
    update sessions set ended_at = now(), ended_for = 'user'
      where workspace_id = old.workspace_id and opened_by = old.id and opened_by is not null and ended_at is null;
    return null;
end $$;
alter function uncache_user owner to claviger_super;
create trigger users_uncache after update on users for each row
  when ((old.first_name, old.last_name, old.email, old.deleted_at, old.suspended_at, old.deactivated_at)
    is distinct from (new.first_name, new.last_name, new.email, new.deleted_at, new.suspended_at, new.deactivated_at))
  execute function uncache_user();

-- A new phone number ends the sessions that a code to the old one opened: the phone may be lost, or the old number may
-- belong to another person now.
create function end_sessions_of_number() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    update sessions set ended_at = now(), ended_for = 'number'
      where workspace_id = old.workspace_id and user_id = old.id and way in ('sms', 'call') and ended_at is null;
    return null;
end $$;
alter function end_sessions_of_number owner to claviger_super;
create trigger users_end_sessions_of_number after update on users for each row
  when (old.phone_number is not null and (old.phone_country, old.phone_number) is distinct from (new.phone_country, new.phone_number))
  execute function end_sessions_of_number();

-- The same for codes to the old mailbox. A user's first email address replaces no other, so it ends nothing.
create function end_sessions_of_mailbox() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    update sessions set ended_at = now(), ended_for = 'address'
      where workspace_id = old.workspace_id and user_id = old.id and way = 'code' and ended_at is null;
    return null;
end $$;
alter function end_sessions_of_mailbox owner to claviger_super;
create trigger users_end_sessions_of_mailbox after update on users for each row
  when (old.email is not null and old.email is distinct from new.email) execute function end_sessions_of_mailbox();

-- Does a change of role remove a permission? The role numbers don't tell: billing (4) can read less than read-only (5).
create function is_lowered(was_role smallint, was_additional smallint[], was_type smallint, role smallint, additional smallint[], type smallint)
  returns boolean language sql immutable
  return type > was_type or not (
    role < was_role and role <= 2
    or (role = was_role or was_role = 4 and role = 3) and additional @> was_additional
  );

-- Roles are in tables of their own, so the trigger locks the user's row: cache_session can't copy the old role
-- meanwhile. A role that is lowered or removed ends the user's sessions.
create function uncache_role() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ declare
    r record;
    lowered boolean := tg_op = 'DELETE';
  begin
    if tg_op = 'DELETE' then r := old; else r := new; end if;
    if tg_op = 'UPDATE' then
      if tg_table_name = 'administrators' then
        lowered := is_lowered(old.role, old.additional, old.type, new.role, new.additional, new.type);
      else
        lowered := not new.permissions @> old.permissions;
      end if;
    end if;
    perform from users where workspace_id = r.workspace_id and id = r.user_id for no key update;
    if lowered then
      update sessions set ended_at = now(), ended_for = 'role'
        where workspace_id = r.workspace_id and user_id = r.user_id and ended_at is null;
    end if;
    delete from session_cache where workspace_id = r.workspace_id and user_id = r.user_id;
    return null;
end $$;
alter function uncache_role owner to claviger_super;
create trigger administrators_uncache after insert or update or delete on administrators
  for each row execute function uncache_role();
create trigger super_administrators_uncache after insert or update or delete on super_administrators
  for each row execute function uncache_role();

-- The triggers below end a session in the transaction that removes what opened it, whichever code writes the change. So
-- a lookup of a session needs no further check.

-- Ends the sessions of a key that is suspended or deleted, or gets another owner, card, or PIN. Activating a key ends
-- them, too: a sign-in that ran during the suspension may have inserted a session that must not become valid again.
create function end_sessions_of_key() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ declare
    why constant text := case when tg_op = 'UPDATE' and old.status = new.status and old.user_id = new.user_id
      and old.card_hash is not distinct from new.card_hash then 'pin' else 'key' end;
  begin
    update sessions set ended_at = now(), ended_for = why
      where workspace_id = old.workspace_id and user_id = old.user_id and key_id = old.id and ended_at is null;
    -- Sessions on accounts of other users that a card opened
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

-- The server doesn't store which fingerprint opened a session. So deleting an enrolled fingerprint ends all sessions
-- that its key opened.
create function end_sessions_of_finger() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    update sessions set ended_at = now(), ended_for = 'finger'
      where workspace_id = old.workspace_id and user_id = old.user_id and key_id = old.key_id and ended_at is null
        -- If the key is deleted with its fingerprints, end_sessions_of_key ends the sessions
        and exists (select from security_keys k where k.workspace_id = old.workspace_id and k.id = old.key_id);
    return null;
end $$;
alter function end_sessions_of_finger owner to claviger_super;
create trigger fingerprint_templates_end_sessions after delete on fingerprint_templates for each row
  when (old.enrolment_id is null) execute function end_sessions_of_finger();

create function end_sessions_of_passkey() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    update sessions set ended_at = now(), ended_for = 'passkey'
      where workspace_id = old.workspace_id and user_id = old.user_id and credential_id = old.id and ended_at is null;
    return null;
end $$;
alter function end_sessions_of_passkey owner to claviger_super;
create trigger credentials_end_sessions after delete on credentials
  for each row execute function end_sessions_of_passkey();

-- Disabling a workspace ends all sessions except those of owners, who can resolve the cause. Enabling it ends them,
-- too, because a sign-in may have inserted a session while the workspace was being disabled.
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

-- Is an account shared with a user, directly, through a group, or with everyone (group type 0)?
create function is_shared(here uuid, account uuid, person uuid) returns boolean language sql stable
  return exists (
    select from shares s where s.workspace_id = here and s.account_id = account and (
      s.person_id = person
      or exists (select from group_members m where m.workspace_id = here and m.group_id = s.group_id and m.user_id = person)
      or exists (select from groups g where g.workspace_id = here and g.id = s.group_id and g.type = 0)
    )
  );

create function end_sessions_unshared() returns trigger language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off as $$ begin
    if tg_table_name = 'shares' then
      update sessions s set ended_at = now(), ended_for = 'sharing'
        where s.workspace_id = old.workspace_id and s.user_id = old.account_id and s.opened_by is not null
          and s.ended_at is null and not is_shared(s.workspace_id, s.user_id, s.opened_by);
    else
      update sessions s set ended_at = now(), ended_for = 'sharing'
        where s.workspace_id = old.workspace_id and s.opened_by = old.user_id and s.opened_by is not null
          and s.ended_at is null and not is_shared(s.workspace_id, s.user_id, s.opened_by);
    end if;
    return null;
end $$;
alter function end_sessions_unshared owner to claviger_super;
create trigger shares_end_sessions after delete on shares for each row execute function end_sessions_unshared();
create trigger group_members_end_sessions after delete on group_members
  for each row execute function end_sessions_unshared();

-- A shorter maximum lifetime also applies to open sessions. Offline access has a lifetime of its own.
create function shorten_sessions() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$ begin
    update sessions set ends_at = created_at + make_interval(hours => new.session_hours),
        expires_at = least(expires_at, created_at + make_interval(hours => new.session_hours))
      where workspace_id = new.workspace_id and ended_at is null and offline_for is null
        and ends_at > created_at + make_interval(hours => new.session_hours);
    return null;
end $$;
alter function shorten_sessions owner to claviger_super;
create trigger workspace_settings_shorten_sessions after update of session_hours on workspace_settings for each row
  when (new.session_hours is not null and new.session_hours is distinct from old.session_hours)
  execute function shorten_sessions();
