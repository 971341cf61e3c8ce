-- room: people/groups (spans rooms)
-- A group that its directory no longer has, or that was deleted while policies or authentication profiles name it, is
-- ended (decision 55): it keeps its ID and all references to it, and has no members. Former members stay on
-- record, because restrictions of these users must outlive the group.
create table ended_group_members (
  workspace_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  primary key (workspace_id, group_id, user_id),
  foreign key (workspace_id, group_id) references groups on delete cascade,
  foreign key (workspace_id, user_id) references users on delete cascade
);
create index ended_group_members_of_user on ended_group_members (workspace_id, user_id, group_id);
call guard_tenant('ended_group_members');

create function end_group(team uuid, at timestamptz) returns void language sql
  begin atomic
    with left_behind as (
      delete from group_members m where m.workspace_id = current_workspace() and m.group_id = team returning m.user_id)
    insert into ended_group_members (workspace_id, group_id, user_id)
      select current_workspace(), team, user_id from left_behind;
    delete from group_rules r where r.workspace_id = current_workspace() and r.group_id = team;
    update groups g set ended_at = at where g.workspace_id = current_workspace() and g.id = team;
  end;

-- Restores an ended group with its former members who still exist. Returns false if another group of the same source
-- has its name, and null if the group has not ended. Shares of accounts whose users hold or were offered a role are
-- deleted, so that the restored group does not open them.
create function resume_group(team uuid) returns boolean language plpgsql as $$
  declare was groups;
  begin
    select * into was from groups g where g.workspace_id = current_workspace() and g.id = team for update;
    if was.id is null or was.ended_at is null then return null; end if;
    if exists (select from groups g where g.workspace_id = current_workspace() and lower(g.name) = lower(was.name)
        and g.source_id is not distinct from was.source_id and g.ended_at is null) then return false; end if;
    delete from shares s where s.workspace_id = current_workspace() and s.group_id = team
      and has_rank(current_workspace(), s.account_id);
    update groups g set ended_at = null where g.workspace_id = current_workspace() and g.id = team;
    with returning_members as (
      delete from ended_group_members m where m.workspace_id = current_workspace() and m.group_id = team returning m.user_id)
    insert into group_members (workspace_id, group_id, user_id)
      select current_workspace(), team, user_id from returning_members on conflict do nothing;
    return true;
end $$;

-- The groups of a user for policy decisions. Ended groups have the prefix "ended:", because policies still apply their
-- restrictions to former members, but no longer what they allowed.
create function groups_for_policies(here uuid, person uuid) returns setof text language sql stable as $$
  select m.group_id::text from group_members m where m.workspace_id = here and m.user_id = person
  union all
  select 'ended:' || m.group_id::text from ended_group_members m where m.workspace_id = here and m.user_id = person
  union all
  select g.id::text from groups g where g.workspace_id = here and g.type = 0  -- 0: everyone
$$;
