-- room: keys/security-keys
create table security_keys (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  -- 1 smartphone, 2 access card, 3 hardware, 4 smart card, 5 fingerprint
  kind smallint not null check (kind between 1 and 5),
  name text not null check (length(name) between 1 and 100),
  status smallint not null check (status in (20, 30, 40)),  -- 20 active, 30 pending, 40 suspended
  blocked_at timestamptz,         -- after too many wrong PINs
  unblocked_at timestamptz,       -- wrong PINs before this time or before pin_set_at no longer count
  -- Keyed hash of the canonical card number: a copy of the database must not reveal card numbers. For an active
  -- fingerprint key, hash of a handle made from its ID
  card_hash bytea check (length(card_hash) = 32),
  card_sealed bytea check (length(card_sealed) <= 200),
  -- Last characters of the number, which tell two cards apart in a list
  card_end text check (length(card_end) <= 4),
  -- LEFT(SHA-256(PIN), 16), like an authenticator stores it (CTAP 2.1 §6.5.5)
  pin_sealed bytea check (length(pin_sealed) <= 200),
  pin_set_at timestamptz,
  pin_due boolean not null default false,          -- the user must set a PIN before the next use
  aaguid uuid,
  -- 1 always, 2 when locked, 3 without a PIN, 4 with a PIN; null: the key itself verifies the user
  verification smallint check (verification between 1 and 4),
  -- 1 on the key, 2 on this server, 3 at the key's vendor
  credential_storage smallint not null check (credential_storage in (1, 2, 3)),
  proximity boolean not null,
  audit boolean not null,
  offline boolean not null,
  remembered_pin_hours smallint not null check (remembered_pin_hours between 0 and 720),
  policy_id uuid,                 -- the template that the settings were copied from
  is_default boolean not null default false,
  -- 1 now, 2 by the user with an emailed link, 3 later
  activation smallint not null check (activation between 1 and 3),
  made_by uuid,                   -- no foreign key: the key outlives its creator
  made_by_name text not null check (length(made_by_name) <= 260),
  created_at timestamptz not null,
  activated_at timestamptz,
  changed_at timestamptz not null,
  last_used_at timestamptz,       -- rounded to the hour, for lists; the passkeys store the exact time
  -- When the owner last confirmed by their own action that the key in its present form is theirs (decision 22)
  proved_at timestamptz,
  -- The owner has administrative permissions and has not confirmed the key. It opens nothing until the owner does
  proof_due boolean not null default false,
  -- A confirmation without a passkey, for example by email, takes effect at this time unless the owner stops it
  proof_counts_at timestamptz,
  proof_asked_at timestamptz,     -- when the server last asked the owner to confirm the key
  -- Time of the last use, or of creation for an unused key. A stored column, because an index on an expression doesn't
  -- allow index-only scans
  idle_since timestamptz not null generated always as (coalesce(last_used_at, created_at)) stored,
  -- Sort key of lists: unused keys come before all others
  used_or_never timestamptz not null generated always as (coalesce(last_used_at, '-infinity')) stored,
  binned boolean not null default false,  -- the owner is deleted (users.deleted_at); a copy, so that lists need no join
  sort_name text not null generated always as (plain(name)) stored,
  -- Who placed the key, with which permissions: see 0212_placed.sql
  placed jsonb check (pg_column_size(placed) <= 8000),
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references users on delete cascade,
  foreign key (workspace_id, policy_id) references token_policies  -- a template is deleted only with its workspace
);
create unique index security_keys_card on security_keys (workspace_id, card_hash) where card_hash is not null;
create unique index security_keys_fingerprint on security_keys (workspace_id, user_id) where kind = 5;
create unique index security_keys_default on security_keys (workspace_id, user_id) where is_default;
create index security_keys_of_user on security_keys (workspace_id, user_id, created_at);
create index security_keys_by_name on security_keys (workspace_id, sort_name, id) where not binned;
create index security_keys_by_time on security_keys (workspace_id, created_at, id) where not binned;
create index security_keys_by_use on security_keys (workspace_id, used_or_never, id) where not binned;
create index security_keys_by_idleness on security_keys (workspace_id, idle_since, id) where not binned;
create index security_keys_by_status on security_keys (workspace_id, status, sort_name, id) where not binned;
create index security_keys_by_kind on security_keys (workspace_id, kind, sort_name, id) where not binned;
create index security_keys_by_model on security_keys (workspace_id, aaguid, sort_name, id) where not binned;
create index security_keys_blocked on security_keys (workspace_id, sort_name, id) where not binned and blocked_at is not null;
create index security_keys_to_prove on security_keys (workspace_id, user_id) where proof_due;
create index security_keys_pinless on security_keys (workspace_id, sort_name, id) where not binned and verification = 3;
create index security_keys_of_policy on security_keys (workspace_id, policy_id) where policy_id is not null;
create index security_keys_search on security_keys using gin (workspace_id, sort_name gin_trgm_ops) where not binned;
call guard_tenant('security_keys');

