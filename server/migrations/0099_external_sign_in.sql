-- room: access/external-sign-in
-- Sign-ins in progress at an external identity provider. The nonce and the PKCE verifier are derived from the ID.
create table external_sign_ins (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  provider_id uuid not null,
  provider_version integer not null,
  browser_hash bytea,                -- hash of the cookie of the browser that started it; null: IdP-initiated
  redirect_url text check (length(redirect_url) <= 2000),
  tested_by uuid,                    -- administrator who tests the connection
  visit uuid,                        -- step of a card page visit that identifies the visitor; opens no session
  answered_at timestamptz,           -- when the provider answered; a second answer is refused
  identity jsonb check (length(identity::text) <= 60000),  -- identity from the provider's answer
  id_token bytea check (length(id_token) <= 4200),         -- sealed; used for single logout at the provider
  report jsonb check (length(report::text) <= 60000),      -- result of a connection test
  code_hash bytea,                   -- of the code that the browser carries from the answer to the sign-in page
  code_expires_at timestamptz,
  completed_at timestamptz,
  pending boolean not null default false,  -- until the user confirms it with an existing sign-in method
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- The user whose identity a provider verifies. The server compares the answer with this user and doesn't store it
  about uuid,
  primary key (workspace_id, id),
  foreign key (workspace_id, provider_id) references identity_providers on delete cascade
);
create index external_sign_ins_provider on external_sign_ins (workspace_id, provider_id);
create index external_sign_ins_end on external_sign_ins (expires_at);
call guard_tenant('external_sign_ins');

-- Assertions and sign-out requests already received: each is accepted only once
create table spent_assertions (
  workspace_id uuid not null,
  provider_id uuid not null,
  assertion text not null check (length(assertion) <= 300),
  expires_at timestamptz not null,
  primary key (workspace_id, provider_id, assertion),
  foreign key (workspace_id, provider_id) references identity_providers on delete cascade
);
create index spent_assertions_end on spent_assertions (expires_at);
call guard_tenant('spent_assertions');

-- Sessions opened through a provider, with the provider's identifiers for them
create table external_sessions (
  workspace_id uuid not null,
  session_id uuid not null,
  provider_id uuid not null,
  user_id uuid not null,
  subject text not null check (length(subject) <= 600),
  sid text check (length(sid) <= 300),
  -- Data for single logout at the provider when the user signs out here
  leave jsonb check (length(leave::text) <= 6000),
  -- Sealed. Tells the provider which user signs out; deleted when the session ends
  id_token bytea check (length(id_token) <= 4200),
  primary key (workspace_id, session_id),
  foreign key (workspace_id, session_id) references sessions on delete cascade
);
create index external_sessions_subject on external_sessions (workspace_id, provider_id, subject);
create index external_sessions_user on external_sessions (workspace_id, provider_id, user_id);
call guard_tenant('external_sessions');

-- Sessions end when their provider is turned off, changes its issuer, or is deleted, and when the user's link to the
-- provider is deleted.
create function end_sessions_of_provider() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    update sessions s set ended_at = now(), ended_for = 'provider' from external_sessions e
      where e.workspace_id = old.workspace_id and e.provider_id = old.id
        and s.workspace_id = e.workspace_id and s.id = e.session_id and s.ended_at is null;
    return null;
end $$;
alter function end_sessions_of_provider owner to claviger_super;
create trigger identity_providers_end_sessions after update on identity_providers for each row
  when (old.active and not new.active or old.issuer <> new.issuer) execute function end_sessions_of_provider();
create trigger identity_providers_end_sessions_gone after delete on identity_providers
  for each row execute function end_sessions_of_provider();

create function end_sessions_of_link() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    update sessions s set ended_at = now(), ended_for = 'provider' from external_sessions e
      where e.workspace_id = old.workspace_id and e.provider_id = old.provider_id and e.user_id = old.user_id
        and s.workspace_id = e.workspace_id and s.id = e.session_id and s.ended_at is null;
    return null;
end $$;
alter function end_sessions_of_link owner to claviger_super;
create trigger external_links_end_sessions after delete on external_links
  for each row execute function end_sessions_of_link();

-- The ID token is personal data that only single logout needs, so the server deletes it when the session ends.
create function forget_id_token() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    update external_sessions set id_token = null
      where workspace_id = new.workspace_id and session_id = new.id and id_token is not null;
    return null;
end $$;
alter function forget_id_token owner to claviger_super;
create trigger sessions_forget_id_token after update of ended_at on sessions for each row
  when (old.ended_at is null and new.ended_at is not null) execute function forget_id_token();
