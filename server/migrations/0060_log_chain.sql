-- room: oversight/log-chain
-- Lines of the log are written without hashes, so that no writer waits for another. A moment after they are committed
-- each gets a position in its workspace's chain and a hash over itself and the line before.
-- The transaction tells when a line is safe to link: once all transactions before it have ended.
alter table activities add column xid xid8 not null default pg_current_xact_id();
create index activities_by_transaction on activities (xid);

-- What is written stays as it is; only the retention, which sees all workspaces, takes the oldest lines away.
revoke update, delete on activities from claviger_app, claviger_unit;
revoke update on activities from claviger_super;

create table activity_links (
  workspace_id uuid not null references workspaces on delete cascade,
  position bigint not null check (position > 0),
  activity_id uuid not null,                    -- no foreign key: a line that was taken away must be missed
  not_before timestamptz not null,              -- whatever was recorded before this had been linked already
  hash bytea not null check (length(hash) = 32),
  primary key (workspace_id, position),
  unique (workspace_id, activity_id)
);
call guard_tenant('activity_links');

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

-- How far the whole installation has come; whoever links holds this row.
create table activity_linking (
  one boolean primary key default true check (one),
  linked_below xid8 not null,
  passed_at timestamptz,                        -- all that was recorded before this has its place
  mark xid8,                                    -- every transaction that had begun at mark_at is before this one
  mark_at timestamptz,
  seal bytea
);
insert into activity_linking (linked_below) values ('0');

revoke insert, update, delete on activity_links, activity_chains, activity_seals from claviger_app, claviger_unit;
revoke all on activity_linking from claviger_app, claviger_unit;
revoke update on activity_links, activity_seals from claviger_super;
revoke insert, delete on activity_linking from claviger_super;