create function bin_security_keys() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    update security_keys set binned = new.deleted_at is not null where workspace_id = new.workspace_id and user_id = new.id;
    return null;
end $$;
alter function bin_security_keys owner to claviger_super;
create trigger users_bin_security_keys after update of deleted_at on users
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function bin_security_keys();

-- Number of keys per workspace and filter value of the lists: the sum over all rows with equal values. Like
-- head_counts, each change inserts a row with the difference, so that transactions never wait for the lock of a counter
-- row. The cleanup job merges the rows.
create table key_counts (
  workspace_id uuid not null references workspaces on delete cascade,
  id bigint not null generated always as identity,
  kind smallint not null,
  status smallint not null,
  aaguid uuid,
  blocked boolean not null,
  pinless boolean not null,
  keys bigint not null,
  primary key (workspace_id, id)
);
call guard_tenant('key_counts');

create function count_new_keys() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    insert into key_counts (workspace_id, kind, status, aaguid, blocked, pinless, keys)
      select workspace_id, kind, status, aaguid, blocked_at is not null, coalesce(verification = 3, false), count(*)
      from added where not binned group by 1, 2, 3, 4, 5, 6;
    return null;
end $$;
alter function count_new_keys owner to claviger_super;
create trigger security_keys_come after insert on security_keys
  referencing new table as added for each statement execute function count_new_keys();

-- A row trigger with a condition: most updates, for example of last_used_at, change no count and then cost nothing.
create function count_changed_key() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    insert into key_counts (workspace_id, kind, status, aaguid, blocked, pinless, keys)
      select new.workspace_id, one.* from (values
        (old.kind, old.status, old.aaguid, old.blocked_at is not null, coalesce(old.verification = 3, false), case when old.binned then 0 else -1 end),
        (new.kind, new.status, new.aaguid, new.blocked_at is not null, coalesce(new.verification = 3, false), case when new.binned then 0 else 1 end)
      ) one(kind, status, aaguid, blocked, pinless, keys) where one.keys <> 0;
    return null;
end $$;
alter function count_changed_key owner to claviger_super;
create trigger security_keys_change after update on security_keys for each row when (
  (old.kind, old.status, old.aaguid, old.blocked_at is not null, coalesce(old.verification = 3, false), old.binned)
  is distinct from (new.kind, new.status, new.aaguid, new.blocked_at is not null, coalesce(new.verification = 3, false), new.binned)
) execute function count_changed_key();

-- Skips the keys of a workspace that is being deleted: key_counts rows would violate the foreign key to workspaces.
create function count_gone_keys() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    insert into key_counts (workspace_id, kind, status, aaguid, blocked, pinless, keys)
      select workspace_id, kind, status, aaguid, blocked_at is not null, coalesce(verification = 3, false), -count(*)
      from gone g where not binned and exists (select from workspaces w where w.id = g.workspace_id) group by 1, 2, 3, 4, 5, 6;
    return null;
