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

-- A statement of the server since then, which needs no further statement within a function
drop function enter_scim(uuid, uuid, bytea);
