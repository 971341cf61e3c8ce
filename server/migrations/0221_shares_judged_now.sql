-- room: keys/sharing
-- What the maker of a share holds now, person or API key; no row where that is nothing.
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

-- Does a share open its account now? The account of a user without a role always; that of a user with one only while the
-- maker of the share could still act on this user. A share made before its account gained a role opens nothing after it.
create function share_opens(maker uuid, account uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select not exists (select from people_above('{}', null, array[account]))
      or exists (
        select from held_by_maker(maker) m
        where not exists (select from people_above(m.permissions, m.units_of, array[account])))
  $$;
alter function share_opens owner to claviger_super;

-- A role that is given or taken also decides which shares open an account: sessions opened through the others end.
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
