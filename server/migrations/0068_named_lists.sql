-- room: rules/named-lists
-- Values that many policies mean by one name. What is stored was checked by its type; entries are [{value, label}].
create table named_lists (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  description text not null default '' check (length(description) <= 500),
  type smallint not null check (type between 1 and 6),  -- 1 ip, 2 device, 3 rp, 4 app, 5 location, 6 time
  entries jsonb not null check (jsonb_array_length(entries) <= 10000),
  -- Kept apart, so that a page of lists reads no entries
  size integer not null generated always as (jsonb_array_length(entries)) stored,
  version integer not null default 1 check (version >= 1),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  changed_by text not null check (length(changed_by) <= 260),
  search text not null generated always as (plain(name || ' ' || description)) stored,
  primary key (workspace_id, id)
);
create unique index named_lists_name on named_lists (workspace_id, lower(name));
create index named_lists_by_time on named_lists (workspace_id, changed_at, id);
call guard_tenant('named_lists');

-- Every version, also of lists that are gone: what was decided by one can be told.
create table named_list_versions (
  workspace_id uuid not null references workspaces on delete cascade,
  list_id uuid not null,
  version integer not null,
  at timestamptz not null,
  by_id uuid,
  by_name text not null check (length(by_name) <= 260),
  set_version bigint not null,  -- of all policies and lists together, since which it holds
  name text not null,
  description text not null,
  size integer not null,
  added integer not null,    -- entries that the version before did not have
  removed integer not null,  -- entries that it had, and this one has not
  entries jsonb,             -- null: as in the version before
  primary key (workspace_id, list_id, version)
);
call guard_tenant('named_list_versions');
