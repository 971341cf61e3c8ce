-- room: access/support-access
-- Access of a super administrator to a workspace for a limited time. The super administrator requests it with a reason;
-- an owner or, in an emergency, a second super administrator allows it.
create table support_accesses (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  home_id uuid not null,  -- the installation's workspace, where the super administrator is a user; no foreign key
  super_id uuid not null,
  super_name text not null check (length(super_name) <= 260),
  reason text not null check (length(reason) between 1 and 500),
  minutes integer not null check (minutes between 15 and 480),
  emergency boolean not null,
  state smallint not null check (state in (0, 1, 2, 3)),  -- 0 requested, 1 allowed, 2 denied, 3 ended
  asked_at timestamptz not null,
  answers_until timestamptz not null,
  answered_by text check (length(answered_by) <= 260),
  answered_at timestamptz,
  ends_at timestamptz,
  ended_by text check (length(ended_by) <= 260),
  ended_at timestamptz,
  primary key (workspace_id, id)
);
create index support_accesses_by_time on support_accesses (workspace_id, asked_at);
call guard_tenant('support_accesses');

-- The super administrator behind a support session. Returns no row unless the access is allowed and not expired, the
-- super administrator's own session is valid, and they are active and have the permission "all" (1). Also sets the
-- workspace of the transaction.
create function enter_support(here uuid, access uuid, home uuid, session uuid, at timestamptz)
  returns table (user_id uuid, name text, workspace_type smallint, workspace_status smallint, ends_at timestamptz)
  language plpgsql volatile security definer set search_path = public, pg_temp as $$ begin
    perform set_config('app.workspace', here::text, true);
    return query
      select a.super_id, a.super_name, w.type, w.status, a.ends_at
      from support_accesses a join workspaces w on w.id = a.workspace_id
        join sessions s on s.workspace_id = home and s.id = session and s.user_id = a.super_id
        join super_administrators p on p.workspace_id = home and p.user_id = a.super_id
        join users u on u.workspace_id = home and u.id = a.super_id
      where a.workspace_id = here and a.id = access and a.home_id = home and a.state = 1 and a.ends_at > at
        and s.ended_at is null and least(s.expires_at, s.role_ends_at) > now() and 1 = any (p.permissions)
        and (s.key_id is null
          or exists (select from security_keys k where k.workspace_id = home and k.id = s.key_id and k.status = 20))
        and u.deleted_at is null and u.suspended_at is null and u.deactivated_at is null;
end $$;
alter function enter_support owner to claviger_super;
