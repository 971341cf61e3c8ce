-- room: oversight/log-chain
-- Transactions write log lines without hashes, so that no writer waits for another. Shortly after the commit, a
-- background job gives each line a position in its workspace's chain and a hash over the line and the previous hash.
create table activity_links (
  workspace_id uuid not null references workspaces on delete cascade,
  position bigint not null check (position > 0),
  activity_id uuid not null,                    -- no foreign key: verification must notice a deleted line
  not_before timestamptz not null,              -- all lines recorded before this were already linked
  hash bytea not null check (length(hash) = 32),
  -- Copies for the filters of the log, because activities has no index for them; not part of the hash
  who bigint,                                   -- the line's actor, by who_of()
  action text,
  primary key (workspace_id, position),
  unique (workspace_id, who, activity_id)       -- also finds the position of a line, whose actor is known
);
create index activity_links_by_action on activity_links (workspace_id, action, activity_id);
call guard_tenant('activity_links');

-- Names and IP addresses in the log lines of a month, each once. A search first finds matching actors and objects here
-- and then reads only their lines. thing is the ID of an actor or object; for an actor without an ID, '~' and the name.
create table activity_names (
  workspace_id uuid not null references workspaces on delete cascade,
  month integer not null,                       -- 12 * year + month, January is 0
  thing text not null check (length(thing) <= 300),
  name text not null check (length(name) <= 1100),   -- normalized by plain()
  primary key (workspace_id, month, thing, name)
);
create index activity_names_search on activity_names using gin (workspace_id, name gin_trgm_ops) with (gin_pending_list_limit = 512);
call guard_tenant('activity_names');

-- Start and end of a workspace's chain, with a seal (a MAC) whose key is stored encrypted under the master key. Each
-- step overwrites the seal, so an attacker who truncates the chain has no older seal that fits the shorter chain.
create table activity_chains (
  workspace_id uuid primary key references workspaces on delete cascade,
  anchor_position bigint not null,              -- the retention deleted all lines up to this position
  anchor_hash bytea not null check (length(anchor_hash) = 32),
  position bigint not null,
  hash bytea not null check (length(hash) = 32),
  sealed_at timestamptz not null,
  seal bytea not null check (length(seal) = 32)
);
call guard_tenant('activity_chains');

-- Seals of intermediate positions: they limit a detected manipulation to the range between two seals.
create table activity_seals (
  workspace_id uuid not null references workspaces on delete cascade,
  position bigint not null,
  hash bytea not null check (length(hash) = 32),
  sealed_at timestamptz not null,
  seal bytea not null check (length(seal) = 32),
  primary key (workspace_id, position)
);
call guard_tenant('activity_seals');

-- Linking progress of each workspace's log. A process locks the row while it links the log, so that other processes can
-- link other logs in parallel. Idle logs cause no writes here, even in an installation with many workspaces.
create table activity_linking (
  workspace_id uuid primary key references workspaces on delete cascade,
  linked_below xid8 not null,                   -- lines of all earlier transactions are linked
  -- Lines of earlier transactions existed before the chain did, so they can have any date
  begun_below xid8 not null,
  -- Progress of all logs of this database when a process last recorded it in this row. The newest row is valid
  all_below xid8 not null,                      -- lines of all earlier transactions are linked, in every log
  passed_at timestamptz not null,               -- all lines recorded before this are linked, in every log
  mark xid8,                                    -- transactions that had started at mark_at have lower IDs than this
  mark_at timestamptz,
  seal bytea not null
);
create index activity_linking_newest on activity_linking (all_below);
call guard_tenant('activity_linking');

revoke insert, update, delete on activity_links, activity_names, activity_chains, activity_seals, activity_linking
  from claviger_app, claviger_unit;
revoke update on activity_links, activity_seals from claviger_super;
revoke delete on activity_linking from claviger_super;

-- Permanent register of all chains: verification detects a deleted chain, and no chain can start twice. It belongs to
-- the installation and outlives the workspaces, so it has no foreign keys to them. The register is itself a hash chain.
-- Its head is sealed, and signed checkpoints of it are stored outside the server.
create table log_register (
  position bigint primary key check (position > 0),
  at timestamptz not null,
  event text not null check (event in ('genesis', 'begun', 'checkpoint', 'cut', 'ended')),
  chain uuid,                                   -- ID of the workspace; null for events of all chains
  says text not null check (length(says) <= 1000),
  chains integer not null,                      -- number of chains started and not ended
  digest bytea not null check (length(digest) = 32),   -- over all rows of log_register_chains at that time
  hash bytea not null check (length(hash) = 32)
);
create unique index log_register_begun on log_register (chain) where event = 'begun';

-- Position and hash of each chain at its newest checkpoint. The newest register entry has a digest over all rows.
create table log_register_chains (
  chain uuid primary key,
  slug text not null check (length(slug) <= 100),
  begun_at timestamptz not null,
  genesis bytea not null check (length(genesis) = 32),  -- hash of the chain's first line
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
