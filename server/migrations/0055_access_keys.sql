-- room: keys/access-keys
-- Programs that read cards and send requests for them. A Clients API key registers each one, except the server's own
-- program for its sign-in page, whose ID is the ID of the workspace.
create table reader_apps (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  computer_id text not null check (length(computer_id) between 1 and 100),  -- computer name that the program reports
  hash bytea not null check (length(hash) = 32),  -- keyed hash of the secret; the secret is not stored
  platform text not null check (length(platform) <= 60),
  client text not null check (length(client) <= 60),
  version text not null check (length(version) <= 60),
  finger_model text check (length(finger_model) between 1 and 100),  -- model of the fingerprint reader, if there is one
  finger_key bytea check (length(finger_key) <= 150),  -- SPKI of the key that signs fingerprint readings
  api_key_id uuid not null,                       -- no foreign key: a program outlives the key that registered it
  api_key_name text not null check (length(api_key_name) <= 100),
  created_at timestamptz not null,
  last_used_at timestamptz,                       -- updated at most every 15 minutes
  primary key (workspace_id, id),
  check ((finger_model is null) = (finger_key is null))
);
create index reader_apps_by_name on reader_apps (workspace_id, lower(name), id);
create index reader_apps_by_time on reader_apps (workspace_id, created_at, id);
call guard_tenant('reader_apps');
