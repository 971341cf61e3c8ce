-- room: connect/api-keys
create table api_keys (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  type smallint not null check (type in (0, 1, 2)),  -- 0 Admin, 1 Shared Mobile, 2 Clients
  hash bytea not null,                               -- keyed hash of the secret; the text itself is kept nowhere
  scopes text[],                                     -- null: everything that its type may do
  granted text[] not null default '{}',              -- what it may do though it asks people for a fresh passkey
  addresses text[] not null default '{}',            -- networks it may be used from; empty: from everywhere
  expires_at timestamptz,
  created_at timestamptz not null,
  created_by text not null check (length(created_by) <= 260),
  keeper_id uuid,                                    -- whose rights it never exceeds: its maker, or the owner who took it over
  notified_loss text check (notified_loss in ('less', 'orphaned')),  -- what the owners were told of it
  last_used_at timestamptz,
  last_used_ip text check (length(last_used_ip) <= 45),
  placed jsonb check (pg_column_size(placed) <= 8000),  -- by whom, see 0212_placed.sql
  primary key (workspace_id, id),
  foreign key (workspace_id, keeper_id) references users
);
create index api_keys_of_keeper on api_keys (workspace_id, keeper_id) where keeper_id is not null;
create index api_keys_by_name on api_keys (workspace_id, lower(name), id);
create index api_keys_by_time on api_keys (workspace_id, created_at, id);
call guard_tenant('api_keys');

-- A key outlives its keeper, and may do nothing then. What the foreign key could do itself (set null) it cannot where
-- tables are spread by workspace.
create function leave_kept_api_keys() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    update api_keys set keeper_id = null where workspace_id = old.workspace_id and keeper_id = old.id;
    return old;
end $$;
alter function leave_kept_api_keys owner to claviger_super;
create trigger users_leave_api_keys before delete on users for each row execute function leave_kept_api_keys();

-- What the keeper of a key holds now; no row where that person is gone, shut out, or no administrator. The user is found
-- by the whole key and judged afterwards, as enter_session does.
create function rights_of_keeper(here uuid, keeper uuid) returns table (role smallint, additional smallint[], units_only boolean)
  language sql stable as $$
    select a.role, a.additional, a.type = 2
    from (select * from users where users.workspace_id = here and users.id = keeper offset 0) u
    join administrators a on a.workspace_id = here and a.user_id = keeper
    where u.deleted_at is null and u.suspended_at is null and u.deactivated_at is null
  $$;

-- What is behind an API key, in one look; empty when it was deleted or the secret is not its own. Sets the workspace, as
-- enter_session does for people.
create function enter_api_key(here uuid, key uuid, secret_hash bytea)
  returns table (id uuid, name text, type smallint, scopes text[], granted text[], keeper_id uuid, addresses text[], expires_at timestamptz, last_used_at timestamptz, workspace_type smallint, workspace_status smallint, role smallint, additional smallint[], units_only boolean)
  language plpgsql volatile as $$ begin
  perform set_config('app.workspace', here::text, true), set_config('app.placer', key::text, true);
  return query
    select k.id, k.name, k.type, k.scopes, k.granted, k.keeper_id, k.addresses, k.expires_at, k.last_used_at, w.type, w.status, r.role, r.additional, r.units_only
    from api_keys k join workspaces w on w.id = k.workspace_id left join lateral rights_of_keeper(here, k.keeper_id) r on true
    where k.workspace_id = here and k.id = key and k.hash = secret_hash;
end $$;

-- Notes when and from where a key was used; of several processes one writes, at most once a minute.
create function note_api_key_use(workspace uuid, key uuid, at timestamptz, address text) returns void
  language sql security definer set search_path = public, pg_temp as $$
    update api_keys set last_used_at = at, last_used_ip = left(address, 45)
    where workspace_id = workspace and id = key and (last_used_at is null or last_used_at < at - interval '1 minute') $$;
alter function note_api_key_use owner to claviger_super;
