-- room: connect/api-keys
create table api_keys (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  type smallint not null check (type in (0, 1, 2)),  -- 0 Admin, 1 Shared Mobile, 2 Clients
  hash bytea not null,                               -- keyed hash of the secret, which is not stored
  scopes text[],                                     -- null: everything that its type allows
  -- Sensitive actions that the key can perform although users need a fresh passkey for them
  granted text[] not null default '{}',
  addresses text[] not null default '{}',            -- networks that can use the key; empty: all
  expires_at timestamptz,
  created_at timestamptz not null,
  created_by text not null check (length(created_by) <= 260),
  -- Responsible administrator, whose permissions the key never exceeds: its creator, or an owner who took it over
  keeper_id uuid,
  -- The loss of permissions that the server last notified the owners of
  notified_loss text check (notified_loss in ('less', 'orphaned')),
  last_used_at timestamptz,
  last_used_ip text check (length(last_used_ip) <= 45),
  -- Who created it, and with which permissions; see 0212_placed.sql
  placed jsonb check (pg_column_size(placed) <= 8000),
  primary key (workspace_id, id),
  foreign key (workspace_id, keeper_id) references users
);
create index api_keys_of_keeper on api_keys (workspace_id, keeper_id) where keeper_id is not null;
create index api_keys_by_name on api_keys (workspace_id, lower(name), id);
create index api_keys_by_time on api_keys (workspace_id, created_at, id);
call guard_tenant('api_keys');

-- A key outlives its responsible administrator, but then has no permissions. The foreign key can't do this itself with
-- ON DELETE SET NULL where tables are distributed by workspace.
create function leave_kept_api_keys() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    update api_keys set keeper_id = null where workspace_id = old.workspace_id and keeper_id = old.id;
    return old;
end $$;
alter function leave_kept_api_keys owner to claviger_super;
create trigger users_leave_api_keys before delete on users for each row execute function leave_kept_api_keys();

-- The current role of the administrator responsible for a key; no row if that user is deleted, suspended, deactivated,
-- or no administrator.
create function rights_of_keeper(here uuid, keeper uuid) returns table (role smallint, additional smallint[], units_only boolean)
  language sql stable as $$
    select r.role, r.additional, r.units_only from rights_in(here, keeper) r where r.role is not null
  $$;

-- Finds an API key with its workspace and permissions in one statement; returns no row if the key was deleted or the
-- secret is wrong. It also sets the workspace of the transaction, as enter_session does for users, and the key as the
-- origin of what the transaction creates (decision 40).
create function enter_api_key(here uuid, key uuid, secret_hash bytea)
  returns table (id uuid, name text, type smallint, scopes text[], granted text[], keeper_id uuid, addresses text[], expires_at timestamptz, last_used_at timestamptz, workspace_type smallint, workspace_status smallint, role smallint, additional smallint[], units_only boolean)
  language plpgsql volatile as $$ begin
  perform set_config('app.workspace', here::text, true), set_config('app.placer', key::text, true);
  return query
    select k.id, k.name, k.type, k.scopes, k.granted, k.keeper_id, k.addresses, k.expires_at, k.last_used_at, w.type, w.status, r.role, r.additional, r.units_only
    from api_keys k join workspaces w on w.id = k.workspace_id left join lateral rights_of_keeper(here, k.keeper_id) r on true
    where k.workspace_id = here and k.id = key and k.hash = secret_hash;
end $$;

-- Stores when and from where a key was last used, at most once a minute, whichever server process is first.
create function note_api_key_use(workspace uuid, key uuid, at timestamptz, address text) returns void
  language sql security definer set search_path = public, pg_temp as $$
    update api_keys set last_used_at = at, last_used_ip = left(address, 45)
    where workspace_id = workspace and id = key and (last_used_at is null or last_used_at < at - interval '1 minute') $$;
alter function note_api_key_use owner to claviger_super;
