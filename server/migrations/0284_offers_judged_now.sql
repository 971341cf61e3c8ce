-- room: tenancy/administrators
-- Whether the user, API key, directory, or identity provider that offered a role to this user can still give it. The
-- server checks this when the user accepts the role, so that an offer becomes void if its author loses the necessary
-- permissions. An offer without an author is always valid; without an offer, the result is false.
create function offer_stands(person uuid) returns boolean language sql stable
  security definer set search_path = public, pg_temp as $$
    select coalesce((
      select p.given_by is null
        or exists (select from super_administrators s where s.user_id = p.given_by)
        or exists (select from users u where u.workspace_id = p.workspace_id and u.id = p.given_by
            and u.deleted_at is null and u.suspended_at is null and u.deactivated_at is null and h.is_enough)
        or exists (select from api_keys k where k.workspace_id = p.workspace_id and k.id = p.given_by and h.is_enough)
        or exists (select from directory_connections c where c.workspace_id = p.workspace_id and c.id = p.given_by
            and c.active and c.approved_by is not null and p.role = any (c.roles))
        or exists (select from identity_providers i where i.workspace_id = p.workspace_id and i.id = p.given_by and i.active)
      from pending_roles p cross join lateral (
        select is_worth(holding_of(p.workspace_id, p.given_by), p.role, p.additional,
          case when p.type = 2 then coalesce(p.units, '{}') end) as is_enough) h
      where p.workspace_id = current_setting('app.workspace')::uuid and p.user_id = person), false) $$;
alter function offer_stands owner to claviger_super;
