-- room: access/sign-in
-- The owner of the demo's hospital, or of the partner in the demo. The partner's customers can't be opened.
drop function demo_owner();
create function demo_owner(of_partner boolean)
  returns table (workspace_id uuid, user_id uuid, user_name text)
  language sql stable security definer set search_path = public, pg_temp as $$
    select u.workspace_id, u.id, u.first_name || ' ' || u.last_name
    from workspaces w join administrators a on a.workspace_id = w.id and a.role = 1
      join users u on u.workspace_id = a.workspace_id and u.id = a.user_id
    where w.demo and w.partner_id is null and (w.type = 3) = of_partner
      and u.deleted_at is null and u.suspended_at is null and u.deactivated_at is null
    order by u.created_at, u.id limit 1 $$;
alter function demo_owner(boolean) owner to claviger_super;
