-- room: work/rank (spans rooms)
-- A transaction knows the session or API key that it began with, so that whatever it places is known by it (decision 40).
create or replace function enter_session(here uuid, session uuid)
  returns table (user_id uuid, name text, email text, workspace_role smallint, additional smallint[], units_only boolean, super boolean, verified_at timestamptz, workspace_type smallint, workspace_status smallint, cached boolean)
  -- A plan is kept for workspaces of every size, but made by the figures of the one that came first: where few users are,
  -- reading all of them looks as cheap as the key. So each row is found by its whole key alone, and judged afterwards.
  language plpgsql volatile as $$ declare
    -- An assignment is evaluated without a plan
    inside constant text := set_config('app.workspace', here::text, true);
    -- For what the transaction places: who is behind it
    caller constant text := set_config('app.session', session::text, true);
    one record;
  begin
    return query
      select t.user_id, t.name, t.email, t.workspace_role, t.additional, t.units_only, t.super, t.verified_at, w.type, w.status, true
      from session_cache t join workspaces w on w.id = here
      where t.workspace_id = here and t.session_id = session and t.expires_at > now();
    if found then return; end if;
    select s.user_id as owner, s.verified_at, s.ended_at, s.expires_at, s.role_ends_at, s.key_id into one
      from sessions s where s.workspace_id = here and s.id = session;
    if one.owner is null or one.ended_at is not null or one.expires_at <= now() then return; end if;
    return query
      select u.id, u.first_name || ' ' || u.last_name, u.email, a.role, a.additional, coalesce(a.type = 2, false), p.user_id is not null, one.verified_at, w.type, w.status, false
      from (select * from users where users.workspace_id = here and users.id = one.owner offset 0) u
      join workspaces w on w.id = here
      left join administrators a on a.workspace_id = here and a.user_id = one.owner
      left join super_administrators p on p.workspace_id = here and p.user_id = one.owner
      where u.deleted_at is null and u.suspended_at is null and u.deactivated_at is null
        and (a.role is null and p.user_id is null or one.role_ends_at > now())
        -- Opened while its key was being suspended
        and (one.key_id is null
          or exists (select from security_keys k where k.workspace_id = here and k.id = one.key_id and k.status = 20));
end $$;

create or replace function enter_api_key(here uuid, key uuid, secret_hash bytea)
  returns table (id uuid, name text, type smallint, scopes text[], granted text[], keeper_id uuid, addresses text[], expires_at timestamptz, last_used_at timestamptz, workspace_type smallint, workspace_status smallint, role smallint, additional smallint[], units_only boolean)
  language plpgsql volatile as $$ begin
  perform set_config('app.workspace', here::text, true), set_config('app.placer', key::text, true);
  return query
    select k.id, k.name, k.type, k.scopes, k.granted, k.keeper_id, k.addresses, k.expires_at, k.last_used_at, w.type, w.status, r.role, r.additional, r.units_only
    from api_keys k join workspaces w on w.id = k.workspace_id left join lateral rights_of_keeper(here, k.keeper_id) r on true
    where k.workspace_id = here and k.id = key and k.hash = secret_hash;
end $$;
