-- room: billing/licenses
-- One row per workspace while BILLING is on. Without a row, keys are neither limited nor counted. `used` is the number
-- of keys that hold a license: all except pending, deleted, and waiting ones. It is maintained only while there is a
-- limit: a transaction that activates a key then locks the row, so that only one transaction can take the last license.
create table license_pools (
  workspace_id uuid primary key references workspaces on delete cascade,
  key_limit integer check (key_limit >= 0),
  limited_by text check (limited_by in ('trial', 'no-payment-method', 'fixed-prepaid', 'key-limit')),
  used integer not null default 0 check (used >= 0),
  warned smallint not null default 0 check (warned in (0, 80, 95, 100)),  -- highest percentage that an email announced
  check ((key_limit is null) = (limited_by is null))
);
call guard_tenant('license_pools');

-- Keys that became active while no license was free, in a transaction with app.license_waits (for example of a
-- workflow) or because a deleted user was restored. Their users have needs_license set, and status 41.
create table license_waits (
  workspace_id uuid not null references workspaces on delete cascade,
  key_id uuid not null,           -- no foreign key: the trigger of security_keys removes the row
  user_id uuid not null,
  since timestamptz not null,
  primary key (workspace_id, key_id)
);
create index license_waits_by_time on license_waits (workspace_id, since, key_id);
create index license_waits_of_user on license_waits (workspace_id, user_id);
call guard_tenant('license_waits');

-- Changes of the number of keys over time. Billing computes the highest number of each day from it, even for days on
-- which no job ran.
create table key_ledger (
  workspace_id uuid not null references workspaces on delete cascade,
  id bigint not null generated always as identity,
  at timestamptz not null,
  keys integer not null,
  primary key (workspace_id, at, id)
);
call guard_tenant('key_ledger');

-- Keeps the ledger in order of time: an entry is never older than the newest one, even if a server's clock is behind.
create function note_keys(workspace uuid, moment timestamptz, difference integer) returns void language sql
  security definer set search_path = public, pg_temp as $$
    insert into key_ledger (workspace_id, at, keys)
      select workspace, greatest(now(), moment, (select max(l.at) from key_ledger l where l.workspace_id = workspace)), difference $$;
alter function note_keys owner to claviger_super;

create function keys_in_use(workspace uuid) returns integer language sql stable security definer
  set search_path = public, pg_temp as $$
    select count(*)::integer from security_keys k where k.workspace_id = workspace and k.status in (20, 40) and not k.binned $$;
alter function keys_in_use owner to claviger_super;

-- Gives free licenses to the keys that have waited longest. The callers have already locked the row of the pool.
create function hand_out_licenses(workspace uuid) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$ declare
    pool license_pools;
    wait license_waits;
  begin
    select * into pool from license_pools p where p.workspace_id = workspace for update;
    for wait in select * from license_waits w where w.workspace_id = workspace order by w.since, w.key_id loop
      exit when pool.used >= pool.key_limit;
      delete from license_waits w where w.workspace_id = workspace and w.key_id = wait.key_id;
      pool.used := pool.used + 1;
      update users u set needs_license = false where u.workspace_id = workspace and u.id = wait.user_id and u.needs_license
        and not exists (select from license_waits w where w.workspace_id = workspace and w.user_id = wait.user_id);
    end loop;
    update license_pools p set used = pool.used where p.workspace_id = workspace and p.used <> pool.used;
end $$;
alter function hand_out_licenses owner to claviger_super;

-- Takes a license for a key that becomes active or suspended, or is restored with its user. Above the limit the change
-- is refused. In a transaction with app.license_waits, or on restore, the key waits for a license instead.
create function use_license(workspace uuid, key uuid, person uuid, at timestamptz, waits boolean) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$ declare pool license_pools;
  begin
    select * into pool from license_pools p where p.workspace_id = workspace;
    if not found then return; end if;
    perform note_keys(workspace, at, 1);
    if pool.key_limit is null then return; end if;
    select * into pool from license_pools p where p.workspace_id = workspace for update;
    if pool.key_limit is null then return; end if;
    if pool.used < pool.key_limit then
      update license_pools p set used = used + 1 where p.workspace_id = workspace;
    elsif waits or coalesce(current_setting('app.license_waits', true), '') = 'true' then
      insert into license_waits (workspace_id, key_id, user_id, since) values (workspace, key, person, now());
      update users u set needs_license = true where u.workspace_id = workspace and u.id = person and not u.needs_license;
    else
      raise exception 'no license is free' using errcode = '23514', constraint = 'license_pools_limit';
    end if;
end $$;
alter function use_license owner to claviger_super;

