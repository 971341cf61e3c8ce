-- room: keys/devices
-- Computers and shared phones or tablets that run an agent.
create table devices (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  kind smallint not null check (kind in (1, 2)),  -- 1 computer, 2 shared phone or tablet
  machine_id text not null check (length(machine_id) between 1 and 100),  -- how the agent tells its machine from others
  host_name text not null check (length(host_name) between 1 and 100),    -- as the machine calls itself
  registered_name text not null check (length(registered_name) between 1 and 100),  -- as it was registered: what decides which passwords it is given
  name text not null check (length(name) between 1 and 100),              -- as administrators call it
  hash bytea not null check (length(hash) = 32),  -- keyed hash of the secret in the agent's token; the token is kept nowhere
  platform text not null check (length(platform) <= 60),
  client text not null check (length(client) <= 60),
  version text not null check (length(version) <= 60),
  apps jsonb not null check (length(apps::text) <= 20000),
  has_driver boolean not null default false,      -- a driver of card readers is among the apps
  offline boolean not null default false,
  offline_uses smallint not null default 10 check (offline_uses between 1 and 100),
  offline_hours smallint not null default 72 check (offline_hours between 1 and 720),
  remembered_pin_hours smallint not null default 0 check (remembered_pin_hours between 0 and 720),
  account_name text check (length(account_name) between 1 and 200),
  account_sealed bytea check (length(account_sealed) <= 2200),
  account_set_at timestamptz,
  api_key_name text not null check (length(api_key_name) <= 100),  -- a device outlives the key that registered it
  created_at timestamptz not null,
  last_seen_at timestamptz not null,              -- to the five minutes
  sort_name text not null generated always as (plain(name)) stored,
  search text not null generated always as (plain(name || ' ' || host_name || ' ' || machine_id || ' ' || platform)) stored,
  primary key (workspace_id, id),
  check (num_nonnulls(account_name, account_sealed, account_set_at) in (0, 3))
);
create unique index devices_machine on devices (workspace_id, kind, machine_id);
-- The text to search lies beside the names, so that a search can walk them without looking at the devices
create index devices_by_name on devices (workspace_id, sort_name, id) include (search);
create index devices_by_time on devices (workspace_id, created_at, id);
create index devices_by_sight on devices (workspace_id, last_seen_at, id);
create index devices_of_kind_by_name on devices (workspace_id, kind, sort_name, id) include (search);
create index devices_of_kind_by_time on devices (workspace_id, kind, created_at, id);
create index devices_of_kind_by_sight on devices (workspace_id, kind, last_seen_at, id);
create index devices_offline on devices (workspace_id, kind, sort_name, id) where offline;
create index devices_search on devices using gin (workspace_id, search gin_trgm_ops);
call guard_tenant('devices');

-- Who has used a device, with which key. A key works without a network only where it was used with one.
create table device_uses (
  workspace_id uuid not null,
  device_id uuid not null,
  user_id uuid not null,
  security_key_id uuid not null,
  first_at timestamptz not null,
  last_at timestamptz not null,   -- with a network
  offline_used smallint not null default 0,  -- since then
  primary key (workspace_id, device_id, security_key_id),
  foreign key (workspace_id, device_id) references devices on delete cascade,
  foreign key (workspace_id, user_id) references users on delete cascade,
  foreign key (workspace_id, security_key_id) references security_keys on delete cascade
);
create index device_uses_of_user on device_uses (workspace_id, user_id, last_at);
create index device_uses_of_key on device_uses (workspace_id, security_key_id);
create index device_uses_of_device on device_uses (workspace_id, device_id, last_at);
call guard_tenant('device_uses');

-- Uses without a network that were reported, so that one told twice counts once.
create table offline_uses (
  workspace_id uuid not null,
  device_id uuid not null,
  id uuid not null,               -- the agent's
  reported_at timestamptz not null,
  primary key (workspace_id, device_id, id),
  foreign key (workspace_id, device_id) references devices on delete cascade
);
create index offline_uses_age on offline_uses (reported_at);
call guard_tenant('offline_uses');

-- How many devices a workspace has, by what lists are narrowed to. As key_counts, and for the same reasons.
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

create function count_new_devices() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    insert into device_counts (workspace_id, kind, offline, has_driver, without_app, devices)
      select workspace_id, kind, offline, has_driver, apps = '[]', count(*) from added group by 1, 2, 3, 4, 5;
    return null;
end $$;
alter function count_new_devices owner to claviger_super;
create trigger devices_come after insert on devices
  referencing new table as added for each statement execute function count_new_devices();

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

create function count_gone_devices() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    insert into device_counts (workspace_id, kind, offline, has_driver, without_app, devices)
      select workspace_id, kind, offline, has_driver, apps = '[]', -count(*)
      from gone g where exists (select from workspaces w where w.id = g.workspace_id) group by 1, 2, 3, 4, 5;
    return null;
