-- room: keys/security-keys
create table security_keys (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  kind smallint not null check (kind between 1 and 5),  -- 1 smartphone, 2 access card, 3 hardware, 4 smart card, 5 fingerprint
  name text not null check (length(name) between 1 and 100),
  status smallint not null check (status in (20, 30, 40)),  -- 20 active, 30 pending, 40 suspended
  blocked_at timestamptz,         -- by too many wrong PINs
  unblocked_at timestamptz,       -- wrong PINs before this, and before pin_set_at, no longer count
  card_hash bytea check (length(card_hash) = 32),  -- keyed, of the canonical number: who copies the database cannot copy badges
  card_sealed bytea check (length(card_sealed) <= 200),
  card_end text check (length(card_end) <= 4),     -- enough to tell two cards apart in a list
  pin_sealed bytea check (length(pin_sealed) <= 200),  -- LEFT(SHA-256(PIN), 16), as an authenticator keeps it (CTAP 2.1 §6.5.5)
  pin_set_at timestamptz,
  pin_due boolean not null default false,          -- a PIN must be set before the next use
  aaguid uuid,
  verification smallint check (verification between 1 and 4),  -- 1 always, 2 when locked, 3 PINless, 4 PIN; null: the key sees to it itself
  credential_storage smallint not null check (credential_storage in (1, 2, 3)),  -- 1 on the key, 2 with us, 3 with its vendor
  proximity boolean not null,
  audit boolean not null,
  offline boolean not null,
  remembered_pin_hours smallint not null check (remembered_pin_hours between 0 and 720),
  policy_id uuid,                 -- the template that the settings came from
  is_default boolean not null default false,
  activation smallint not null check (activation between 1 and 3),  -- 1 now, 2 by the user through a mailed link, 3 later
  made_by uuid,                   -- no foreign key: the key outlives whoever made it
  made_by_name text not null check (length(made_by_name) <= 260),
  created_at timestamptz not null,
  activated_at timestamptz,
  changed_at timestamptz not null,
  last_used_at timestamptz,       -- to the hour, for lists; the exact instant stands with the passkeys
  proved_at timestamptz,          -- when its owner last showed by an act of their own that it is theirs, as it is now
  proof_due boolean not null default false,  -- it came to somebody of rank from elsewhere, and opens nothing until then
  proof_counts_at timestamptz,    -- or until this, when a proof by the address on record counts that nobody stopped
  proof_asked_at timestamptz,     -- when the owner was last asked for it
  binned boolean not null default false,  -- as users.deleted_at has it, so that lists need not look there
  sort_name text not null generated always as (plain(name)) stored,
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references users on delete cascade,
  foreign key (workspace_id, policy_id) references token_policies on delete set null (policy_id)
);
create unique index security_keys_card on security_keys (workspace_id, card_hash) where card_hash is not null;
create unique index security_keys_fingerprint on security_keys (workspace_id, user_id) where kind = 5;
create unique index security_keys_default on security_keys (workspace_id, user_id) where is_default;
create index security_keys_of_user on security_keys (workspace_id, user_id, created_at);
create index security_keys_by_name on security_keys (workspace_id, sort_name, id) where not binned;
create index security_keys_by_time on security_keys (workspace_id, created_at, id) where not binned;
create index security_keys_by_use on security_keys (workspace_id, coalesce(last_used_at, '-infinity'), id) where not binned;
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

-- Every passkey belongs to a security key, and goes with it. A phone answers by hybrid transport.
alter table credentials add column security_key_id uuid;
-- One passkey, one key: they share their id
insert into security_keys (workspace_id, id, user_id, kind, name, status, aaguid, credential_storage, proximity, audit,
    offline, remembered_pin_hours, activation, made_by, made_by_name, created_at, activated_at, changed_at, last_used_at, binned, is_default)
  select c.workspace_id, c.id, c.user_id, case when 'hybrid' = any (c.transports) then 1 else 3 end, c.name, 20, c.aaguid, 1,
    false, true, false, 0, 1, c.user_id, left(u.first_name || ' ' || u.last_name, 260), c.created_at, c.created_at,
    c.created_at, c.last_used_at, u.deleted_at is not null,
    row_number() over (partition by c.workspace_id, c.user_id order by c.created_at, c.id) = 1
  from credentials c join users u on u.workspace_id = c.workspace_id and u.id = c.user_id;
update credentials set security_key_id = id;
alter table credentials alter column security_key_id set not null;
alter table credentials add constraint credentials_security_key
  foreign key (workspace_id, security_key_id) references security_keys on delete cascade;
create index credentials_of_key on credentials (workspace_id, security_key_id);

