-- room: sso/saml
-- The keys by which a workspace signs what it says of its people to SAML applications, with their certificates.
create table saml_keys (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  state smallint not null check (state in (1, 2)),  -- 1 signs, 2 is announced and will sign
  certificate bytea not null check (length(certificate) <= 4000),
  sealed bytea not null,
  created_at timestamptz not null,
  ends_at timestamptz not null,
  warned_days smallint,  -- so many days before its end owners were told last
  primary key (workspace_id, id)
);
create unique index saml_keys_one on saml_keys (workspace_id, state);
create index saml_keys_end on saml_keys (ends_at);
call guard_tenant('saml_keys');

-- What is kept of an application beside its settings.
create table saml_applications (
  workspace_id uuid not null,
  application_id uuid not null,
  new_key boolean not null default false,  -- the announced key signs for it already
  -- Metadata that waits until an owner agrees, for nothing proves that it comes from the application
  waiting jsonb check (length(waiting::text) <= 200000),
  waiting_since timestamptz,
  read_at timestamptz,
  fault text check (length(fault) <= 300),
  primary key (workspace_id, application_id),
  foreign key (workspace_id, application_id) references applications on delete cascade
);
call guard_tenant('saml_applications');

-- By what an application knows a person whom it is told no name of: at each application another one, and never given again.
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

-- Requests of applications: each is taken once, and waits here while somebody signs in.
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

-- Who is signed in at which application, and by which session of ours.
create table saml_sessions (
  workspace_id uuid not null,
  id uuid not null,  -- the application knows it as SessionIndex
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

-- Signing out at one application after the other, by the browser of the person.
create table saml_logouts (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  ahead jsonb not null check (length(ahead::text) <= 100000),  -- sessions that are still to be ended
  waits_for text check (length(waits_for) <= 100),             -- the request whose answer is awaited
  application_id uuid,                                         -- and by whom
  incomplete boolean not null default false,
  asked_by jsonb check (length(asked_by::text) <= 4000),       -- the request that it began with
  onward bytea check (length(onward) <= 16000),                -- the provider that the person came from, at the end; sealed
  ends_at timestamptz not null,
  primary key (workspace_id, id)
);
create index saml_logouts_end on saml_logouts (ends_at);
call guard_tenant('saml_logouts');
