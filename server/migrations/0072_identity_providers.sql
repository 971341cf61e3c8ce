-- room: connect/identity-providers
-- Who signs people in for us. What is only for one protocol, and the rules about people, stand in settings.
create table identity_providers (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  protocol smallint not null check (protocol in (1, 2)),  -- 1 OpenID Connect, 2 SAML
  preset text not null check (length(preset) <= 20),
  name text not null check (length(name) between 1 and 100),
  active boolean not null default false,
  issuer text not null check (length(issuer) between 1 and 1000),  -- or the entity id
  settings jsonb not null check (length(settings::text) <= 200000),
  sealed bytea,                      -- client secret, or our private key, by the key of the workspace
  next_sealed bytea,                 -- our announced private key; its certificate stands in settings
  metadata_url text check (length(metadata_url) <= 1000),  -- where a SAML provider describes itself, read each day
  metadata_read_at timestamptz,
  metadata_fault text check (length(metadata_fault) <= 300),
  -- What it says by now, which nothing proves; without a time somebody left it as it was
  waiting jsonb check (length(waiting::text) <= 100000),
  waiting_since timestamptz,
  certificate_ends_at timestamptz,
  told_days integer,                 -- the last warning of that end that was mailed, in days before it
  own_ends_at timestamptz,           -- our own certificate towards it, the one that signs
  own_told_days integer,             -- the last warning of that end, likewise
  version integer not null default 1 check (version >= 1),
  last_used_at timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  changed_by text not null check (length(changed_by) <= 260),
  search text not null generated always as (plain(name || ' ' || issuer)) stored,
  primary key (workspace_id, id)
);
create unique index identity_providers_name on identity_providers (workspace_id, protocol, lower(name));
create index identity_providers_by_time on identity_providers (workspace_id, protocol, changed_at, id);
call guard_tenant('identity_providers');

-- Whose provider it is: the address that a provider sends people back to names nothing else. Its id is made by chance, and
-- no constraint has to see to it that no other has it
create function workspace_of_provider(provider uuid) returns uuid
  language sql stable security definer set search_path = public, pg_temp
  return (select workspace_id from identity_providers where id = provider);
alter function workspace_of_provider owner to claviger_super;
create index identity_providers_id on identity_providers (id);

-- Who somebody is there, by what never changes: sub, or tenant and object id, or a persistent name id. An address is no
-- such thing.
create table external_links (
  workspace_id uuid not null,
  provider_id uuid not null,
  subject text not null check (length(subject) between 1 and 600),
  user_id uuid not null,
  confirmed boolean not null,  -- by an own way in; without, it signs in nobody who has a role
  role_given smallint check (role_given between 2 and 6),  -- by the provider's groups, which take it away again
  linked_at timestamptz not null,
  last_used_at timestamptz,
  placed jsonb check (pg_column_size(placed) <= 8000),  -- by whom, see 0212_placed.sql
  primary key (workspace_id, provider_id, subject),
  foreign key (workspace_id, provider_id) references identity_providers on delete cascade,
  foreign key (workspace_id, user_id) references users on delete cascade
);
create unique index external_links_user on external_links (workspace_id, provider_id, user_id);
create index external_links_of_user on external_links (workspace_id, user_id);
call guard_tenant('external_links');
