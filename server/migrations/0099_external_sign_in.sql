-- room: access/external-sign-in
-- Sign-ins under way at another provider; nonce and proof key follow from the id.
create table external_sign_ins (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  provider_id uuid not null,
  provider_version integer not null,
  browser_hash bytea,                -- of the cookie of the browser that began; null: the provider began
  redirect_url text check (length(redirect_url) <= 2000),
  tested_by uuid,                    -- an administrator who only tries the connection
  visit uuid,                        -- the step of a visit to a card page that asks who somebody is; it opens no session
  answered_at timestamptz,           -- an answer came; a second one is refused
  identity jsonb check (length(identity::text) <= 60000),  -- what the provider told
  id_token bytea check (length(id_token) <= 4200),         -- sealed; kept where whoever signs out is signed out there
  report jsonb check (length(report::text) <= 60000),      -- what a test found
  code_hash bytea,                   -- of what the browser brings from the answer to the sign-in page
  code_expires_at timestamptz,
  completed_at timestamptz,
  pending boolean not null default false,  -- waits for the person's own way in
  created_at timestamptz not null,
  expires_at timestamptz not null,
  about uuid,                         -- the user whose identity a provider verifies; its answer is compared with this user, and then dropped
  primary key (workspace_id, id),
  foreign key (workspace_id, provider_id) references identity_providers on delete cascade
);
create index external_sign_ins_provider on external_sign_ins (workspace_id, provider_id);
create index external_sign_ins_end on external_sign_ins (expires_at);
call guard_tenant('external_sign_ins');

-- Assertions and sign-out requests that came once
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

-- Which sessions a provider opened, and what it calls them
create table external_sessions (
  workspace_id uuid not null,
  session_id uuid not null,
  provider_id uuid not null,
  user_id uuid not null,
  subject text not null check (length(subject) <= 600),
  sid text check (length(sid) <= 300),
  leave jsonb check (length(leave::text) <= 6000),  -- by what it is ended there, for whoever signs out here
  id_token bytea check (length(id_token) <= 4200),  -- sealed; shows the provider who signs out, gone when the session ends
  primary key (workspace_id, session_id),
  foreign key (workspace_id, session_id) references sessions on delete cascade
);
create index external_sessions_subject on external_sessions (workspace_id, provider_id, subject);
create index external_sessions_user on external_sessions (workspace_id, provider_id, user_id);
call guard_tenant('external_sessions');

-- A session ends with the provider that opened it, and with the connection.
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

-- What a provider said of a session proves nothing that anybody still needs once it has ended.
create function forget_id_token() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    update external_sessions set id_token = null
      where workspace_id = new.workspace_id and session_id = new.id and id_token is not null;
    return null;
end $$;
alter function forget_id_token owner to claviger_super;
create trigger sessions_forget_id_token after update of ended_at on sessions for each row
  when (old.ended_at is null and new.ended_at is not null) execute function forget_id_token();
