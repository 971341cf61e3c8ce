-- room: rules/named-lists
-- Lists of values that policies refer to by name. The server validates entries by the type of the list before it stores
-- them as [{value, label}].
create table named_lists (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  description text not null default '' check (length(description) <= 500),
  type smallint not null check (type between 1 and 6),  -- 1 ip, 2 device, 3 rp, 4 app, 5 location, 6 time
  entries jsonb not null check (jsonb_array_length(entries) <= 10000),
  -- Stored, so that a page of lists does not read the entries
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

-- All versions, including those of deleted lists, so that past policy decisions can be explained.
create table named_list_versions (
  workspace_id uuid not null references workspaces on delete cascade,
  list_id uuid not null,
  version integer not null,
  at timestamptz not null,
  by_id uuid,
  by_name text not null check (length(by_name) <= 260),
  set_version bigint not null,  -- policy_sets.version that this version first applied to
  name text not null,
  description text not null,
  size integer not null,
  added integer not null,    -- number of entries that the previous version did not have
  removed integer not null,  -- number of entries of the previous version that this one lacks
  entries jsonb,             -- null: the same as in the previous version
  primary key (workspace_id, list_id, version)
);
call guard_tenant('named_list_versions');
