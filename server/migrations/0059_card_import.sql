-- room: keys/card-import
-- Finds users by user ID, email, or employee ID, and whether the caller administers each one. The import shows a unit
-- administrator "no access" for a user of another unit, and nothing else about that user.
create function people_for_cards(user_ids text[], emails text[], employee_ids text[])
  returns table (id uuid, user_id text, email text, employee_id text, name text, closed boolean, keys integer, waiting uuid[],
    within boolean)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    with here as (select current_setting('app.workspace')::uuid as id), found as (
      select u.id from users u, here where u.workspace_id = here.id and u.deleted_at is null and u.sort_user_id = any(user_ids)
      union select u.id from users u, here where u.workspace_id = here.id and u.deleted_at is null and u.email = any(emails)
      union select u.id from users u, here where u.workspace_id = here.id and u.deleted_at is null and u.sort_employee_id = any(employee_ids)
    )
    select u.id, u.sort_user_id, u.email, lower(u.employee_id), u.first_name || ' ' || u.last_name,
      u.suspended_at is not null or u.deactivated_at is not null,
      (select count(*)::integer from security_keys k where k.workspace_id = here.id and k.user_id = u.id),
      array(select k.id from security_keys k where k.workspace_id = here.id and k.user_id = u.id and k.kind = 2 and k.status = 30
        and k.card_hash is null order by k.created_at, k.id limit 20),
      coalesce(current_setting('app.administrator', true), '') = '' or is_administered(u.id)
    from here cross join found join users u on u.workspace_id = here.id and u.id = found.id
  $$;
alter function people_for_cards owner to claviger_super;

-- Holders of cards, by the hashes of the card numbers.
create function holders_of_cards(hashes text[]) returns table (hash text, user_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select encode(k.card_hash, 'hex'), k.user_id from security_keys k
    where k.workspace_id = current_setting('app.workspace')::uuid
      and k.card_hash = any(array(select decode(x, 'hex') from unnest(hashes) x))
  $$;
alter function holders_of_cards owner to claviger_super;
