-- room: directories/scim
-- A token never does more than its keeper holds when it is used: its maker, or the owner who named it in an approval.
-- Null for a token made before this column existed: such a token gives no role and changes no user who has one.
-- No foreign key: the id of a deleted keeper must stay, so that the token is refused.
alter table scim_tokens add column keeper_id uuid;

-- The same as rights_now for callers who see the whole workspace. The planner merges it into their statements, which it
-- can't do with a function that runs as another role; each row is found by its whole key, as in enter_session.
create function rights_in(here uuid, person uuid) returns table (role smallint, additional smallint[], units_only boolean, super boolean)
  language sql stable as $$
    select a.role, a.additional, coalesce(a.type = 2, false), s.user_id is not null
    from (select * from users where users.workspace_id = here and users.id = person offset 0) u
      left join administrators a on a.workspace_id = here and a.user_id = person
      left join super_administrators s on s.workspace_id = here and s.user_id = person
    where u.deleted_at is null and u.suspended_at is null and u.deactivated_at is null
  $$;

create or replace function rights_now(person uuid) returns table (role smallint, additional smallint[], units_only boolean, super boolean)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select * from rights_in(current_setting('app.workspace')::uuid, person) $$;

drop function enter_scim(uuid, uuid, bytea);
create function enter_scim(here uuid, token uuid, secret_hash bytea)
  returns table (token_id uuid, expires_at timestamptz, last_used_at timestamptz, connection_id uuid, name text, active boolean,
    version integer, state text, addresses jsonb, workspace_status smallint,
    keeper_id uuid, role smallint, additional smallint[], units_only boolean, super boolean, secret_fields text[])
  language plpgsql volatile as $$ declare
    -- An assignment is evaluated without a plan
    inside constant text := set_config('app.workspace', here::text, true);
  begin
  return query
    select t.id, t.expires_at, t.last_used_at, c.id, c.name, c.active, c.version, c.connection, c.settings -> 'addresses', w.status,
      t.keeper_id, r.role, r.additional, r.units_only, r.super,
      -- So that no document of a client is kept with a secret
      array(select f.field from secret_fields f where f.workspace_id = here order by f.field)
    from scim_tokens t
    join directory_connections c on c.workspace_id = here and c.id = t.connection_id
    join workspaces w on w.id = here
    left join lateral rights_in(here, t.keeper_id) r on true
    where t.workspace_id = here and t.id = token and t.hash = secret_hash;
end $$;
