-- room: people/groups (spans rooms)
-- Groups that a run of a directory deleted, with what hung on them, for as long as the run can be taken back.
-- It spans the rooms whose tables name groups.
create table binned_groups (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null check (length(name) <= 100),
  description text not null check (length(description) <= 500),
  type smallint not null,
  created_at timestamptz not null,
  hung jsonb not null,            -- rows of other tables that went with it, by table
  gone_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index binned_groups_by_time on binned_groups (gone_at);
call guard_tenant('binned_groups');

-- Deletes a group and keeps what it takes to bring it back.
create function bin_group(team uuid) returns void language plpgsql security definer set search_path = public, pg_temp
  as $$ declare
    here constant uuid := current_setting('app.workspace')::uuid;
  begin
    insert into binned_groups (workspace_id, id, name, description, type, created_at, hung)
      select here, g.id, g.name, g.description, g.type, g.created_at, jsonb_build_object(
        'group_members', (select jsonb_agg(jsonb_build_object('user_id', m.user_id)) from group_members m
          where m.workspace_id = here and m.group_id = team),
        'unit_groups', (select jsonb_agg(jsonb_build_object('unit_id', u.unit_id)) from unit_groups u
          where u.workspace_id = here and u.group_id = team),
        'application_assignments', (select jsonb_agg(jsonb_build_object('application_id', a.application_id))
          from application_assignments a where a.workspace_id = here and a.group_id = team),
        'shares', (select jsonb_agg(to_jsonb(s)) from shares s where s.workspace_id = here and s.group_id = team),
        'authentication_profile_groups', (select jsonb_agg(jsonb_build_object('profile_id', p.profile_id))
          from authentication_profile_groups p where p.workspace_id = here and p.group_id = team))
      from groups g where g.workspace_id = here and g.id = team
      on conflict (workspace_id, id) do update set name = excluded.name, description = excluded.description,
        type = excluded.type, created_at = excluded.created_at, hung = excluded.hung, gone_at = now();
    delete from groups g where g.workspace_id = here and g.id = team;
end $$;
alter function bin_group owner to claviger_super;
revoke execute on function bin_group from public;
grant execute on function bin_group to claviger_app;

-- Brings a deleted group back, with those of its people and of what hung on it who are there still: true where it is back,
-- false where another group has its name, null where nobody keeps it. An account of somebody of rank is not opened again:
-- whoever came to rank meanwhile is not reached by a group that a directory fills.
create function unbin_group(team uuid) returns boolean language plpgsql security definer set search_path = public, pg_temp
  as $$ declare
    here constant uuid := current_setting('app.workspace')::uuid;
    was binned_groups;
  begin
    select * into was from binned_groups b where b.workspace_id = here and b.id = team for update;
    if was.id is null then return null; end if;
    insert into groups (workspace_id, id, name, description, type, created_at)
      values (here, was.id, was.name, was.description, was.type, was.created_at) on conflict do nothing;
    if not found then return false; end if;
    insert into group_members (workspace_id, group_id, user_id)
      select here, team, u.id from jsonb_to_recordset(nullif(was.hung -> 'group_members', 'null')) m(user_id uuid)
        join users u on u.workspace_id = here and u.id = m.user_id;
    insert into unit_groups (workspace_id, unit_id, group_id)
      select here, u.id, team from jsonb_to_recordset(nullif(was.hung -> 'unit_groups', 'null')) h(unit_id uuid)
        join organization_units u on u.workspace_id = here and u.id = h.unit_id;
    insert into application_assignments (workspace_id, application_id, group_id)
      select here, a.id, team
      from jsonb_to_recordset(nullif(was.hung -> 'application_assignments', 'null')) h(application_id uuid)
        join applications a on a.workspace_id = here and a.id = h.application_id;
    insert into shares (workspace_id, id, account_id, group_id, made_by, made_by_name, created_at)
      select here, s.id, s.account_id, team, s.made_by, s.made_by_name, s.created_at
      from jsonb_populate_recordset(null::shares, nullif(was.hung -> 'shares', 'null')) s
        join users u on u.workspace_id = here and u.id = s.account_id and u.deleted_at is null
      where not exists (select from administrators a where a.workspace_id = here and a.user_id = s.account_id)
        and not exists (select from super_administrators a where a.workspace_id = here and a.user_id = s.account_id);
    insert into authentication_profile_groups (workspace_id, profile_id, group_id)
      select here, p.id, team from jsonb_to_recordset(nullif(was.hung -> 'authentication_profile_groups', 'null')) h(profile_id uuid)
        join authentication_profiles p on p.workspace_id = here and p.id = h.profile_id;
    delete from binned_groups b where b.workspace_id = here and b.id = team;
    return true;
end $$;
alter function unbin_group owner to claviger_super;
revoke execute on function unbin_group from public;
grant execute on function unbin_group to claviger_app;
