-- room: tenancy/workspaces
create table workspaces (
  id uuid primary key,
  slug text not null check (slug ~ '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$' and length(slug) between 3 and 63),
  name text not null check (length(name) between 1 and 100),
  -- 1 business, 2 individual, 3 partner, 11 company, 12 school
  type smallint not null check (type in (1, 2, 3, 11, 12)),
  status smallint not null default 1 check (status in (0, 1, 2)), -- 0 disabled, 1 active, 2 warning
  installation boolean not null default false,  -- the single workspace that super administrators belong to
  demo boolean not null default false,
  country text check (length(country) = 2),
  province text check (length(province) <= 100),
  city text check (length(city) <= 100),
  address text check (length(address) <= 300),
  postal_code text check (length(postal_code) <= 9),
  language text not null default 'en' check (language ~ '^[a-z]{2}$'),  -- of emails to users who chose no language
  time_zone text not null default 'UTC' check (length(time_zone) <= 64),
  referrer text check (length(referrer) <= 100),
  trial_end_date date,
  onboarded_at timestamptz,
  sealed_key bytea not null,   -- key of the workspace, encrypted with the master key
  key_rotated_at timestamptz,  -- last key rotation; old keys stay until no value is sealed with them
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Set by super administrators
  partner_id uuid,  -- no foreign key: a workspace outlives its partner
  special boolean not null default false,
  special_config jsonb not null default '{}' check (length(special_config::text) <= 4000),
  -- The list of all workspaces sorts and filters by these numbers. The server refreshes them every few minutes, so that
  -- the list never has to count rows.
  user_count integer not null default 0,
  key_count integer not null default 0,
  last_used_at timestamptz not null default '-infinity'
);
create unique index workspaces_one_installation on workspaces (installation) where installation;
create index workspaces_by_name on workspaces (lower(name), id);
create index workspaces_by_time on workspaces (created_at, id);
create index workspaces_search on workspaces using gin (plain(name || ' ' || slug) gin_trgm_ops);
create index workspaces_by_partner on workspaces (partner_id, lower(name), id) where partner_id is not null;
create index workspaces_by_type on workspaces (type, lower(name), id);
create index workspaces_by_status on workspaces (status, lower(name), id);
create index workspaces_by_trial on workspaces ((coalesce(trial_end_date, 'infinity')::timestamp at time zone 'utc'), id);
create index workspaces_special on workspaces (lower(name), id) where special;
create index workspaces_by_users on workspaces (user_count, id);
create index workspaces_by_keys on workspaces (key_count, id);
create index workspaces_by_use on workspaces (last_used_at, id);
call guard_tenant('workspaces', 'id');

-- Maps a slug to its workspace. Globally unique values have a small table of their own, so that this table can stay in
-- one database if workspaces are spread over several. A trigger writes the row together with the workspace.
create table workspace_slugs (
  slug text not null,
  workspace_id uuid not null references workspaces on delete cascade,
  constraint workspaces_slug primary key (slug),
  constraint workspace_slugs_one unique (workspace_id)
);
call guard_tenant('workspace_slugs');
revoke insert, update, delete on workspace_slugs from claviger_app, claviger_unit;

create function keep_workspace_slug() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    insert into workspace_slugs (slug, workspace_id) values (new.slug, new.id)
      on conflict (workspace_id) do update set slug = excluded.slug;
    return null;
end $$;
alter function keep_workspace_slug owner to claviger_super;
create trigger workspaces_keep_slug after insert or update of slug on workspaces
  for each row execute function keep_workspace_slug();

create table workspace_icons (
  workspace_id uuid primary key references workspaces on delete cascade,
  media_type text not null check (media_type in ('image/png', 'image/jpeg')),
  bytes bytea not null check (length(bytes) < 1048576),
  digest text not null check (length(digest) <= 32)
);
call guard_tenant('workspace_icons');
