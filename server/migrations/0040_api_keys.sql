-- room: connect/api-keys
create table api_keys (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  type smallint not null check (type in (0, 1, 2)),  -- 0 Admin, 1 Shared Mobile, 2 Clients
  hash bytea not null,                               -- keyed hash of the secret; the text itself is kept nowhere
  scopes text[],                                     -- null: everything that its type may do
  addresses text[] not null default '{}',            -- networks it may be used from; empty: from everywhere
  expires_at timestamptz,
  created_at timestamptz not null,
  created_by text not null check (length(created_by) <= 260),
  last_used_at timestamptz,
  last_used_ip text check (length(last_used_ip) <= 45),
  primary key (workspace_id, id)
);
create index api_keys_by_name on api_keys (workspace_id, lower(name), id);
create index api_keys_by_time on api_keys (workspace_id, created_at, id);
call guard_tenant('api_keys');

-- What is behind an API key, in one look; empty when it was deleted or the secret is not its own. Sets the workspace, as
-- enter_session does for people.
create function enter_api_key(here uuid, key uuid, secret_hash bytea, until_commit boolean)
  returns table (id uuid, name text, type smallint, scopes text[], addresses text[], expires_at timestamptz, last_used_at timestamptz, workspace_type smallint, workspace_status smallint)
  language plpgsql volatile as $$ begin
  perform set_config('app.workspace', here::text, until_commit);
  return query
    select k.id, k.name, k.type, k.scopes, k.addresses, k.expires_at, k.last_used_at, w.type, w.status
    from api_keys k join workspaces w on w.id = k.workspace_id
    where k.workspace_id = here and k.id = key and k.hash = secret_hash;
end $$;

-- Notes when and from where a key was used; of several processes one writes, at most once a minute.
create function note_api_key_use(workspace uuid, key uuid, at timestamptz, address text) returns void
  language sql security definer set search_path = public, pg_temp as $$
    update api_keys set last_used_at = at, last_used_ip = left(address, 45)
    where workspace_id = workspace and id = key and (last_used_at is null or last_used_at < at - interval '1 minute') $$;
alter function note_api_key_use owner to claviger_super;
