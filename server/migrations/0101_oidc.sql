-- room: sso/oidc
-- What the OpenID Connect provider keeps: sessions, grants, codes, what applications were given. Whoever reads the database
-- can use none of it: it is found by the SHA-256 of what its holder has.
create table oidc_items (
  workspace_id uuid not null references workspaces on delete cascade,
  kind text not null check (length(kind) <= 40),
  id bytea not null check (length(id) = 32),
  payload jsonb not null,
  other bytea check (length(other) = 32),   -- a second name: the uid of a session, the code that a person types
  grant_id text check (length(grant_id) <= 60),
  client_id text check (length(client_id) <= 300),
  user_id uuid,
  session_id uuid,                          -- of ours; nothing of it counts any more once that has ended
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

-- What ID tokens and access tokens are signed with. A key is published before it signs, and after it has signed for the
-- last time as long as anything that it signed is good.
create table oidc_keys (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  algorithm text not null check (algorithm in ('ES256', 'RS256')),
  sealed bytea not null check (length(sealed) <= 6000),  -- private JWK, by the key of the workspace
  signs_from timestamptz not null,
  signs_until timestamptz,                               -- a newer one signs since then
  created_at timestamptz not null,
  primary key (workspace_id, id)
);
create unique index oidc_keys_newest on oidc_keys (workspace_id, algorithm) where signs_until is null;
call guard_tenant('oidc_keys');

-- Which applications of others a person let know who they are, and how much.
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

-- Sessions that have ended, until the applications that know them are told (back-channel logout).
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
