-- room: oversight/log-chain
-- Lines of the log are written without hashes, so that no writer waits for another. A moment after they are committed
-- each gets a position in its workspace's chain and a hash over itself and the line before.
create table activity_links (
  workspace_id uuid not null references workspaces on delete cascade,
  position bigint not null check (position > 0),
  activity_id uuid not null,                    -- no foreign key: a line that was taken away must be missed
  not_before timestamptz not null,              -- whatever was recorded before this had been linked already
  hash bytea not null check (length(hash) = 32),
  -- What the filters of the log need, which the line itself has no index for; nothing is proven by it
  who bigint,                                   -- who_of() the line
  action text,
  primary key (workspace_id, position),
  unique (workspace_id, who, activity_id)       -- finds the place of a line as well, for that tells who it was
);
create index activity_links_by_action on activity_links (workspace_id, action, activity_id);
call guard_tenant('activity_links');

-- Names and addresses that lines of a month bear, each once, so that a search finds whom and what it is about and then the
-- lines of these. Whoever acted is named as in who_of(), a thing by its id.
create table activity_names (
  workspace_id uuid not null references workspaces on delete cascade,
  month integer not null,                       -- 12 times the year and the month
  thing text not null check (length(thing) <= 300),
  name text not null check (length(name) <= 1100),   -- plain()
  primary key (workspace_id, month, thing, name)
);
create index activity_names_search on activity_names using gin (workspace_id, name gin_trgm_ops) with (gin_pending_list_limit = 512);
call guard_tenant('activity_names');

-- Where the chain of a workspace begins and ends, under a seal that only a holder of the master key can make. The seal
-- is overwritten at each step: whoever cuts the end off has no older one to put in its place.
create table activity_chains (
  workspace_id uuid primary key references workspaces on delete cascade,
  anchor_position bigint not null,              -- lines up to here were taken away by the retention
  anchor_hash bytea not null check (length(anchor_hash) = 32),
  position bigint not null,
  hash bytea not null check (length(hash) = 32),
  sealed_at timestamptz not null,
  seal bytea not null check (length(seal) = 32)
);
call guard_tenant('activity_chains');

-- Seals along the way, so that a rewritten stretch can be told from the rest.
create table activity_seals (
  workspace_id uuid not null references workspaces on delete cascade,
  position bigint not null,
  hash bytea not null check (length(hash) = 32),
  sealed_at timestamptz not null,
  seal bytea not null check (length(seal) = 32),
  primary key (workspace_id, position)
);
call guard_tenant('activity_seals');

-- How far the log of each workspace has come; whoever links it holds its row, so that others link other logs meanwhile.
-- A log in which nothing happens has nothing written here, however many there are.
create table activity_linking (
  workspace_id uuid primary key references workspaces on delete cascade,
  linked_below xid8 not null,                   -- every line of transactions before this has its place
  begun_below xid8 not null,                    -- lines of transactions before this are what the log began with, of whatever time
  -- What was known of all logs of this database when that was last said in this row; the newest of them counts
  all_below xid8 not null,                      -- every line of any log of transactions before this has its place
  passed_at timestamptz not null,               -- whatever any log recorded before this has its place
  mark xid8,                                    -- every transaction that had begun at mark_at is before this one
  mark_at timestamptz,
  seal bytea not null
);
create index activity_linking_newest on activity_linking (all_below);
call guard_tenant('activity_linking');

revoke insert, update, delete on activity_links, activity_names, activity_chains, activity_seals, activity_linking
  from claviger_app, claviger_unit;
revoke update on activity_links, activity_seals from claviger_super;
revoke delete on activity_linking from claviger_super;

-- Which chains of the log were begun, kept beside them for good: a chain that was taken away is missed, and none begins
-- a second time. It belongs to the installation and outlives its workspaces, so nothing here refers to them.
-- The register is a chain itself; its head is sealed, and leaves the machine as a signed checkpoint.
create table log_register (
  position bigint primary key check (position > 0),
  at timestamptz not null,
  event text not null check (event in ('genesis', 'begun', 'checkpoint', 'cut', 'ended')),
  chain uuid,                                   -- of which workspace; null where it is about all
  says text not null check (length(says) <= 1000),
  chains integer not null,                      -- so many had begun and not ended
  digest bytea not null check (length(digest) = 32),   -- of all rows of log_register_chains as they stood then
  hash bytea not null check (length(hash) = 32)
);
create unique index log_register_begun on log_register (chain) where event = 'begun';

-- Where each chain was found at its newest checkpoint; the register's newest line has the digest of them all.
create table log_register_chains (
  chain uuid primary key,
  slug text not null check (length(slug) <= 100),
  begun_at timestamptz not null,
  genesis bytea not null check (length(genesis) = 32),  -- the hash of its first line
  noted_position bigint not null,
  noted_hash bytea not null check (length(noted_hash) = 32),
  ended_at timestamptz
);

create table log_register_head (
  one boolean primary key default true check (one),
  position bigint not null,
  hash bytea not null check (length(hash) = 32),
  sealed_at timestamptz,
  seal bytea
);
insert into log_register_head (position, hash) values (0, decode(repeat('00', 32), 'hex'));

revoke all on log_register, log_register_chains, log_register_head from claviger_app, claviger_unit;
revoke update, delete, truncate on log_register from claviger_super;
revoke delete, truncate on log_register_chains from claviger_super;
revoke insert, delete, truncate on log_register_head from claviger_super;