end $$;
alter function count_gone_devices owner to claviger_super;
create trigger devices_go after delete on devices
  referencing old table as gone for each statement execute function count_gone_devices();

-- One page of the devices that a pattern finds, or without one those that the filters leave, and how many there are:
-- exact below 10,001, but a lower bound where `more` says so. Where `ids` is null, the caller walks its list in order.
create function find_devices(
  pattern text, sort text, descending boolean, after_value text, after_id uuid, skipped bigint, size integer,
  of_kind smallint, in_group uuid, is_offline boolean, silent_since timestamptz,
  out ids uuid[], out total bigint, out more boolean
)
  -- The members of a group are looked up one by one: a join may read all devices for a few hundred of them
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
    set enable_bitmapscan = on set enable_hashjoin = off set enable_mergejoin = off
  as $$ declare
    here constant uuid := current_setting('app.workspace')::uuid;
    key constant text := case sort
      when 'name' then 'd.sort_name' when 'created' then 'd.created_at'
      when 'lastSeen' then 'd.last_seen_at'
    end;
    type constant text := case when sort = 'name' then 'text' else 'timestamptz' end;
    direction constant text := case when descending then 'desc' else 'asc' end;
    beyond constant text := case when descending then '<' else '>' end;
    filters constant text := concat(
      case when of_kind is not null then ' and d.kind = $3' end,
      case when is_offline is not null then case when is_offline then ' and d.offline' else ' and not d.offline' end end,
      case when silent_since is not null then ' and d.last_seen_at < $6' end,
      case when in_group is not null then ' and exists (select from device_group_members m where m.workspace_id = $1 and m.group_id = $4 and m.device_id = d.id)' end
    );
    looked_at constant integer := 1000;
    walked constant integer := 5000;
    everything bigint;
    named bigint;
  begin
    if pattern is null then
      execute format('select count(*) from (select from devices d where d.workspace_id = $1 %s limit 10001) counted', filters)
        into total using here, pattern, of_kind, in_group, is_offline, silent_since;
      if total > 10000 then return; end if;
    else
      execute format($query$
        select count(*), count(*) filter (where true %s)
        from (select * from devices where workspace_id = $1 order by id limit %s) d where d.search like $2
      $query$, filters, looked_at)
      into named, total using here, pattern, of_kind, in_group, is_offline, silent_since;
      select coalesce(sum(c.devices), 0) into everything from device_counts c where c.workspace_id = here;
      -- By this sample the pattern finds so many that gathering them takes longer than meeting a page of them on the way
      if everything > looked_at and named * everything / looked_at >= 2000 then
        more := true;
        if sort = 'name' then
          -- Where names begin alike, many may lie before the first hit: in the index of names they are passed by quickly
          perform set_config('enable_bitmapscan', 'off', true);
          execute format($query$
            select array(
              select n.id from (
                select d.id, d.search from devices d where d.workspace_id = $1 %4$s %3$s order by d.sort_name %2$s, d.id %2$s
              ) n where n.search like $2 %5$s limit $9 offset $10
            )
          $query$, beyond, direction,
            case when after_value is not null then format('and (d.sort_name, d.id) %s ($7, $8)', beyond) end,
            case when of_kind is not null then format('and d.kind = %s', of_kind) end,
            case when filters <> '' then format('and (select true from devices d where d.workspace_id = $1 and d.id = n.id %s limit 1)', filters) end)
          into ids
          using here, pattern, of_kind, in_group, is_offline, silent_since, after_value, after_id, size, skipped;
          return;
        end if;
        execute format($query$
          select array(
            select d.id from (
              select d.* from devices d where d.workspace_id = $1 %5$s order by %1$s %4$s, d.id %4$s limit %7$s
            ) d where d.search like $2 %6$s limit $9 offset $10
          )
        $query$, key, type, beyond, direction,
          case when after_value is not null then format('and (%s, d.id) %s ($7::%s, $8)', key, beyond, type) end, filters, walked)
        into ids
        using here, pattern, of_kind, in_group, is_offline, silent_since, after_value, after_id, size, skipped;
        if cardinality(ids) = size then return; end if;
        ids := null;
        if total * everything / looked_at > 10000 then return; end if;
        more := false;
      end if;
    end if;
    execute format($query$
      with found as materialized (
        select d.id, %1$s as value from devices d
        where d.workspace_id = $1 and ($2 is null or d.search like $2) %5$s
        limit 10001
      )
      select
        array(select id from found where $7 is null or (value, id) %3$s ($7::%2$s, $8)
          order by value %4$s, id %4$s limit $9 offset $10),
        (select count(*) from found)
    $query$, key, type, beyond, direction, filters)
    into ids, total
    using here, pattern, of_kind, in_group, is_offline, silent_since, after_value, after_id, size, skipped;
    if total > 10000 then ids := null; end if;
  end $$;
alter function find_devices owner to claviger_super;
