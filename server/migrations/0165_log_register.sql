-- room: oversight/log-chain
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
