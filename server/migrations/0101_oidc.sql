-- room: sso/oidc
-- Records of the OpenID Connect provider: sessions, grants, codes, and tokens. A reader of the database can't use them,
-- because they are stored under the SHA-256 of the value that the browser or application holds.
create table oidc_items (
  workspace_id uuid not null references workspaces on delete cascade,
  kind text not null check (length(kind) <= 40),
  id bytea not null check (length(id) = 32),
  payload jsonb not null,
  other bytea check (length(other) = 32),   -- hash of a second key: uid of a session, or user code of the device flow
  grant_id text check (length(grant_id) <= 60),
  client_id text check (length(client_id) <= 300),
  user_id uuid,
  session_id uuid,                          -- from sessions; the record is invalid once that session has ended
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (workspace_id, kind, id)
) with (fillfactor = 90);
create index oidc_items_other on oidc_items (workspace_id, kind, other) where other is not null;
create index oidc_items_of_grant on oidc_items (workspace_id, grant_id) where grant_id is not null;
create index oidc_items_of_session on oidc_items (workspace_id, session_id) where session_id is not null;
create index oidc_items_of_user on oidc_items (workspace_id, user_id) where user_id is not null;
create index oidc_items_expiry on oidc_items using brin (expires_at) with (pages_per_range = 16, autosummarize = on);
call guard_tenant('oidc_items');

-- Signing keys of ID tokens and access tokens. A key is published before it first signs, and stays published until the
-- last token that it signed has expired.
create table oidc_keys (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  algorithm text not null check (algorithm in ('ES256', 'RS256')),
  sealed bytea not null check (length(sealed) <= 6000),  -- private JWK, sealed with the workspace's key
  signs_from timestamptz not null,
  signs_until timestamptz,                               -- since then a newer key signs
  created_at timestamptz not null,
  primary key (workspace_id, id)
);
create unique index oidc_keys_newest on oidc_keys (workspace_id, algorithm) where signs_until is null;
call guard_tenant('oidc_keys');

-- Scopes to which a user consented, per third-party application.
create table oidc_consents (
  workspace_id uuid not null,
  user_id uuid not null,
  application_id uuid not null,
  scopes text[] not null check (cardinality(scopes) <= 50),
  given_at timestamptz not null,
  primary key (workspace_id, user_id, application_id),
  foreign key (workspace_id, user_id) references users on delete cascade,
  foreign key (workspace_id, application_id) references applications on delete cascade
);
create index oidc_consents_of_application on oidc_consents (workspace_id, application_id);
call guard_tenant('oidc_consents');

-- Queue of ended sessions whose applications still need a back-channel logout notification.
create table oidc_endings (
  workspace_id uuid not null references workspaces on delete cascade,
  session_id uuid not null,
  ended_at timestamptz not null default now(),
  primary key (workspace_id, session_id)
);
call guard_tenant('oidc_endings');

create function note_oidc_ending() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    insert into oidc_endings (workspace_id, session_id)
      select new.workspace_id, new.id where exists (
        select from oidc_items i where i.workspace_id = new.workspace_id and i.session_id = new.id and i.kind = 'Session')
      on conflict do nothing;
    return null;
end $$;
alter function note_oidc_ending owner to claviger_super;
create trigger sessions_note_oidc_ending after update of ended_at on sessions
  for each row when (old.ended_at is null and new.ended_at is not null) execute function note_oidc_ending();
