-- room: keys/devices
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

insert into device_counts (workspace_id, kind, offline, has_driver, without_app, devices)
  select workspace_id, kind, offline, has_driver, apps = '[]', count(*) from devices group by 1, 2, 3, 4, 5;

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
