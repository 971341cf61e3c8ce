-- room: work/rank (spans rooms)
-- What users hold, and what they may become: every check of rank asks this function (decision 40). A user who was offered
-- the workspace, or whose directory group gives a role, is as dangerous to act on as one who has the role already.
-- `given_by` is the user or directory that offers it; null for what is held.
create function may_become(here uuid, among uuid[] default null)
  returns table (user_id uuid, role smallint, additional smallint[], units uuid[], super boolean, given_by uuid)
  language sql stable security definer set search_path = public, pg_temp rows 20
  as $$
    select a.user_id, a.role, a.additional, case when a.type = 2 then array(
        select unit_id from unit_administrators u where u.workspace_id = here and u.user_id = a.user_id) end, false, null::uuid
      from administrators a where a.workspace_id = here and (among is null or a.user_id = any (among))
    union all
    select s.user_id, null, '{}', null, true, null
      from super_administrators s where s.workspace_id = here and (among is null or s.user_id = any (among))
    union all
    select p.user_id, p.role, p.additional, case when p.type = 2 then coalesce(p.units, '{}') end, false, p.given_by
      from pending_roles p where p.workspace_id = here and (among is null or p.user_id = any (among))
    union all
    -- 1: owner
    select o.to_user, 1::smallint, '{}', null, false, o.from_user
      from owner_changes o where o.workspace_id = here and o.expires_at > now() and (among is null or o.to_user = any (among))
    union all
    -- Members of a directory group that gives a role, as far as an owner approved it. Roles that directories and identity
    -- providers name for one user stand in pending_roles as soon as they say so
    select m.user_id, r.role, '{}', null, false, c.id
      from directory_connections c
        cross join lateral jsonb_to_recordset(
          case jsonb_typeof(c.settings -> 'groupRoles') when 'array' then c.settings -> 'groupRoles' else '[]' end
        ) r("group" uuid, role smallint)
        join group_members m on m.workspace_id = here and m.group_id = r."group"
      where c.workspace_id = here and c.approved_by is not null and r.role = any (c.roles)
        and (among is null or m.user_id = any (among))
  $$;
alter function may_become owner to claviger_super;

create or replace function people_above(own text[], units_of uuid, among uuid[] default null) returns table (user_id uuid)
  language sql stable security definer set search_path = public, pg_temp rows 20
  as $$
    with here as materialized (
      select current_setting('app.workspace')::uuid as id,
        case when units_of is not null then array(
          select unit_id from unit_administrators u
          where u.workspace_id = current_setting('app.workspace')::uuid and u.user_id = units_of) end as units
    )
    select distinct b.user_id from here cross join lateral may_become(here.id, among) b
    where case when b.super then not own @> '{super.administrators}'
      else is_above(permissions_of(b.role, b.additional, b.units is not null), b.units, own, here.units) end
  $$;

create or replace function has_rank(workspace uuid, person uuid) returns boolean language sql stable security definer
  set search_path = public, pg_temp
  as $$ select exists (select from may_become(workspace, array[person])) $$;

create or replace function address_rules(ids uuid[]) returns table (user_id uuid, in_use boolean, of_rank boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
    select u.id, u.email is not null and u.email_verified_at is not null and (u.had_key or exists (
        select from user_sign_ins i where i.workspace_id = u.workspace_id and i.user_id = u.id and i.last_sign_in_at > '-infinity')),
      b.user_id is not null
    from users u left join (select distinct user_id from may_become(current_setting('app.workspace')::uuid, ids)) b on b.user_id = u.id
    where u.workspace_id = current_setting('app.workspace')::uuid and u.id = any (ids) $$;

create or replace function opens_by_group(team uuid, account uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select exists (
      select from groups g
      where g.workspace_id = current_setting('app.workspace')::uuid and g.id = team and g.type = 1
        and not exists (select from group_rules r where r.workspace_id = g.workspace_id and r.group_id = g.id)
    ) or not has_rank(current_setting('app.workspace')::uuid, account)
  $$;

-- With a role that is offered come the same rules for keys as with one that is held: a key that was never used waits, and
-- stops waiting when the offer ends.
create function weigh_proofs_of_offer() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ declare
    facts constant jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
    person constant uuid := coalesce(facts ->> 'to_user', facts ->> 'user_id')::uuid;
    here constant uuid := facts ->> 'workspace_id';
  begin
    if tg_op <> 'DELETE' then
      update security_keys set proof_due = true, proof_counts_at = null
        where workspace_id = here and user_id = person and proved_at is null and last_used_at is null and not proof_due;
    elsif not has_rank(here, person) then
      update security_keys set proof_due = false, proof_counts_at = null
        where workspace_id = here and user_id = person and proof_due;
    end if;
    return null;
end $$;
alter function weigh_proofs_of_offer owner to claviger_super;
create trigger pending_roles_weigh_proofs after insert or delete on pending_roles
  for each row execute function weigh_proofs_of_offer();
create trigger owner_changes_weigh_proofs after insert or update of to_user or delete on owner_changes
  for each row execute function weigh_proofs_of_offer();
