-- room: directories/scim
-- What SCIM clients prove themselves by; a connection has two while one takes the place of the other.
create table scim_tokens (
  workspace_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  hash bytea not null,                               -- keyed hash of the secret; the text itself is kept nowhere
  expires_at timestamptz,
  created_at timestamptz not null,
  created_by text not null check (length(created_by) <= 260),
  last_used_at timestamptz,
  last_used_ip text check (length(last_used_ip) <= 45),
  primary key (workspace_id, id),
  foreign key (workspace_id, connection_id) references directory_connections on delete cascade
);
create index scim_tokens_of_connection on scim_tokens (workspace_id, connection_id);
call guard_tenant('scim_tokens');

-- What each client says of its people and groups, in its own words; what is mapped from it stands with the users.
create table scim_resources (
  workspace_id uuid not null,
  connection_id uuid not null,
  what text not null check (what in ('user', 'group')),
  id uuid not null,                                  -- of users or groups
  anchor text not null check (length(anchor) between 1 and 256),  -- of directory_links
  external_id text check (length(external_id) <= 1024),
  name_key text collate "C" not null,                -- userName or displayName in small letters
  active boolean not null default true,
  doc jsonb not null check (pg_column_size(doc) <= 100000),
  emails text[] not null default '{}',               -- in small letters
  version integer not null default 1,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  gone_at timestamptz,                               -- deleted there; until it is forgotten here it can come back
  binned boolean not null default false,             -- gone because it was deleted here
  primary key (workspace_id, connection_id, what, id),
  foreign key (workspace_id, connection_id, what, anchor) references directory_links on delete cascade
);
-- A page far behind, which clients ask for by its number
create index scim_resources_there on scim_resources (workspace_id, connection_id, what, id) where gone_at is null;
create unique index scim_resources_anchor on scim_resources (workspace_id, connection_id, what, anchor);
create unique index scim_resources_name on scim_resources (workspace_id, connection_id, what, name_key) include (id) where gone_at is null;
create unique index scim_resources_external on scim_resources (workspace_id, connection_id, what, external_id) include (id)
  where gone_at is null and external_id is not null;
create index scim_resources_gone on scim_resources (workspace_id, connection_id, what, name_key) where gone_at is not null;
create index scim_resources_emails on scim_resources using gin (workspace_id, emails) where gone_at is null and emails <> '{}';
create index scim_resources_modified on scim_resources (workspace_id, connection_id, what, modified_at, id) where gone_at is null;
call guard_tenant('scim_resources');

-- Whoever is in the bin here is not there for a client either, and comes back with its restoration.
create function scim_follows_bin() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    update scim_resources r set gone_at = new.deleted_at, binned = new.deleted_at is not null
    from directory_links l
    where l.workspace_id = new.workspace_id and l.what = 'user' and l.local_id = new.id
      and r.workspace_id = l.workspace_id and r.connection_id = l.connection_id and r.what = 'user' and r.id = new.id
      and (case when new.deleted_at is null then r.binned and not exists (
          select from scim_resources o where o.workspace_id = r.workspace_id and o.connection_id = r.connection_id
            and o.what = 'user' and o.name_key = r.name_key and o.gone_at is null)
        else r.gone_at is null end);
    return null;
end $$;
alter function scim_follows_bin owner to claviger_super;
create trigger users_bin_for_scim after update of deleted_at on users
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function scim_follows_bin();

-- Numbers and first PINs of cards that came along; sealed, and the PIN forgotten once it was used.
create table scim_cards (
  workspace_id uuid not null,
  id uuid not null,                                  -- of the user
  sealed bytea not null check (length(sealed) <= 2000),
  kept_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, id) references users on delete cascade
);
call guard_tenant('scim_cards');

-- How many people a client suspended or deleted within the hour, what was kept back, and until when an owner lets all through.
create table scim_leavings (
  workspace_id uuid not null,
  connection_id uuid not null,
  since timestamptz not null,
  let_through integer not null default 0,
  held integer not null default 0,
  told_at timestamptz,
  free_until timestamptz,
  primary key (workspace_id, connection_id),
  foreign key (workspace_id, connection_id) references directory_connections on delete cascade
);
call guard_tenant('scim_leavings');

-- The recorder: each request and its answer; what is secret was masked before.
create table scim_records (
  workspace_id uuid not null,
  id uuid not null,                                  -- ids made later sort later
  connection_id uuid not null,
  at timestamptz not null,
  method text not null check (length(method) <= 10),
  path text not null check (length(path) <= 4000),
  status smallint not null,
  took integer not null,                             -- milliseconds
  about uuid,                                        -- the user or group
  name text not null default '' check (length(name) <= 200),
  request text check (length(request) <= 20000),
  answer text check (length(answer) <= 20000),
  told jsonb not null check (pg_column_size(told) <= 20000),  -- what was done and why
  ip text not null check (length(ip) <= 45),
  primary key (workspace_id, id),
  foreign key (workspace_id, connection_id) references directory_connections on delete cascade
);
create index scim_records_of_connection on scim_records (workspace_id, connection_id, at, id);
create index scim_records_by_time on scim_records (at);
call guard_tenant('scim_records');

-- What is behind a token, in one look; empty when it was withdrawn or the secret is not its own. Sets the workspace, as
-- enter_api_key does.
create function enter_scim(here uuid, token uuid, secret_hash bytea)
  returns table (token_id uuid, expires_at timestamptz, last_used_at timestamptz, connection_id uuid, name text, active boolean,
    version integer, state text, addresses jsonb, workspace_status smallint)
  language plpgsql volatile as $$ begin
  perform set_config('app.workspace', here::text, true);
  return query
    select t.id, t.expires_at, t.last_used_at, c.id, c.name, c.active, c.version, c.connection, c.settings -> 'addresses', w.status
    from scim_tokens t
    join directory_connections c on c.workspace_id = t.workspace_id and c.id = t.connection_id
    join workspaces w on w.id = t.workspace_id
    where t.workspace_id = here and t.id = token and t.hash = secret_hash;
end $$;

-- Notes when and from where a token was used; of several processes one writes, at most once a minute.
create function note_scim_use(workspace uuid, token uuid, at timestamptz, address text) returns void
  language sql security definer set search_path = public, pg_temp as $$
    update scim_tokens set last_used_at = at, last_used_ip = left(address, 45)
    where workspace_id = workspace and id = token and (last_used_at is null or last_used_at < at - interval '1 minute') $$;
alter function note_scim_use owner to claviger_super;

-- Whom a client knows by a mail address. Under row-level security the index of addresses could not be used, so this looks
-- past it, into the workspace that is set only.
create function scim_by_email(connection uuid, address text) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
    select id from scim_resources
    where workspace_id = current_workspace() and connection_id = connection and gone_at is null
      and emails <> '{}' and emails @> array[address] $$;
alter function scim_by_email owner to claviger_super;
