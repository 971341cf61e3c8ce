-- room: access/self-service
-- A text as it is compared: without the width and forms of its characters, blanks around it, and case.
create function folded(text text) returns text language sql immutable strict parallel safe
  return lower(btrim(normalize(text, nfkc)));

-- What names a user besides what the lists are sorted by: phone, extra attributes, and a login name or employee id that
-- is not plain. Few users have any.
create function identifiers(login_name text, employee text, phone_country text, phone_number text,
    a1 text, a2 text, a3 text, a4 text, a5 text) returns text[] language sql immutable parallel safe
  return array_remove(array[
    case when octet_length(login_name) <> length(login_name) then 'u' || folded(login_name) end,
    case when octet_length(employee) <> length(employee) then 'e' || folded(employee) end,
    'p' || phone_country || phone_number,
    '1' || folded(a1), '2' || folded(a2), '3' || folded(a3), '4' || folded(a4), '5' || folded(a5)
  ], null);

create index users_identifiers on users using gin (workspace_id, identifiers(user_id, employee_id, phone_country, phone_number,
    scim_attribute_1, scim_attribute_2, scim_attribute_3, scim_attribute_4, scim_attribute_5))
  where deleted_at is null and (phone_number is not null or coalesce(scim_attribute_1, scim_attribute_2, scim_attribute_3,
    scim_attribute_4, scim_attribute_5) is not null or octet_length(user_id) <> length(user_id) or octet_length(employee_id) <> length(employee_id));

-- The users of the workspace whom all of this fits and who may use what they have; at most two, for two are as good as
-- none. What is null is not asked; `words` are as `identifiers` makes them. Under row-level security few of these
-- indexes could be used, so this runs as the role that sees all and names the workspace itself.
create function find_person(login_name text, employee text, first text, last text, words text[], unit text) returns uuid[]
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off as $$
  declare
    here constant uuid := current_setting('app.workspace')::uuid;
    odd constant text[] := array_remove(words || case when login_name is not null then 'u' || folded(login_name)
      when employee is not null then 'e' || folded(employee) end, null);
    found uuid[] := array[]::uuid[];
  begin
    if login_name is not null then
      found := array(select id from users where workspace_id = here and deleted_at is null and sort_user_id = folded(login_name));
    elsif employee is not null then
      found := array(select id from users where workspace_id = here and deleted_at is null and sort_employee_id = folded(employee));
    elsif cardinality(words) > 0 then null;
    elsif first is not null and last is not null then
      found := array(select id from users where workspace_id = here and deleted_at is null
        and sort_name = left(plain(btrim(normalize(first, nfkc)) || ' ' || btrim(normalize(last, nfkc))), 200));
    elsif coalesce(first, last) is not null then
      found := array(select id from users where workspace_id = here and deleted_at is null
        and search like '% ' || regexp_replace(plain(btrim(normalize(coalesce(first, last), nfkc))), '([\\%_])', '\\\1', 'g') || ' %');
    elsif unit is not null then
      found := array(select m.user_id from organization_units o join unit_members m on m.workspace_id = o.workspace_id and m.unit_id = o.id
        where o.workspace_id = here and folded(o.name) = folded(unit));
    end if;
    if cardinality(odd) > 0 then
      found := found || array(select id from users where workspace_id = here and deleted_at is null
        and (phone_number is not null or coalesce(scim_attribute_1, scim_attribute_2, scim_attribute_3, scim_attribute_4, scim_attribute_5)
          is not null or octet_length(user_id) <> length(user_id) or octet_length(employee_id) <> length(employee_id))
        and identifiers(user_id, employee_id, phone_country, phone_number,
          scim_attribute_1, scim_attribute_2, scim_attribute_3, scim_attribute_4, scim_attribute_5) @> odd);
    end if;
    return array(
      select u.id from users u where u.workspace_id = here and u.id = any (found)
        and u.deleted_at is null and u.suspended_at is null and u.deactivated_at is null
        and (login_name is null or folded(u.user_id) = folded(login_name))
        and (employee is null or folded(u.employee_id) = folded(employee))
        and (first is null or folded(u.first_name) = folded(first))
        and (last is null or folded(u.last_name) = folded(last))
        and identifiers(null, null, u.phone_country, u.phone_number, u.scim_attribute_1, u.scim_attribute_2, u.scim_attribute_3,
          u.scim_attribute_4, u.scim_attribute_5) @> words
        and (unit is null or exists (
          select from unit_members m join organization_units o on o.workspace_id = m.workspace_id and o.id = m.unit_id
          where m.workspace_id = here and m.user_id = u.id and folded(o.name) = folded(unit)))
      limit 2);
  end $$;
alter function find_person owner to claviger_super;
