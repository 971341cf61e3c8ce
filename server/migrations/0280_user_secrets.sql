-- room: people/addresses (spans rooms)
-- Attributes that a workflow uses as the source of PINs. Lists, exports, SCIM, applications, and rules read the users
-- table, so the value must not stay there. Triggers move it to user_secrets and leave only a placeholder in the user's
-- row.
create table secret_fields (
  workspace_id uuid not null references workspaces on delete cascade,
  field text not null check (field in ('attribute1', 'attribute2', 'attribute3', 'attribute4', 'attribute5')),
  used boolean not null,  -- by a workflow; an unused row stays until no user has such a secret
  docs_checked boolean not null default false,  -- true once the value is removed from the stored SCIM resources
  primary key (workspace_id, field)
);
call guard_tenant('secret_fields');
create policy seen_by_all on secret_fields for select to claviger_unit using (workspace_id = current_setting('app.workspace')::uuid);

create table user_secrets (
  workspace_id uuid not null references workspaces on delete cascade,
  person uuid not null,  -- no foreign key: the trigger runs before the user's row is inserted
  field text not null,
  value text check (length(value) <= 256),  -- plain text until the server seals it, within seconds
  sealed bytea check (length(sealed) <= 1200),  -- with the workspace's key
  primary key (workspace_id, person, field),
  check ((value is null) <> (sealed is null))
);
create index user_secrets_open on user_secrets (workspace_id) where value is not null;
call guard_tenant('user_secrets');
-- The roles of normal requests can reach the table only through the functions below
revoke all on user_secrets from claviger_app, claviger_unit;

-- Placeholder in the user's row; equals secretSet in the contract.
create function secret_set() returns text language sql immutable parallel safe return '(set)';

-- Moves the new value of a secret attribute to user_secrets and returns what the user's row stores instead: the
-- placeholder, or null if there is no secret. A placeholder as input keeps the existing secret.
create function kept_of_secret(here uuid, who uuid, attribute text, given text) returns text language plpgsql
  security definer set search_path = public, pg_temp as $$ begin
    if given = secret_set() then
      return case when exists (select from user_secrets s where s.workspace_id = here and s.person = who and s.field = attribute)
        then given end;
    end if;
    if btrim(coalesce(given, '')) = '' then
      delete from user_secrets s where s.workspace_id = here and s.person = who and s.field = attribute;
      return null;
    end if;
    insert into user_secrets (workspace_id, person, field, value) values (here, who, attribute, given)
      on conflict (workspace_id, person, field) do update set value = excluded.value, sealed = null;
    return secret_set();
end $$;
alter function kept_of_secret owner to claviger_super;
revoke execute on function kept_of_secret from public;

create function hide_secrets() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
  declare
    one record;
  begin
    for one in select f.field, f.used from secret_fields f where f.workspace_id = new.workspace_id loop
      case one.field
        when 'attribute1' then new.scim_attribute_1 := kept_of_secret(new.workspace_id, new.id, one.field, new.scim_attribute_1);
        when 'attribute2' then new.scim_attribute_2 := kept_of_secret(new.workspace_id, new.id, one.field, new.scim_attribute_2);
        when 'attribute3' then new.scim_attribute_3 := kept_of_secret(new.workspace_id, new.id, one.field, new.scim_attribute_3);
        when 'attribute4' then new.scim_attribute_4 := kept_of_secret(new.workspace_id, new.id, one.field, new.scim_attribute_4);
        when 'attribute5' then new.scim_attribute_5 := kept_of_secret(new.workspace_id, new.id, one.field, new.scim_attribute_5);
      end case;
      if not one.used and not exists (select from user_secrets s where s.workspace_id = new.workspace_id and s.field = one.field) then
        delete from secret_fields f where f.workspace_id = new.workspace_id and f.field = one.field;
      end if;
    end loop;
    return new;
end $$;
alter function hide_secrets owner to claviger_super;
create trigger users_hide_secrets before insert on users for each row
  when (coalesce(new.scim_attribute_1, new.scim_attribute_2, new.scim_attribute_3, new.scim_attribute_4, new.scim_attribute_5) is not null)
  execute function hide_secrets();
create trigger users_hide_changed_secrets
  before update of scim_attribute_1, scim_attribute_2, scim_attribute_3, scim_attribute_4, scim_attribute_5 on users for each row
  when ((old.scim_attribute_1, old.scim_attribute_2, old.scim_attribute_3, old.scim_attribute_4, old.scim_attribute_5)
    is distinct from (new.scim_attribute_1, new.scim_attribute_2, new.scim_attribute_3, new.scim_attribute_4, new.scim_attribute_5))
  execute function hide_secrets();

create function forget_secrets_of() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$ begin
  delete from user_secrets s where s.workspace_id = old.workspace_id and s.person = old.id;
  return null;
end $$;
alter function forget_secrets_of owner to claviger_super;
create trigger users_forget_secrets after delete on users for each row
  when (secret_set() in (old.scim_attribute_1, old.scim_attribute_2, old.scim_attribute_3, old.scim_attribute_4, old.scim_attribute_5))
  execute function forget_secrets_of();

