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
  -- Its last use, or else when it was made. A column, for an index that knows only an expression does not spare looking at
  -- the row
  idle_since timestamptz not null generated always as (coalesce(last_used_at, created_at)) stored,
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

-- One page of the keys that a pattern or one of some cards' numbers finds, and how many there are: exact below 10,001,
-- but a lower bound where `more` says so. Without a pattern, the keys that the filters leave. Where `ids` is null, the
-- caller walks its list in order.
create function find_security_keys(
  pattern text, cards bytea[], sort text, descending boolean, after_value text, after_id uuid, skipped bigint, size integer,
  kinds smallint[], statuses smallint[], of_model uuid, is_blocked boolean, without_pin boolean, unused_since timestamptz,
  in_group uuid, in_unit uuid,
  out ids uuid[], out total bigint, out more boolean
)
  -- Under a policy the planner knows nothing of what a pattern finds, thinks of a twenty-fifth of all, and plans for that
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
    set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = on set max_parallel_workers_per_gather = 0
  as $$ declare
    here constant uuid := current_setting('app.workspace')::uuid;
    within constant uuid[] := case when coalesce(current_setting('app.administrator', true), '') <> '' then administered_units() end;
    key constant text := case sort
      when 'name' then 'k.sort_name' when 'created' then 'k.created_at'
      when 'lastActivity' then 'coalesce(k.last_used_at, ''-infinity'')'
      when 'owner' then '(select u.sort_name from users u where u.workspace_id = $1 and u.id = k.user_id)'
    end;
    type constant text := case when sort in ('name', 'owner') then 'text' else 'timestamptz' end;
    direction constant text := case when descending then 'desc' else 'asc' end;
    beyond constant text := case when descending then '<' else '>' end;
    -- Written only where asked for, so that the planner may begin with the members of a small group
    filters constant text := concat(
      case when kinds is not null then ' and k.kind = any($3)' end,
      case when statuses is not null then ' and k.status = any($4)' end,
      case when of_model is not null then ' and k.aaguid = $5' end,
      case when is_blocked is not null then ' and (k.blocked_at is not null) = $6' end,
      case when without_pin is not null then ' and coalesce(k.verification = 3, false) = $7' end,
      case when unused_since is not null then ' and k.idle_since < $8' end,
      case when in_group is not null then ' and exists (select from group_members m where m.workspace_id = $1 and m.group_id = $9 and m.user_id = k.user_id)' end,
      case when in_unit is not null then ' and exists (select from unit_members m where m.workspace_id = $1 and m.unit_id = $10 and m.user_id = k.user_id)' end,
      case when within is not null then ' and exists (select from unit_members m where m.workspace_id = $1 and m.unit_id = any ($11) and m.user_id = k.user_id)' end
    );
    -- The limit makes the planner look at the owners of the few keys in question instead of finding all such owners
    owned constant text := '(select true from users u where u.workspace_id = $1 and u.id = k.user_id and u.search like $2 limit 1)';
    looked_at constant integer := 500;
    walked constant integer := 2500;
    everything bigint;
    by_owner bigint;
    others uuid[];
    -- The people of a small group or unit are looked at one by one, whatever the pattern finds elsewhere
    place constant uuid := coalesce(in_unit, in_group);
  begin
    if pattern is null then
      execute format($query$
        select count(*) from (
          select from security_keys k where k.workspace_id = $1 and not k.binned %s limit 10001
        ) counted
      $query$, filters)
      into total
      using here, pattern, kinds, statuses, of_model, is_blocked, without_pin, unused_since, in_group, in_unit, within;
      if total > 10000 then return; end if;
      execute format($query$
        with found as materialized (
          select k.id, %1$s as value from security_keys k where k.workspace_id = $1 and not k.binned %5$s
        )
        select array(select id from found where $12 is null or (value, id) %3$s ($12::%2$s, $13)
          order by value %4$s, id %4$s limit $14 offset $15)
      $query$, key, type, beyond, direction, filters)
      into ids
      using here, pattern, kinds, statuses, of_model, is_blocked, without_pin, unused_since, in_group, in_unit, within,
        after_value, after_id, size, skipped;
      return;
    end if;
    execute format($query$
      select count(*) filter (where (k.sort_name like $2 or %1$s) %2$s), count(*) filter (where %1$s)
      from (select * from security_keys where workspace_id = $1 and not binned order by id limit %3$s) k
    $query$, owned, filters, looked_at)
    into total, by_owner
    using here, pattern, kinds, statuses, of_model, is_blocked, without_pin, unused_since, in_group, in_unit, within;
    select coalesce(sum(c.keys), 0) into everything from head_counts c where c.workspace_id = here and c.of = here;
    -- By this sample there are so many that walking the list in its order meets them sooner than the index gathers them
    if within is null and everything > looked_at and total * everything / looked_at >= greatest(2000, everything * 3 / 100) then
      more := true;
      if sort = 'owner' then return; end if;
      execute format($query$
        select array(
          select k.id from (
            select k.* from security_keys k where k.workspace_id = $1 and not k.binned %6$s order by %1$s %4$s, k.id %4$s limit %7$s
          ) k where (k.sort_name like $2 or k.card_hash = any($16) or %8$s) %5$s limit $14 offset $15
        )
      $query$, key, type, beyond, direction, filters,
        case when after_value is not null then format('and (%s, k.id) %s ($12::%s, $13)', key, beyond, type) end, walked, owned)
      into ids
      using here, pattern, kinds, statuses, of_model, is_blocked, without_pin, unused_since, in_group, in_unit, within,
        after_value, after_id, size, skipped, cards;
      if cardinality(ids) = size then return; end if;
      ids := null;
      -- The order and the pattern may have to do with each other, as where names begin alike. Names can be walked in their
      -- index alone, which is some ten times quicker; the keys that others than their names find are few then
      if sort <> 'name' or by_owner * everything / looked_at >= 2000 then return; end if;
      execute format($query$
        select array(
          select k.id from users u join security_keys k on k.workspace_id = u.workspace_id and k.user_id = u.id
            where u.workspace_id = $1 and u.deleted_at is null and u.search like $2 %1$s
          union
          select k.id from security_keys k where k.workspace_id = $1 and not k.binned and k.card_hash = any($16) %1$s
          limit 10001
        )
      $query$, filters)
      into others
      using here, pattern, kinds, statuses, of_model, is_blocked, without_pin, unused_since, in_group, in_unit, within,
        after_value, after_id, size, skipped, cards;
      if cardinality(others) > 10000 then return; end if;
      perform set_config('enable_bitmapscan', 'off', true);
      execute format($query$
        with named as materialized (
          select n.id, n.sort_name from (
            select k.id, k.sort_name from security_keys k
            where k.workspace_id = $1 and not k.binned and k.sort_name like $2 %5$s order by k.sort_name %2$s, k.id %2$s
          ) n %4$s limit $14::bigint + $15
        )
        select array(
          select id from (
            select id, sort_name from named
            union
            select k.id, k.sort_name from security_keys k where k.workspace_id = $1 and k.id = any($16) %5$s
          ) found order by sort_name %2$s, id %2$s limit $14 offset $15
        )
      $query$, beyond, direction, filters,
        case when filters <> '' then format('where (select true from security_keys k where k.workspace_id = $1 and k.id = n.id %s limit 1)', filters) end,
        case when after_value is not null then format('and (k.sort_name, k.id) %s ($12, $13)', beyond) end)
      into ids
      using here, pattern, kinds, statuses, of_model, is_blocked, without_pin, unused_since, in_group, in_unit, within,
        after_value, after_id, size, skipped, others;
      return;
    end if;
    if place is not null and everything > looked_at and
        (select coalesce(sum(c.keys), 0) from head_counts c where c.workspace_id = here and c.of = place) < everything / 50 then
      execute format($query$
        with found as materialized (
          select k.id, %1$s as value
          from (select m.user_id from %6$s_members m where m.workspace_id = $1 and m.%6$s_id = %7$s offset 0) member
          join security_keys k on k.workspace_id = $1 and k.user_id = member.user_id
          where not k.binned and (k.sort_name like $2 or k.card_hash = any($16) or %8$s) %5$s
          limit 10001
        )
        select
          array(select id from found where $12 is null or (value, id) %3$s ($12::%2$s, $13)
            order by value %4$s, id %4$s limit $14 offset $15),
          (select count(*) from found)
      $query$, key, type, beyond, direction, filters, case when in_unit is not null then 'unit' else 'group' end,
        case when in_unit is not null then '$10' else '$9' end, owned)
      into ids, total
      using here, pattern, kinds, statuses, of_model, is_blocked, without_pin, unused_since, in_group, in_unit, within,
        after_value, after_id, size, skipped, cards;
      if total > 10000 then ids := null; end if;
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
    $query$, key, type, beyond, direction, filters)
    into ids, total
    using here, pattern, kinds, statuses, of_model, is_blocked, without_pin, unused_since, in_group, in_unit, within,
      after_value, after_id, size, skipped, cards;
    if total > 10000 then ids := null; end if;
  end $$;
