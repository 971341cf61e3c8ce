-- room: access/self-service-settings
-- Card pages, on which card holders enroll a card or reset its PIN. The address is the last part of the page's URL and
-- unique in the installation. It is printed on posters, so the application never changes it.
create table self_service_pages (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  address text not null check (address ~ '^[a-z0-9][a-z0-9-]*[a-z0-9]$' and length(address) between 3 and 60),
  name text not null check (length(name) between 1 and 100),
  active boolean not null,
  -- When the page was first activated; null: a draft
  opened_at timestamptz check (opened_at is not null or not active),
  -- PageSettings of the contract
  settings jsonb not null check (jsonb_typeof(settings) = 'object' and length(settings::text) <= 120000),
  automatic_secret bytea,  -- signs requests to the customer's system; sealed with the workspace's key
  version integer not null check (version >= 1),
  changed_at timestamptz not null,
  changed_by text not null check (length(changed_by) <= 260),
  created_at timestamptz not null,
  primary key (workspace_id, id)
);
create index self_service_pages_by_address on self_service_pages (workspace_id, address);
call guard_tenant('self_service_pages');

-- Maps each address to its page, like workspace_slugs does for workspaces. Only the trigger below writes it.
create table self_service_addresses (
  address text not null,
  workspace_id uuid not null,
  page_id uuid not null,
  constraint self_service_pages_address primary key (address),
  constraint self_service_addresses_one unique (workspace_id, page_id),
  foreign key (workspace_id, page_id) references self_service_pages on delete cascade
);
call guard_tenant('self_service_addresses');
revoke insert, update, delete on self_service_addresses from claviger_app, claviger_unit;

create function keep_self_service_address() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    insert into self_service_addresses (address, workspace_id, page_id) values (new.address, new.workspace_id, new.id)
      on conflict (workspace_id, page_id) do update set address = excluded.address;
    return null;
end $$;
alter function keep_self_service_address owner to claviger_super;
create trigger self_service_pages_keep_address after insert or update of address on self_service_pages
  for each row execute function keep_self_service_address();

-- All versions of a page, including the current one. The server keeps the newest 50.
create table self_service_page_versions (
  workspace_id uuid not null,
  page_id uuid not null,
  version integer not null,
  name text not null check (length(name) between 1 and 100),
  settings jsonb not null check (jsonb_typeof(settings) = 'object'),
  changed_at timestamptz not null,
  changed_by text not null check (length(changed_by) <= 260),
  primary key (workspace_id, page_id, version),
  foreign key (workspace_id, page_id) references self_service_pages on delete cascade
);
call guard_tenant('self_service_page_versions');

-- Finds a page by its address. Security definer, because a visitor has no workspace until the address determines it.
create function self_service_page(at_address text)
  returns table (
    workspace_id uuid, id uuid, address text, name text, active boolean, settings jsonb, automatic_secret bytea, version integer,
    workspace_name text, workspace_status smallint, time_zone text, icon text
  )
  language sql stable security definer set search_path = public, pg_temp as $$
    select p.workspace_id, p.id, p.address, p.name, p.active, p.settings, p.automatic_secret, p.version,
      w.name, w.status, w.time_zone, i.digest
    from self_service_addresses a join self_service_pages p on p.workspace_id = a.workspace_id and p.id = a.page_id
      join workspaces w on w.id = a.workspace_id left join workspace_icons i on i.workspace_id = a.workspace_id
    where a.address = at_address $$;
alter function self_service_page owner to claviger_super;

-- Number of visits that reached each stage of a page, per day in the workspace's time zone. It contains no user, card,
-- or address. Each count is split into 32 parts, because at a change of shift hundreds of transactions would wait for
-- the lock of one row.
create table self_service_counts (
  workspace_id uuid not null,
  page_id uuid not null,
  day date not null,
  stage text not null check (stage in ('arrived', 'tapped', 'identified', 'verified', 'pin-set', 'done')),
  action smallint not null check (action in (-1, 0, 1)),  -- -1 not chosen yet, 0 enrollment, 1 PIN recovery
  part smallint not null check (part between 0 and 31),
  count integer not null check (count > 0),
  primary key (workspace_id, page_id, day, stage, action, part),
  foreign key (workspace_id, page_id) references self_service_pages on delete cascade
);
call guard_tenant('self_service_counts');
