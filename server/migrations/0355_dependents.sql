-- room: people/dependents
-- Lists everything that references a group, an organization unit, a user, a device, or a device group by its ID, except
-- memberships and the user's own data. It also looks outside the units of the caller, because what depends on a deleted
-- user is lost for everyone. `blocks` marks policies that block: they must outlive what they reference.
create function dependents_of(targets uuid[]) returns table (kind text, id uuid, name text, blocks boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
    with t as (select target, target::text as written from unnest(targets) target)
    select 'policy', p.id, p.name, p.action = 0 from policies p
      where p.workspace_id = current_workspace() and exists (
        select from t where position(t.written in p.content::text) > 0
          or exists (select from policy_lists o
            join named_lists l on l.workspace_id = current_workspace() and l.id = o.list_id
            where o.workspace_id = current_workspace() and o.policy_id = p.id and l.type = 2
              and position(t.written in l.entries::text) > 0))
    union all
    select 'named-list', l.id, l.name, false from named_lists l
      where l.workspace_id = current_workspace() and l.type = 2
        and exists (select from t where position(t.written in l.entries::text) > 0)
    union all
    select distinct 'authentication-profile', p.id, p.name, false from authentication_profile_groups g
      join authentication_profiles p on p.workspace_id = current_workspace() and p.id = g.profile_id
      where g.workspace_id = current_workspace() and g.group_id = any (targets)
    union all
    -- A shared account: shared with the group or user, or the account itself
    select distinct 'share', u.id, u.first_name || ' ' || u.last_name, false from shares s
      join users u on u.workspace_id = current_workspace() and u.id = s.account_id
      where s.workspace_id = current_workspace()
        and (s.group_id = any (targets) or s.person_id = any (targets) or s.account_id = any (targets))
    union all
    select distinct 'unit', o.id, o.name, false from organization_units o
      where o.workspace_id = current_workspace() and (
        exists (select from unit_groups g where g.workspace_id = current_workspace() and g.unit_id = o.id and g.group_id = any (targets))
        or exists (select from unit_administrators a where a.workspace_id = current_workspace() and a.unit_id = o.id
          and a.user_id = any (targets)))
    union all
    select distinct 'application', a.id, a.name, false from application_assignments s
      join applications a on a.workspace_id = current_workspace() and a.id = s.application_id
      where s.workspace_id = current_workspace() and s.subject = any (targets)
    union all
    select 'workflow', w.id, w.name, false from workflows w
      where w.workspace_id = current_workspace() and (w.maker_id = any (targets) or w.notify && targets
        or exists (select from t where t.written = any (w.groups) or position(t.written in w.settings::text) > 0))
    union all
    -- A directory whose settings or mapping name the target, or whose granted access this owner approved
    select 'directory', c.id, c.name, false from directory_connections c
      where c.workspace_id = current_workspace() and (c.approved_by = any (targets)
        or exists (select from t where position(t.written in c.settings::text) > 0 or position(t.written in c.mapping::text) > 0))
  $$;
alter function dependents_of owner to claviger_super;
