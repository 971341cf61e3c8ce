-- room: people/addresses (spans rooms)
-- Attributes by which applications identify users. Such an attribute is an identifier: each value belongs to one user
-- of the workspace. It remains reserved for this user after a change, so that an application can't mistake another user
-- for this one.
create table identifying_fields (
  workspace_id uuid not null references workspaces on delete cascade,
  field text not null check (field in ('attribute1', 'attribute2', 'attribute3', 'attribute4', 'attribute5')),
  primary key (workspace_id, field)
);
call guard_tenant('identifying_fields');
create policy seen_by_all on identifying_fields for select to claviger_unit using (workspace_id = current_setting('app.workspace')::uuid);

create table identifier_values (
  workspace_id uuid not null,
  field text not null,
  value text not null check (length(value) <= 1024),  -- normalized by identifier_key()
  user_id uuid not null,
  primary key (workspace_id, field, value),
  foreign key (workspace_id, user_id) references users on delete cascade
);
create index identifier_values_of_user on identifier_values (workspace_id, user_id);
call guard_tenant('identifier_values');

-- Applications ignore case and Unicode width when they compare, so values that differ only in these, or in spaces
-- around them, are the same identifier.
create function identifier_key(value text) returns text language sql immutable parallel safe
  return lower(normalize(btrim(value), nfkc));

create function attributes_of(person users) returns table (field text, value text) language sql immutable
  as $$ select * from (values ('attribute1', person.scim_attribute_1), ('attribute2', person.scim_attribute_2),
    ('attribute3', person.scim_attribute_3), ('attribute4', person.scim_attribute_4), ('attribute5', person.scim_attribute_5))
    as named(field, value) where btrim(coalesce(named.value, '')) <> '' $$;

-- Whether this value of an attribute belongs to this user. Always true for an attribute that is not an identifier.
create function is_own_identifier(here uuid, person uuid, attribute text, text_value text) returns boolean language sql stable
  security definer set search_path = public, pg_temp as $$
    select not exists (select from identifying_fields f where f.workspace_id = here and f.field = attribute)
      or exists (select from identifier_values v where v.workspace_id = here and v.field = attribute
        and v.value = identifier_key(text_value) and v.user_id = person) $$;
alter function is_own_identifier owner to claviger_super;

create function keep_identifiers() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$
  declare
    one record;
    holder uuid;
  begin
    for one in
      select a.field, identifier_key(a.value) as value from attributes_of(new) a
      join identifying_fields f on f.workspace_id = new.workspace_id and f.field = a.field
    loop
      insert into identifier_values (workspace_id, field, value, user_id) values (new.workspace_id, one.field, one.value, new.id)
        on conflict (workspace_id, field, value) do update set user_id = identifier_values.user_id
        returning user_id into holder;
      if holder <> new.id then
        raise exception 'this identifier belongs to another user' using errcode = 'unique_violation', constraint = 'identifier_values_pkey';
      end if;
    end loop;
    return null;
end $$;
alter function keep_identifiers owner to claviger_super;
create trigger users_keep_identifiers after insert on users for each row
  when (coalesce(new.scim_attribute_1, new.scim_attribute_2, new.scim_attribute_3, new.scim_attribute_4, new.scim_attribute_5) is not null)
  execute function keep_identifiers();
create trigger users_keep_changed_identifiers
  after update of scim_attribute_1, scim_attribute_2, scim_attribute_3, scim_attribute_4, scim_attribute_5 on users for each row
  when ((old.scim_attribute_1, old.scim_attribute_2, old.scim_attribute_3, old.scim_attribute_4, old.scim_attribute_5)
    is distinct from (new.scim_attribute_1, new.scim_attribute_2, new.scim_attribute_3, new.scim_attribute_4, new.scim_attribute_5))
  execute function keep_identifiers();

