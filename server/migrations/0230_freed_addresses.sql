-- room: tenancy/workspaces
-- Addresses that a workspace gave up: its own, or those of its card pages. Each is reserved for a year, in which only
-- its former workspace can use it again. Otherwise links, QR codes, and applications that trust the address as an
-- issuer would lead to another workspace. No foreign key: the reservation outlives the workspace.
create table freed_addresses (
  kind text not null check (kind in ('workspace', 'card-page')),
  address text not null check (length(address) <= 63),
  former_workspace uuid not null,
  freed_at timestamptz not null default now(),
  primary key (kind, address)
);
create index freed_addresses_end on freed_addresses (freed_at);
call guard_tenant('freed_addresses', 'former_workspace');
revoke insert, update, delete on freed_addresses from claviger_app, claviger_unit;

-- Returns whether an address is reserved for a workspace other than by_workspace, which is null if that workspace
-- doesn't exist yet.
create function address_reserved(of_kind text, wanted text, by_workspace uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select exists (
      select from freed_addresses f
      where f.kind = of_kind and f.address = lower(wanted) and f.former_workspace is distinct from by_workspace
        and f.freed_at > now() - interval '1 year') $$;
alter function address_reserved owner to claviger_super;

-- Trigger of the tables that map addresses to their holders. Arguments: the kind, and the constraint
-- that the error names.
create function reserve_freed_address() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ declare
    kind_here constant text := tg_argv[0];
    before_address text;
    after_address text;
  begin
    if tg_op <> 'INSERT' then
      before_address := case kind_here when 'workspace' then to_jsonb(old) ->> 'slug' else to_jsonb(old) ->> 'address' end;
    end if;
    if tg_op <> 'DELETE' then
      after_address := case kind_here when 'workspace' then to_jsonb(new) ->> 'slug' else to_jsonb(new) ->> 'address' end;
    end if;
    if after_address is not distinct from before_address then return new; end if;
    -- A transaction that takes an address waits for one that frees it, and then sees the reservation. The sorted order
    -- prevents deadlocks
    perform pg_advisory_xact_lock(hashtextextended('address ' || kind_here || ' ' || one, 0))
      from unnest(array[before_address, after_address]) one where one is not null order by one;
    if before_address is not null then
      insert into freed_addresses (kind, address, former_workspace) values (kind_here, before_address, old.workspace_id)
        on conflict (kind, address) do update set former_workspace = excluded.former_workspace, freed_at = excluded.freed_at;
    end if;
    if after_address is null then return old; end if;
    if address_reserved(kind_here, after_address, new.workspace_id) then
      raise exception 'the address is reserved' using errcode = 'unique_violation', constraint = tg_argv[1];
    end if;
    delete from freed_addresses where kind = kind_here and address = after_address;
    return new;
end $$;
alter function reserve_freed_address owner to claviger_super;
create trigger workspace_slugs_reserve before insert or update or delete on workspace_slugs
  for each row execute function reserve_freed_address('workspace', 'workspaces_slug');
create trigger self_service_addresses_reserve before insert or update or delete on self_service_addresses
  for each row execute function reserve_freed_address('card-page', 'self_service_pages_address');
