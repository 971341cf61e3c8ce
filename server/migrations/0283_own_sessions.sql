-- room: work/rank (spans rooms)
-- Was this session opened by what the user made, or by what the holder of the user's mailbox made? Keys that nobody in
-- particular placed count as the user's own.
create function is_own_session(session uuid) returns boolean language sql stable
  security definer set search_path = public, pg_temp as $$
    select coalesce(o.origin is null or o.origin ? 'own'
        or o.origin ->> 'mailbox' = encode(sha256(convert_to(lower(u.email), 'UTF8')), 'hex'), false)
    from sessions s
      join users u on u.workspace_id = s.workspace_id and u.id = s.user_id
      cross join lateral (select origin_of_session(s.workspace_id, s.id) as origin) o
    where s.workspace_id = current_setting('app.workspace')::uuid and s.id = session $$;
alter function is_own_session owner to claviger_super;