end $$;
alter function count_gone_keys owner to claviger_super;
create trigger security_keys_go after delete on security_keys
  referencing old table as gone for each statement execute function count_gone_keys();

-- If a user with administrative permissions receives a key, or the card, PIN, or PIN requirement of their key changes,
-- the key opens nothing until its owner confirms it (decision 22). A trigger enforces this, so that no feature can
-- forget it. Code that writes a key only sets proved_at, and only when the owner confirmed the key.
create function has_rank(workspace uuid, person uuid) returns boolean language sql stable security definer
  set search_path = public, pg_temp
  as $$ select exists (select from may_become(workspace, array[person])) $$;
alter function has_rank owner to claviger_super;

create function weigh_proof() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ declare
    -- Changes after which a card alone, or a PIN that the owner doesn't know, could open the key
    opened_anew constant boolean := tg_op = 'INSERT' or new.user_id <> old.user_id
      or new.card_hash is distinct from old.card_hash
      -- Rotation of the workspace's encryption key updates only pin_sealed, a column that doesn't fire this trigger
      or new.pin_sealed is distinct from old.pin_sealed
      or (new.pin_due and not old.pin_due) or (old.status = 30 and new.status <> 30)
      or (coalesce(new.verification = 3, false) and old.verification is distinct from 3);
    proved constant boolean := new.proved_at is not null and (tg_op = 'INSERT' or new.proved_at is distinct from old.proved_at);
    called constant boolean := coalesce(nullif(current_setting('app.session', true), ''), nullif(current_setting('app.origin', true), '')) is not null;
    by_user constant boolean := current_setting('app.origin', true) = 'mailbox' or exists (select from sessions s
      where s.workspace_id = new.workspace_id and s.id = nullif(current_setting('app.session', true), '')::uuid and s.user_id = new.user_id);
  begin
    -- A new PIN that was set with the current PIN, without a session, doesn't show who placed the key: `placed` stays
    if tg_op = 'INSERT' or (proved and called) or (opened_anew and not proved) or (old.proved_at is not null and new.proved_at is null) then
      new.placed := placement(new.workspace_id, new.user_id);
    end if;
    if proved then
      new.proof_due := false;
      new.proof_counts_at := null;
    elsif opened_anew then
      new.proved_at := null;
      -- A user or directory that offers a role vouches for the user's mailbox. Keys that the user adds before accepting
      -- the role don't wait
      new.proof_due := has_rank(new.workspace_id, new.user_id)
        and not (by_user and is_worth_offers(new.workspace_id, new.user_id, new.placed));
      new.proof_counts_at := null;
    end if;
    return new;
end $$;
alter function weigh_proof owner to claviger_super;
create trigger security_keys_weigh_proof
  before insert or update of user_id, card_hash, pin_set_at, pin_due, status, verification, proved_at on security_keys
  for each row execute function weigh_proof();

-- When a user receives a role, keys that were never used and never confirmed by the owner wait for confirmation. This
-- trigger leaves used keys open. When the user loses all administrative permissions, no key waits.
create function weigh_proofs_of_person() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    if tg_op = 'INSERT' then
      update security_keys set proof_due = true, proof_counts_at = null
        where workspace_id = new.workspace_id and user_id = new.user_id and proved_at is null and last_used_at is null;
    elsif not has_rank(old.workspace_id, old.user_id) then
      update security_keys set proof_due = false, proof_counts_at = null
        where workspace_id = old.workspace_id and user_id = old.user_id and proof_due;
    end if;
    return null;
end $$;
alter function weigh_proofs_of_person owner to claviger_super;
create trigger administrators_weigh_proofs after insert or delete on administrators
  for each row execute function weigh_proofs_of_person();
create trigger super_administrators_weigh_proofs after insert or delete on super_administrators
  for each row execute function weigh_proofs_of_person();
