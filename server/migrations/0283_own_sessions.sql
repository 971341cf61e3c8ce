-- room: work/rank (spans rooms)
-- Whether a session was opened with something that the user created, or that the holder of the user's current mailbox
-- created. A session without an origin also counts as own: its key was placed by no known actor, or it was opened by
-- the user of a shared account.
create function is_own_session(session uuid) returns boolean language sql stable
  security definer set search_path = public, pg_temp as $$
    select coalesce(o.origin is null or o.origin ? 'own'
        or o.origin ->> 'mailbox' = encode(sha256(convert_to(lower(u.email), 'UTF8')), 'hex'), false)
    from sessions s
      join users u on u.workspace_id = s.workspace_id and u.id = s.user_id
      cross join lateral (select origin_of_session(s.workspace_id, s.id) as origin) o
    where s.workspace_id = current_setting('app.workspace')::uuid and s.id = session $$;
alter function is_own_session owner to claviger_super;