-- A key was used when one of its passkeys was. Once an hour is enough for lists, and leaves the row alone at most sign-ins.
create function use_security_key() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    update security_keys set last_used_at = new.last_used_at
      where workspace_id = new.workspace_id and id = new.security_key_id
        and (last_used_at is null or last_used_at < new.last_used_at - interval '1 hour');
    return null;
end $$;
alter function use_security_key owner to claviger_super;
create trigger credentials_use_security_key after update of last_used_at on credentials
  for each row when (new.last_used_at is not null) execute function use_security_key();

-- One page of the keys that a pattern or one of some cards' numbers finds, and how many there are (exact below 10,001);
-- the pattern is looked for in the key's name and in what names its owner. As find_users, and for the same reasons.
create function find_security_keys(
  pattern text, cards bytea[], sort text, descending boolean, after_value text, after_id uuid, skipped bigint, size integer,
  kinds smallint[], statuses smallint[], of_model uuid, is_blocked boolean, without_pin boolean, unused_since timestamptz,
  in_group uuid, in_unit uuid,
  out ids uuid[], out total bigint
)
  -- Under a policy the planner knows nothing of what a pattern finds, thinks of a twenty-fifth of all, and plans for that
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
    set enable_hashjoin = off set enable_mergejoin = off set max_parallel_workers_per_gather = 0
  as $$ declare
    here constant uuid := current_setting('app.workspace')::uuid;
    within constant uuid[] := case when coalesce(current_setting('app.administrator', true), '') <> '' then administered_units() end;
    key constant text := case sort
      when 'name' then 'k.sort_name' when 'created' then 'k.created_at'
      when 'lastActivity' then 'coalesce(k.last_used_at, ''-infinity'')'
      when 'owner' then '(select u.sort_name from users u where u.workspace_id = $1 and u.id = k.user_id)'
    end;
    type constant text := case when sort in ('name', 'owner') then 'text' else 'timestamptz' end;
    -- Written only where asked for, so that the planner may begin with the members of a small group
    filters constant text := concat(
      case when kinds is not null then ' and k.kind = any($3)' end,
      case when statuses is not null then ' and k.status = any($4)' end,
      case when of_model is not null then ' and k.aaguid = $5' end,
      case when is_blocked is not null then ' and (k.blocked_at is not null) = $6' end,
      case when without_pin is not null then ' and coalesce(k.verification = 3, false) = $7' end,
      case when unused_since is not null then ' and coalesce(k.last_used_at, k.created_at) < $8' end,
      case when in_group is not null then ' and exists (select from group_members m where m.workspace_id = $1 and m.group_id = $9 and m.user_id = k.user_id)' end,
      case when in_unit is not null then ' and exists (select from unit_members m where m.workspace_id = $1 and m.unit_id = $10 and m.user_id = k.user_id)' end,
      case when within is not null then ' and exists (select from unit_members m where m.workspace_id = $1 and m.unit_id = any ($11) and m.user_id = k.user_id)' end
    );
    looked_at constant integer := 500;
    everything bigint;
  begin
    execute format($query$
      select count(*) from (select * from security_keys where workspace_id = $1 and not binned order by id limit %s) k
      where (k.sort_name like $2
        or exists (select from users u where u.workspace_id = $1 and u.id = k.user_id and u.search like $2)) %s
    $query$, looked_at, filters)
    into total
    using here, pattern, kinds, statuses, of_model, is_blocked, without_pin, unused_since, in_group, in_unit, within;
    select coalesce(sum(c.keys), 0) into everything from head_counts c where c.workspace_id = here and c.of = here;
    -- By this sample there are so many that walking the list in its order meets them sooner than the index gathers them
    if within is null and everything > looked_at and total * everything / looked_at >= greatest(2000, everything * 3 / 100) then
      return;
    end if;
    execute format($query$
      with found as materialized (
        select k.id, %1$s as value from security_keys k
          where k.workspace_id = $1 and not k.binned and k.sort_name like $2 %5$s
        union
        select k.id, %1$s from users u join security_keys k on k.workspace_id = u.workspace_id and k.user_id = u.id
          where u.workspace_id = $1 and u.deleted_at is null and u.search like $2 %5$s
        union
        select k.id, %1$s from security_keys k where k.workspace_id = $1 and not k.binned and k.card_hash = any($16) %5$s
        limit 10001
      )
      select
        array(select id from found where $12 is null or (value, id) %3$s ($12::%2$s, $13)
          order by value %4$s, id %4$s limit $14 offset $15),
        (select count(*) from found)
    $query$, key, type, case when descending then '<' else '>' end, case when descending then 'desc' else 'asc' end, filters)
    into ids, total
    using here, pattern, kinds, statuses, of_model, is_blocked, without_pin, unused_since, in_group, in_unit, within,
      after_value, after_id, size, skipped, cards;
    if total > 10000 then ids := null; end if;
  end $$;
alter function find_security_keys owner to claviger_super;
