-- room: keys/sharing
-- Current permissions of the user or API key that created a share. No row if the user is deleted, suspended, or
-- deactivated, or if the API key is deleted, expired, or has no responsible administrator of the whole workspace.
create function held_by_maker(maker uuid) returns table (permissions text[], units_of uuid)
  language sql stable security definer set search_path = public, pg_temp rows 1
  as $$
    select case when r.super then array(select distinct unnest(g.permissions) from role_grants g) || '{super.administrators}'
        else permissions_of(r.role, r.additional, r.units_only) end,
      case when r.units_only and not r.super then maker end
    from rights_now(maker) r
    union all
    select array(select unnest(permissions_of(r.role, r.additional, false))
        intersect select unnest(coalesce(k.scopes, permissions_of(r.role, r.additional, false)))), null
    from api_keys k cross join lateral rights_of_keeper(k.workspace_id, k.keeper_id) r
    where k.workspace_id = current_setting('app.workspace')::uuid and k.id = maker and not r.units_only
      and (k.expires_at is null or k.expires_at > now())
  $$;
alter function held_by_maker owner to claviger_super;

-- Whether a share opens its account now. The account of a user without a role always opens. The account of a user who
-- has a role or is about to get one opens only while the creator of the share exists and this user's role is not higher
-- than the creator's current permissions. This also applies to shares that are older than the role.
create function share_opens(maker uuid, account uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select not exists (select from people_above('{}', null, array[account]))
      or exists (
        select from held_by_maker(maker) m
        where not exists (select from people_above(m.permissions, m.units_of, array[account])))
  $$;
alter function share_opens owner to claviger_super;

-- When a role is assigned, changed, or removed, shares may stop opening the account of that user. The trigger ends the
-- sessions in which another user opened an account with a role and no share of that user opens it now. It acts only in
-- the workspace of the transaction, on which share_opens depends.
create function end_sessions_of_shut_shares() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$
  declare here uuid := coalesce(new.workspace_id, old.workspace_id);
  begin
    if nullif(current_setting('app.workspace', true), '')::uuid is distinct from here then return null; end if;
    update sessions s set ended_at = now(), ended_for = 'sharing'
      where s.workspace_id = here and s.opened_by is not null and s.ended_at is null
        and exists (select from people_above('{}', null, array[s.user_id]))
        and not exists (
          select from shares h where h.workspace_id = here and h.account_id = s.user_id and share_opens(h.made_by, h.account_id)
            and (h.person_id = s.opened_by or exists (select from group_members m
              where m.workspace_id = here and m.group_id = h.group_id and m.user_id = s.opened_by)));
    return null;
end $$;
alter function end_sessions_of_shut_shares owner to claviger_super;
create trigger administrators_end_shut_shares after insert or update or delete on administrators
  for each row execute function end_sessions_of_shut_shares();
