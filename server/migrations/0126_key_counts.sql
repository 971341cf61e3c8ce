-- room: keys/security-keys
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

insert into key_counts (workspace_id, kind, status, aaguid, blocked, pinless, keys)
  select workspace_id, kind, status, aaguid, blocked_at is not null, coalesce(verification = 3, false), count(*)
  from security_keys where not binned group by 1, 2, 3, 4, 5, 6;

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
