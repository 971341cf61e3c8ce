-- room: keys/devices
-- Computers and shared phones or tablets that run an agent.
create table devices (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  kind smallint not null check (kind in (1, 2)),  -- 1 computer, 2 shared phone or tablet
  -- ID by which the agent identifies its machine
  machine_id text not null check (length(machine_id) between 1 and 100),
  host_name text not null check (length(host_name) between 1 and 100),    -- reported by the machine
  -- The name at registration. Host names that the agent reports later do not change it. It decides which passwords the
  -- device gets.
  registered_name text not null check (length(registered_name) between 1 and 100),
  name text not null check (length(name) between 1 and 100),              -- shown to administrators, who can change it
  -- Keyed hash of the secret in the agent's token; the token is not stored
  hash bytea not null check (length(hash) = 32),
  platform text not null check (length(platform) <= 60),
  client text not null check (length(client) <= 60),
  version text not null check (length(version) <= 60),
  apps jsonb not null check (length(apps::text) <= 20000),
  has_driver boolean not null default false,      -- true if the apps include a card reader driver
  offline boolean not null default false,
  offline_uses smallint not null default 10 check (offline_uses between 1 and 100),
  offline_hours smallint not null default 72 check (offline_hours between 1 and 720),
  remembered_pin_hours smallint not null default 0 check (remembered_pin_hours between 0 and 720),
  account_name text check (length(account_name) between 1 and 200),
  account_sealed bytea check (length(account_sealed) <= 2200),
  account_set_at timestamptz,
  -- No foreign key: a device outlives the API key that registered it
  api_key_name text not null check (length(api_key_name) <= 100),
  created_at timestamptz not null,
  last_seen_at timestamptz not null,              -- accurate to five minutes, to save writes
  has_agent boolean not null default true,        -- false for an imported device until an agent registers with its name
  imported_id text check (length(imported_id) between 1 and 100),  -- its ID in the directory it was imported from
  imported_tenant text check (length(imported_tenant) <= 100),
  imported_at timestamptz,
  sort_name text not null generated always as (plain(name)) stored,
  search text not null generated always as (plain(name || ' ' || host_name || ' ' || machine_id || ' ' || platform)) stored,
  primary key (workspace_id, id),
  check (num_nonnulls(account_name, account_sealed, account_set_at) in (0, 3))
);
create unique index devices_machine on devices (workspace_id, kind, machine_id);
create unique index devices_imported on devices (workspace_id, imported_id) where imported_id is not null;
create index devices_by_registration on devices (workspace_id, lower(registered_name));
-- The index includes the search text, so that a search in order of names needs only the index, not the table
create index devices_by_name on devices (workspace_id, sort_name, id) include (search);
create index devices_by_time on devices (workspace_id, created_at, id);
create index devices_by_sight on devices (workspace_id, last_seen_at, id);
create index devices_of_kind_by_name on devices (workspace_id, kind, sort_name, id) include (search);
create index devices_of_kind_by_time on devices (workspace_id, kind, created_at, id);
create index devices_of_kind_by_sight on devices (workspace_id, kind, last_seen_at, id);
create index devices_offline on devices (workspace_id, kind, sort_name, id) where offline;
create index devices_search on devices using gin (workspace_id, search gin_trgm_ops);
call guard_tenant('devices');

-- Which user used a device with which key. A key works offline only on devices where it was used online before.
create table device_uses (
  workspace_id uuid not null,
  device_id uuid not null,
  user_id uuid not null,
  security_key_id uuid not null,
  first_at timestamptz not null,
  last_at timestamptz not null,   -- last online use
  offline_used smallint not null default 0,  -- offline uses since last_at
  primary key (workspace_id, device_id, security_key_id),
  constraint device_uses_device foreign key (workspace_id, device_id) references devices on delete cascade,
  foreign key (workspace_id, user_id) references users on delete cascade,
  constraint device_uses_key foreign key (workspace_id, security_key_id) references security_keys on delete cascade
);
create index device_uses_of_user on device_uses (workspace_id, user_id, last_at);
create index device_uses_of_key on device_uses (workspace_id, security_key_id);
create index device_uses_of_device on device_uses (workspace_id, device_id, last_at);
call guard_tenant('device_uses');

-- Offline uses that agents reported, so that a use that is reported twice counts once.
create table offline_uses (
  workspace_id uuid not null,
  device_id uuid not null,
  id uuid not null,               -- assigned by the agent
  reported_at timestamptz not null,
  primary key (workspace_id, device_id, id),
  foreign key (workspace_id, device_id) references devices on delete cascade
);
create index offline_uses_age on offline_uses (reported_at);
call guard_tenant('offline_uses');

-- Number of devices of a workspace, by the filters of lists. Triggers only add rows with differences, as in key_counts,
-- so that no transaction waits for a lock on a counter. Cleanup adds the rows up.
create table device_counts (
  workspace_id uuid not null references workspaces on delete cascade,
  id bigint not null generated always as identity,
  kind smallint not null,
  offline boolean not null,
  has_driver boolean not null,
  without_app boolean not null,
  devices bigint not null,
  primary key (workspace_id, id)
);
call guard_tenant('device_counts');

create function count_new_device() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    insert into device_counts (workspace_id, kind, offline, has_driver, without_app, devices)
      values (new.workspace_id, new.kind, new.offline, new.has_driver, new.apps = '[]', 1);
    return null;
end $$;
alter function count_new_device owner to claviger_super;
create trigger devices_come after insert on devices for each row execute function count_new_device();

create function count_changed_device() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    insert into device_counts (workspace_id, kind, offline, has_driver, without_app, devices) values
      (old.workspace_id, old.kind, old.offline, old.has_driver, old.apps = '[]', -1),
      (new.workspace_id, new.kind, new.offline, new.has_driver, new.apps = '[]', 1);
    return null;
end $$;
alter function count_changed_device owner to claviger_super;
create trigger devices_change after update on devices for each row when (
  (old.kind, old.offline, old.has_driver, old.apps = '[]') is distinct from (new.kind, new.offline, new.has_driver, new.apps = '[]')
) execute function count_changed_device();

create function count_gone_device() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    insert into device_counts (workspace_id, kind, offline, has_driver, without_app, devices)
      select w.id, old.kind, old.offline, old.has_driver, old.apps = '[]', -1 from workspaces w where w.id = old.workspace_id;
    return null;
end $$;
alter function count_gone_device owner to claviger_super;
create trigger devices_go after delete on devices for each row execute function count_gone_device();
