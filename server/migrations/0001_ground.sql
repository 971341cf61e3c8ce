-- room: ground
-- Three roles that own no table: claviger_app sees one workspace at a time, claviger_unit sees the users of some of its
-- organization units, and claviger_super sees all workspaces. Roles belong to the whole cluster, so another database in
-- it may already have created them.
do $$ begin
  if not exists (select from pg_roles where rolname = 'claviger_app') then create role claviger_app nologin; end if;
  if not exists (select from pg_roles where rolname = 'claviger_super') then create role claviger_super nologin; end if;
  if not exists (select from pg_roles where rolname = 'claviger_unit') then create role claviger_unit nologin; end if;
  execute format('grant claviger_app, claviger_super, claviger_unit to %I', current_user);
end $$;

grant usage on schema public to claviger_app, claviger_super, claviger_unit;
-- claviger_super needs this to own functions. The migration runner revokes it after the last migration.
grant create on schema public to claviger_super;
alter default privileges in schema public grant select, insert, update, delete on tables to claviger_app, claviger_super, claviger_unit;

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- The workspace of the running transaction. If none is set, the cast fails, so a statement never sees all rows.
create function current_workspace() returns uuid language sql stable
  return current_setting('app.workspace')::uuid;

-- Removes case and accents from a text, for sorting and searching. The server normalizes search terms in the same way.
-- Most texts are ASCII and take the short path, which saves a tenth of the time of an import.
create function plain(text text) returns text language plpgsql immutable strict parallel safe as $$ begin
  if octet_length(text) = length(text) then return lower(text collate "C"); end if;
  text := regexp_replace(lower(normalize(text, nfkd)), '[\u0300-\u036f]', '', 'g');
  if octet_length(text) = length(text) then return text; end if;
  return replace(translate(text, 'øłđıς', 'oldiσ'), 'ß', 'ss');
end $$;

-- Raises an error if a statement changed no row. It serves statements that the server sends together with COMMIT: the
-- error aborts the transaction, so nothing is stored.
create function must_change(changed bigint) returns void language plpgsql as $$ begin
  if changed = 0 then raise exception 'nothing was changed' using errcode = 'CV001'; end if;
end $$;

-- Lets claviger_unit see the rows of a table that belong to users of its units. The subquery needs no condition on
-- units, because row-level security shows this role only the members of its own units in `unit_members`.
create procedure guard_people(name regclass) language plpgsql as $$ begin
  execute format('create policy own_people on %1$s to claviger_unit using (workspace_id = current_setting(''app.workspace'')::uuid
    and exists (select from unit_members m where m.workspace_id = %1$s.workspace_id and m.user_id = %1$s.user_id))', name);
end $$;

-- Adds row-level security to a tenant table. If the table has a `user_id`, unit administrators see the rows of their
-- users, too. A table passes `people => false` if it is created before the units, or if unit administrators see its
-- rows by another rule or not at all; see 0034_sight_of_units.sql.
create procedure guard_tenant(name regclass, tenant text default 'workspace_id', people boolean default true) language plpgsql as $$ begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format('create policy own_workspace on %s to claviger_app using (%I = current_setting(''app.workspace'')::uuid) with check (%2$I = current_setting(''app.workspace'')::uuid)', name, tenant);
  execute format('create policy all_workspaces on %s to claviger_super using (true) with check (true)', name);
  if people and exists (select from pg_attribute where attrelid = name and attname = 'user_id' and atttypid = 'uuid'::regtype) then
    call guard_people(name);
  end if;
end $$;

-- Secrets of the installation, encrypted with the master key: for example, the key that signs session references.
create table installation_secrets (
  name text primary key check (length(name) <= 60),
  sealed bytea not null,
  created_at timestamptz not null default now()
);

-- Rate limits that all server processes share. The table is unlogged: a crash only resets the counters.
create unlogged table rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expiry on rate_limits (expire);

-- Emails that the server stores while no SMTP server is configured. Their texts are encrypted because they contain
-- codes and links.
create table outbox_mails (
  id uuid primary key,
  sent_at timestamptz not null default now(),
  recipient text not null check (length(recipient) <= 254),
  subject text not null check (length(subject) <= 400),
  sealed bytea not null
);
create index outbox_mails_time on outbox_mails (sent_at desc);

-- The permissions that each role and each additional permission gives, for the whole workspace and for units. The
-- contract defines them; the server writes them here at each start (platform/db/role-grants.ts), so that no SQL
-- statement repeats them.
create table role_grants (
  role smallint,
  additional smallint,
  units_only boolean not null,
  permissions text[] not null,
  check (num_nonnulls(role, additional) = 1),
  unique nulls not distinct (role, additional, units_only)
);
revoke insert, update, delete on role_grants from claviger_app, claviger_super, claviger_unit;