create function free_license(workspace uuid, key uuid, person uuid, at timestamptz) returns void language plpgsql
  security definer set search_path = public, pg_temp as $$ declare pool license_pools;
  begin
    select * into pool from license_pools p where p.workspace_id = workspace;
    if not found then return; end if;
    perform note_keys(workspace, at, -1);
    if pool.key_limit is null then return; end if;
    select * into pool from license_pools p where p.workspace_id = workspace for update;
    delete from license_waits w where w.workspace_id = workspace and w.key_id = key;
    if found then
      update users u set needs_license = false where u.workspace_id = workspace and u.id = person and u.needs_license
        and not exists (select from license_waits w where w.workspace_id = workspace and w.user_id = person);
      return;
    end if;
    update license_pools p set used = greatest(used - 1, 0) where p.workspace_id = workspace;
    perform hand_out_licenses(workspace);
end $$;
alter function free_license owner to claviger_super;

create function follow_licenses() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    if tg_op = 'DELETE' then
      perform free_license(old.workspace_id, old.id, old.user_id, old.changed_at);
    elsif tg_op = 'INSERT' then
      perform use_license(new.workspace_id, new.id, new.user_id, new.changed_at, false);
    elsif new.status in (20, 40) and not new.binned then
      perform use_license(new.workspace_id, new.id, new.user_id, new.changed_at, old.binned);
    else
      perform free_license(new.workspace_id, new.id, new.user_id, new.changed_at);
    end if;
    return null;
end $$;
alter function follow_licenses owner to claviger_super;
create trigger security_keys_use_license after insert on security_keys
  for each row when (new.status in (20, 40) and not new.binned) execute function follow_licenses();
create trigger security_keys_change_license after update of status, binned on security_keys
  for each row when ((old.status in (20, 40) and not old.binned) is distinct from (new.status in (20, 40) and not new.binned))
  execute function follow_licenses();
create trigger security_keys_free_license after delete on security_keys
  for each row when (old.status in (20, 40) and not old.binned) execute function follow_licenses();

-- Called when billing is turned off: removes all counts and limits, so that no key waits for a license.
create function end_licenses() returns void language plpgsql security definer set search_path = public, pg_temp as $$ begin
  update users u set needs_license = false where u.needs_license
    and exists (select from license_waits w where w.workspace_id = u.workspace_id and w.user_id = u.id);
  delete from license_waits;
  delete from key_ledger;
  delete from license_pools;
end $$;
alter function end_licenses owner to claviger_super;
revoke execute on function end_licenses from public;
grant execute on function end_licenses to claviger_super;

-- Merges ledger entries before a day into one per workspace. Handles at most `most` workspaces, because a statement
-- times out after 30 seconds. Returns how many it merged.
create function fold_key_ledger(day date, most integer) returns integer language sql security definer
  set search_path = public, pg_temp as $$
  with gone as (
    delete from key_ledger k where k.at < day::timestamp at time zone 'UTC' and k.workspace_id = any(array(
      select l.workspace_id from key_ledger l where l.at < day::timestamp at time zone 'UTC'
      group by l.workspace_id having count(*) > 1 order by l.workspace_id limit most))
    returning k.workspace_id, k.at, k.keys),
  folded as (
    insert into key_ledger (workspace_id, at, keys)
      select g.workspace_id, max(g.at), sum(g.keys)::integer from gone g group by g.workspace_id returning 1)
  select count(*)::integer from folded $$;
alter function fold_key_ledger owner to claviger_super;
revoke execute on function fold_key_ledger from public;
grant execute on function fold_key_ledger to claviger_super;

-- Sets the limit of a workspace and recounts its keys, which also corrects a wrong count.
create function set_license_limit(workspace uuid, most integer, reason text, moment timestamptz) returns void language plpgsql
  security definer set search_path = public, pg_temp as $$ begin
    insert into license_pools (workspace_id) values (workspace) on conflict do nothing;
    if found and not exists (select from key_ledger l where l.workspace_id = workspace) then
      insert into key_ledger (workspace_id, at, keys) values (workspace, moment, keys_in_use(workspace));
    end if;
    perform from license_pools p where p.workspace_id = workspace for update;
    update license_pools p set key_limit = most, limited_by = reason,
      used = case when most is null then 0
        else keys_in_use(workspace) - (select count(*) from license_waits w where w.workspace_id = workspace) end
      where p.workspace_id = workspace;
    if most is null then
      delete from license_waits w where w.workspace_id = workspace;
      update users u set needs_license = false where u.workspace_id = workspace and u.needs_license;
    else
      perform hand_out_licenses(workspace);
    end if;
end $$;
alter function set_license_limit owner to claviger_super;
