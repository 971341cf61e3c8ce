-- room: sso/saml
-- Keys and certificates with which a workspace signs its messages to SAML applications.
create table saml_keys (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  state smallint not null check (state in (1, 2)),  -- 1 signs, 2 published in the metadata, signs next
  certificate bytea not null check (length(certificate) <= 4000),
  sealed bytea not null,
  created_at timestamptz not null,
  ends_at timestamptz not null,
  warned_days smallint,  -- the last reminder to owners, in days before the certificate expires
  primary key (workspace_id, id)
);
create unique index saml_keys_one on saml_keys (workspace_id, state);
create index saml_keys_end on saml_keys (ends_at);
call guard_tenant('saml_keys');

-- Data of SAML applications that is not part of their settings.
create table saml_applications (
  workspace_id uuid not null,
  application_id uuid not null,
  new_key boolean not null default false,  -- the next key (state 2) already signs for this application
  -- New metadata that waits for approval, because nothing proves that it comes from the application
  waiting jsonb check (length(waiting::text) <= 200000),
  waiting_since timestamptz,
  read_at timestamptz,
  fault text check (length(fault) <= 300),
  primary key (workspace_id, application_id),
  foreign key (workspace_id, application_id) references applications on delete cascade
);
call guard_tenant('saml_applications');

-- Random name IDs for applications that receive no attribute of the user as a name ID: different at each application
-- and never reused.
create table saml_name_ids (
  workspace_id uuid not null,
  application_id uuid not null,
  user_id uuid not null,
  name_id text not null check (length(name_id) <= 100),
  primary key (workspace_id, application_id, user_id),
  foreign key (workspace_id, application_id) references applications on delete cascade,
  foreign key (workspace_id, user_id) references users on delete cascade
);
create unique index saml_name_ids_name on saml_name_ids (workspace_id, application_id, name_id);
create index saml_name_ids_of_user on saml_name_ids (workspace_id, user_id);
call guard_tenant('saml_name_ids', people => false);

-- Authentication requests of applications. Each is accepted once and stored while the user signs in.
create table saml_requests (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  application_id uuid not null,
  request_hash bytea not null,
  content jsonb not null check (length(content::text) <= 20000),
  created_at timestamptz not null,
  ends_at timestamptz not null,
  answered boolean not null default false,
  primary key (workspace_id, id),
  foreign key (workspace_id, application_id) references applications on delete cascade
);
create unique index saml_requests_once on saml_requests (workspace_id, application_id, request_hash);
create index saml_requests_end on saml_requests (ends_at);
call guard_tenant('saml_requests');

-- Sessions of users at applications, each with the session of this server that opened it.
create table saml_sessions (
  workspace_id uuid not null,
  id uuid not null,  -- sent to the application as SessionIndex
  session_id uuid not null,
  application_id uuid not null,
  user_id uuid not null,
  name_id text not null check (length(name_id) <= 2000),
  name_format text not null check (length(name_format) <= 100),
  created_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, application_id) references applications on delete cascade,
  foreign key (workspace_id, user_id) references users on delete cascade
);
create unique index saml_sessions_one on saml_sessions (workspace_id, session_id, application_id);
create index saml_sessions_of_name on saml_sessions (workspace_id, application_id, name_id);
create index saml_sessions_of_user on saml_sessions (workspace_id, user_id);
create index saml_sessions_end on saml_sessions (ends_at);
call guard_tenant('saml_sessions', people => false);

-- Single logout: the user's browser signs out at one application after the other.
create table saml_logouts (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  ahead jsonb not null check (length(ahead::text) <= 100000),  -- sessions that are still to be ended
  waits_for text check (length(waits_for) <= 100),             -- ID of the logout request that awaits a response
  application_id uuid,                                         -- the application that must send the response
  incomplete boolean not null default false,
  asked_by jsonb check (length(asked_by::text) <= 4000),       -- request of the application that started it
  onward bytea check (length(onward) <= 16000),                -- identity provider to continue to at the end; sealed
  ends_at timestamptz not null,
  primary key (workspace_id, id)
);
create index saml_logouts_end on saml_logouts (ends_at);
call guard_tenant('saml_logouts');
