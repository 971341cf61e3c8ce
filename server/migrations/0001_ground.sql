-- room: ground
-- Three roles that own nothing: claviger_app sees one workspace at a time, claviger_unit the people of some of its units,
-- claviger_super sees all.
-- Roles belong to the whole cluster, so another database may have made them already.
do $$ begin
  if not exists (select from pg_roles where rolname = 'claviger_app') then create role claviger_app nologin; end if;
  if not exists (select from pg_roles where rolname = 'claviger_super') then create role claviger_super nologin; end if;
  if not exists (select from pg_roles where rolname = 'claviger_unit') then create role claviger_unit nologin; end if;
  execute format('grant claviger_app, claviger_super, claviger_unit to %I', current_user);
end $$;

grant usage on schema public to claviger_app, claviger_super, claviger_unit;
-- To own functions, until all migrations are done: whoever runs them takes it back.
grant create on schema public to claviger_super;
alter default privileges in schema public grant select, insert, update, delete on tables to claviger_app, claviger_super, claviger_unit;

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- The workspace of the running transaction; an unset one is an error, never "all rows".
create function current_workspace() returns uuid language sql stable
  return current_setting('app.workspace')::uuid;

-- A text without case and accents, for sorting and searching; the server writes search terms the same way.
-- The short way is for what is written in ASCII, as most is; it spares an import a tenth of its time.
create function plain(text text) returns text language plpgsql immutable strict parallel safe as $$ begin
  if octet_length(text) = length(text) then return lower(text collate "C"); end if;
  text := regexp_replace(lower(normalize(text, nfkd)), '[\u0300-\u036f]', '', 'g');
  if octet_length(text) = length(text) then return text; end if;
  return replace(translate(text, 'øłđıς', 'oldiσ'), 'ß', 'ss');
end $$;

-- Fails where a statement changed no row: one that is sent with the commit behind it must leave nothing then.
create function must_change(changed bigint) returns void language plpgsql as $$ begin
  if changed = 0 then raise exception 'nothing was changed' using errcode = 'CV001'; end if;
end $$;

-- A table of what belongs to people shows this role what belongs to its people. `unit_members`
-- shows it those of its own units only.
create procedure guard_people(name regclass) language plpgsql as $$ begin
  execute format('create policy own_people on %1$s to claviger_unit using (workspace_id = current_setting(''app.workspace'')::uuid
    and exists (select from unit_members m where m.workspace_id = %1$s.workspace_id and m.user_id = %1$s.user_id))', name);
end $$;

-- Row-level security of a tenant table, in one place; with a `user_id`, by the people of units, too. Tables that are there
-- before the units, or that units see by another rule, say `people => false`, and stand in the sight of units.
create procedure guard_tenant(name regclass, tenant text default 'workspace_id', people boolean default true) language plpgsql as $$ begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format('create policy own_workspace on %s to claviger_app using (%I = current_setting(''app.workspace'')::uuid) with check (%2$I = current_setting(''app.workspace'')::uuid)', name, tenant);
  execute format('create policy all_workspaces on %s to claviger_super using (true) with check (true)', name);
  if people and exists (select from pg_attribute where attrelid = name and attname = 'user_id' and atttypid = 'uuid'::regtype) then
    call guard_people(name);
  end if;
end $$;

-- Secrets of the installation, sealed by the master key: the key that signs session references, for one.
create table installation_secrets (
  name text primary key check (length(name) <= 60),
  sealed bytea not null,
  created_at timestamptz not null default now()
);

-- Rate limits are shared by all server processes; losing them in a crash harms nobody.
create unlogged table rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expiry on rate_limits (expire);

-- Mails while no SMTP server is configured; the texts are sealed, for they hold codes and links.
create table outbox_mails (
  id uuid primary key,
  sent_at timestamptz not null default now(),
  recipient text not null check (length(recipient) <= 254),
  subject text not null check (length(subject) <= 400),
  sealed bytea not null
);
create index outbox_mails_time on outbox_mails (sent_at desc);

-- What each role and each additional permission gives, over the whole workspace and over units. The contract says it;
-- each start writes it here (ground/db/role-grants.ts), so that no statement spells it a second time.
create table role_grants (
  role smallint,
  additional smallint,
  units_only boolean not null,
  permissions text[] not null,
  check (num_nonnulls(role, additional) = 1),
  unique nulls not distinct (role, additional, units_only)
);
revoke insert, update, delete on role_grants from claviger_app, claviger_super, claviger_unit;