alter function find_security_keys owner to claviger_super;

-- How many keys a workspace has, by what lists are narrowed to: the sums over what is alike. As head_counts: whoever
-- changes something adds a row with the difference, so that nobody waits for a count; the sweep adds them up.
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

-- Row by row, so that the many changes which count nothing, a use among them, cost nothing.
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

-- While a whole workspace is deleted there is nothing to be counted any more.
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

-- A key, or what opens it, that comes to somebody with administrative permissions opens nothing until its owner proves it
-- (decision 22). It is decided here, so that no way by which keys come can forget it: whoever writes says only when the
-- owner proved it.
create function has_rank(workspace uuid, person uuid) returns boolean language sql stable security definer
  set search_path = public, pg_temp
  as $$ select exists (select from administrators a where a.workspace_id = workspace and a.user_id = person)
    or exists (select from super_administrators s where s.workspace_id = workspace and s.user_id = person) $$;
alter function has_rank owner to claviger_super;

create function weigh_proof() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ declare
    -- What a badge alone could open, or another PIN than the one its owner knows
    opened_anew constant boolean := tg_op = 'INSERT' or new.user_id <> old.user_id
      or new.card_hash is distinct from old.card_hash
      -- A PIN sealed by another key of the workspace is written alone, and does not come here
      or new.pin_sealed is distinct from old.pin_sealed
      or (new.pin_due and not old.pin_due) or (old.status = 30 and new.status <> 30)
      or (coalesce(new.verification = 3, false) and old.verification is distinct from 3);
  begin
    if new.proved_at is not null and (tg_op = 'INSERT' or new.proved_at is distinct from old.proved_at) then
      new.proof_due := false;
      new.proof_counts_at := null;
    elsif opened_anew then
      new.proved_at := null;
      new.proof_due := has_rank(new.workspace_id, new.user_id);
      new.proof_counts_at := null;
    end if;
    return new;
end $$;
alter function weigh_proof owner to claviger_super;
create trigger security_keys_weigh_proof
  before insert or update of user_id, card_hash, pin_set_at, pin_due, status, verification, proved_at on security_keys
  for each row execute function weigh_proof();

-- Whoever comes to rank keeps the keys that they used; one that came from elsewhere and was never used waits.
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