-- The attributes by which an application identifies users: the source of the NameID, or a claim that is marked as
-- identifying.
create function identifying_in(settings jsonb, mapping jsonb) returns setof text language sql immutable
  as $$
    select settings ->> 'nameIdSource' where settings ->> 'nameIdFormat' in ('email', 'unspecified') and settings ->> 'nameIdSource' like 'attribute_'
    union
    select settings ->> 'persistentSource' where settings ->> 'nameIdFormat' = 'persistent' and settings ->> 'persistentSource' like 'attribute_'
    union
    select row ->> 'source' from jsonb_array_elements(mapping) row where row -> 'identifies' = 'true' and row ->> 'source' like 'attribute_'
  $$;

-- Updates the identifiers of a workspace when applications, provisioning targets, or identity providers change. If
-- users share a value when an attribute becomes an identifier, the value belongs to the oldest of them who is not
-- deleted, or to the oldest if all are deleted. The others have no identifier at the application until their value
-- changes.
create function follow_identifying_fields() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$
  declare
    here uuid := coalesce(new.workspace_id, old.workspace_id);
    wanted text[] := array(
      select i from applications a, identifying_in(a.settings, a.mapping) i where a.workspace_id = here
      union
      select i from provisioning_targets t, identifying_in('{}', t.mapping) i where t.workspace_id = here
      union
      select p.settings -> 'people' ->> 'link' from identity_providers p
        where p.workspace_id = here and p.settings -> 'people' ->> 'link' like 'attribute_');
    added text[];
  begin
    delete from identifier_values where workspace_id = here and field <> all (wanted);
    delete from identifying_fields where workspace_id = here and field <> all (wanted);
    with fresh as (
      insert into identifying_fields select here, w from unnest(wanted) w on conflict do nothing returning field
    ) select array_agg(field) into added from fresh;
    if added is not null then
      insert into identifier_values (workspace_id, field, value, user_id)
        select here, a.field, identifier_key(a.value), u.id from users u, attributes_of(u) a
        where u.workspace_id = here and a.field = any (added)
        order by u.deleted_at is not null, u.created_at, u.id
        on conflict do nothing;
    end if;
    return null;
end $$;
alter function follow_identifying_fields owner to claviger_super;

create trigger applications_identify after insert or delete or update of settings, mapping on applications
  for each row execute function follow_identifying_fields();

-- Provisioning targets and identity providers can also identify users by an attribute.
create trigger provisioning_targets_identify after insert or delete or update of mapping on provisioning_targets
  for each row execute function follow_identifying_fields();
create trigger identity_providers_identify after insert or delete or update of settings on identity_providers
  for each row execute function follow_identifying_fields();

-- Values of an attribute that several users share, with the names of these users: at most five values with five names
-- each, without deleted users.
create function shared_identifiers(attribute text) returns table (value text, names text[]) language sql stable
  security definer set search_path = public, pg_temp as $$
    select min(a.value), (array_agg(u.first_name || ' ' || u.last_name order by u.sort_name, u.id))[1:5]
    from users u, attributes_of(u) a
    where u.workspace_id = current_setting('app.workspace')::uuid and u.deleted_at is null and a.field = attribute
    group by identifier_key(a.value) having count(*) > 1 order by 1 limit 5 $$;
alter function shared_identifiers owner to claviger_super;

-- Names of up to five identity providers that fill an attribute at sign-in. An administrator of this workspace does not
-- control the values that they send.
create function providers_that_fill(attribute text) returns setof text language sql stable
  security definer set search_path = public, pg_temp as $$
    select name from identity_providers
    where workspace_id = current_setting('app.workspace')::uuid and coalesce(settings -> 'people' -> 'toldBy' ->> attribute, '') <> ''
      and ((settings -> 'people' -> 'create') = 'true' or (settings -> 'people' -> 'update') = 'true')
      -- A provider that matches users by the attribute also has a claim for it, but never writes it
      and settings -> 'people' ->> 'link' is distinct from attribute
    order by name limit 5 $$;
alter function providers_that_fill owner to claviger_super;
