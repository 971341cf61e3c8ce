-- room: access/sessions
create table sessions (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  method text not null check (method in ('passkey', 'code', 'password', 'link', 'demo', 'command')),
  credential_id uuid,                 -- the passkey that opened it, and the security key that was used: it ends with them
  key_id uuid,                        -- no foreign keys: an ended session is known until it is swept
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  verified_at timestamptz,            -- last time a passkey confirmed the person
  expires_at timestamptz not null,
  ends_at timestamptz not null,       -- however often it is used
  role_ends_at timestamptz not null,  -- the same while its user has a role
  ended_at timestamptz,
  ended_for text check (ended_for in ('own', 'replayed', 'administrator', 'user', 'role', 'key', 'pin', 'passkey', 'password', 'sharing', 'workspace')),
  generation integer not null default 1,  -- of the refresh token; an older one is a replay and ends the session
  refresh_hash bytea not null,
  ip text check (length(ip) <= 45),
  user_agent text check (length(user_agent) <= 400),
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references users on delete cascade
);
create index sessions_of_user on sessions (workspace_id, user_id) where ended_at is null;
create index sessions_expiry on sessions (expires_at);
call guard_tenant('sessions');

-- Who is behind a session, in one look; empty when it has ended, expired, or its user may not sign in.
create function session_actor(session uuid)
  returns table (user_id uuid, name text, email text, workspace_role smallint, additional smallint[], super boolean, verified_at timestamptz, workspace_type smallint, workspace_status smallint)
  language plpgsql stable as $$ begin
  return query
    select u.id, u.first_name || ' ' || u.last_name, u.email, a.role, a.additional, p.user_id is not null, s.verified_at, w.type, w.status
    from sessions s
    join users u on u.workspace_id = s.workspace_id and u.id = s.user_id
    join workspaces w on w.id = s.workspace_id
    left join administrators a on a.workspace_id = u.workspace_id and a.user_id = u.id
    left join super_administrators p on p.workspace_id = u.workspace_id and p.user_id = u.id
    where s.workspace_id = current_setting('app.workspace')::uuid and s.id = session
      and s.ended_at is null and s.expires_at > now()
      and u.deleted_at is null and u.suspended_at is null and u.deactivated_at is null;
end $$;

-- The same for calls that only read: sets the workspace for the session of the database, which the shell sets anew
-- for each caller, and saves them a transaction.
create function enter_session(workspace uuid, session uuid)
  returns table (user_id uuid, name text, email text, workspace_role smallint, additional smallint[], super boolean, verified_at timestamptz, workspace_type smallint, workspace_status smallint)
  language plpgsql volatile as $$ begin
  perform set_config('app.workspace', workspace::text, false);
  return query select * from session_actor(session);
end $$;
