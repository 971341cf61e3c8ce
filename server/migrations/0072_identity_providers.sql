-- room: connect/identity-providers
-- External identity providers that users can sign in with. The settings column holds what is specific to one protocol
-- and the rules for linking users.
create table identity_providers (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  protocol smallint not null check (protocol in (1, 2)),  -- 1 OpenID Connect, 2 SAML
  preset text not null check (length(preset) <= 20),
  name text not null check (length(name) between 1 and 100),
  active boolean not null default false,
  issuer text not null check (length(issuer) between 1 and 1000),  -- entity ID for SAML
  settings jsonb not null check (length(settings::text) <= 200000),
  sealed bytea,                      -- client secret or our private key, sealed with the workspace's key
  next_sealed bytea,                 -- our next private key, already announced; its certificate is in settings
  metadata_url text check (length(metadata_url) <= 1000),  -- SAML metadata, read daily
  metadata_read_at timestamptz,
  metadata_fault text check (length(metadata_fault) <= 300),
  -- Changed metadata without a valid signature waits for an administrator; null in waiting_since: dismissed
  waiting jsonb check (length(waiting::text) <= 100000),
  waiting_since timestamptz,
  certificate_ends_at timestamptz,
  told_days integer,                 -- last expiry warning that was emailed, in days before the expiry
  own_ends_at timestamptz,           -- expiry of our signing certificate for this provider
  own_told_days integer,             -- last expiry warning for our certificate, in days before the expiry
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

-- The workspace of a provider: the redirect address that a provider uses contains only the provider's ID. The ID is a
-- random UUID, so the index needs no unique constraint across workspaces.
create function workspace_of_provider(provider uuid) returns uuid
  language sql stable security definer set search_path = public, pg_temp
  return (select workspace_id from identity_providers where id = provider);
alter function workspace_of_provider owner to claviger_super;
create index identity_providers_id on identity_providers (id);

-- Links an account at a provider to a user by an identifier that never changes: sub, tenant and object ID, or a
-- persistent name ID. An email address can change owners, so it is no such identifier.
create table external_links (
  workspace_id uuid not null,
  provider_id uuid not null,
  subject text not null check (length(subject) between 1 and 600),
  user_id uuid not null,
  -- The user confirmed the link with their own sign-in method. Without it, the provider can't sign in a user who has a
  -- role, unless the provider's groups gave that role
  confirmed boolean not null,
  role_given smallint check (role_given between 2 and 6),  -- role from the provider's groups; leaving them removes it
  linked_at timestamptz not null,
  last_used_at timestamptz,
  placed jsonb check (pg_column_size(placed) <= 8000),  -- who added it, see 0212_placed.sql
  primary key (workspace_id, provider_id, subject),
  foreign key (workspace_id, provider_id) references identity_providers on delete cascade,
  foreign key (workspace_id, user_id) references users on delete cascade
);
create unique index external_links_user on external_links (workspace_id, provider_id, user_id);
create index external_links_of_user on external_links (workspace_id, user_id);
call guard_tenant('external_links');