-- A user's secret in an attribute, unless it is sealed already. Also finds a value that a concurrent transaction wrote
-- to the user's row while the attribute became secret.
create function secret_of(who uuid, attribute text) returns text language sql stable
  security definer set search_path = public, pg_temp as $$
    select coalesce(
      (select s.value from user_secrets s
        where s.workspace_id = current_setting('app.workspace')::uuid and s.person = who and s.field = attribute),
      (select nullif(a.value, secret_set()) from users u, attributes_of(u) a
        where u.workspace_id = current_setting('app.workspace')::uuid and u.id = who and a.field = attribute)) $$;
alter function secret_of owner to claviger_super;
create function sealed_secret_of(who uuid, attribute text) returns bytea language sql stable
  security definer set search_path = public, pg_temp as $$
    select s.sealed from user_secrets s
      where s.workspace_id = current_setting('app.workspace')::uuid and s.person = who and s.field = attribute $$;
alter function sealed_secret_of owner to claviger_super;

-- Moves the existing values of an attribute that becomes secret.
create procedure hide_attribute(here uuid, attribute text) language plpgsql as $$
  declare
    number constant text := right(attribute, 1);
  begin
    execute format('insert into user_secrets (workspace_id, person, field, value)
      select workspace_id, id, %1$L, %2$I from users where workspace_id = %3$L and btrim(%2$I) <> '''' and %2$I <> secret_set()
      on conflict do nothing', attribute, 'scim_attribute_' || number, here);
    execute format('update users set %1$I = secret_set() where workspace_id = %2$L and btrim(%1$I) <> '''' and %1$I <> secret_set()',
      'scim_attribute_' || number, here);
    -- Values in SCIM resources with the default mapping; the server removes those of other mappings (docs_checked)
    update scim_resources set doc = jsonb_set(doc, array[urn, 'extraAttribute' || number], to_jsonb(secret_set()))
      from (values ('urn:ietf:params:scim:schemas:extension:claviger:2.0:User')) own(urn)
      where workspace_id = here and what = 'user' and doc -> urn ? ('extraAttribute' || number);
end $$;

create function follow_secret_fields() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
  declare
    here constant uuid := coalesce(new.workspace_id, old.workspace_id);
    wanted constant text[] := array(
      select distinct 'attribute' || (w.settings ->> 'pinAttribute') from workflows w
      where w.workspace_id = here and w.type = 2 and w.settings ->> 'by' = 'attribute' and w.settings ->> 'pinAttribute' is not null);
    one text;
  begin
    update secret_fields f set used = f.field = any (wanted) where f.workspace_id = here and f.used <> (f.field = any (wanted));
    delete from secret_fields f where f.workspace_id = here and not f.used
      and not exists (select from user_secrets s where s.workspace_id = here and s.field = f.field);
    for one in
      with fresh as (
        insert into secret_fields (workspace_id, field, used) select here, w, true from unnest(wanted) w
          on conflict do nothing returning field
      ) select fresh.field from fresh
    loop
      call hide_attribute(here, one);
    end loop;
    return null;
end $$;
alter function follow_secret_fields owner to claviger_super;
create trigger workflows_name_secrets after insert or delete or update of settings on workflows
  for each row execute function follow_secret_fields();

-- Names of what uses an attribute: groups with rules, applications, provisioning, identity providers, and card pages;
-- at most five. Once the attribute is secret, they can't read its values, and administrators can't see them.
create function uses_of_attribute(attribute text) returns setof text language sql stable
  security definer set search_path = public, pg_temp as $$
    select distinct u.name from (
      select g.name from group_rules r join groups g on g.workspace_id = r.workspace_id and g.id = r.group_id
        where r.workspace_id = current_setting('app.workspace')::uuid
          and r.conditions @> jsonb_build_array(jsonb_build_object('field', 'scimAttribute' || right(attribute, 1)))
      union all
      select a.name from applications a where a.workspace_id = current_setting('app.workspace')::uuid
        and (a.mapping @> jsonb_build_array(jsonb_build_object('source', attribute)) or attribute in (a.settings ->> 'nameIdSource', a.settings ->> 'persistentSource'))
      union all
      select a.name from provisioning_targets t join applications a on a.workspace_id = t.workspace_id and a.id = t.id
        where t.workspace_id = current_setting('app.workspace')::uuid and t.mapping @> jsonb_build_array(jsonb_build_object('source', attribute))
      union all
      select p.name from identity_providers p where p.workspace_id = current_setting('app.workspace')::uuid
        and p.settings -> 'people' ->> 'link' = attribute
      union all
      select p.name from self_service_pages p where p.workspace_id = current_setting('app.workspace')::uuid
        and p.settings -> 'attributes' @> jsonb_build_array(jsonb_build_object('from', attribute))
    ) u order by 1 limit 5 $$;
alter function uses_of_attribute owner to claviger_super;
