-- room: keys/access-keys
-- Programs that read cards and ask the server in their name. Each was registered with a Clients API key.
create table reader_apps (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  computer_id text not null check (length(computer_id) between 1 and 100),  -- as the program calls the computer it runs on
  hash bytea not null check (length(hash) = 32),  -- keyed hash of the secret in its text; the text is kept nowhere
  platform text not null check (length(platform) <= 60),
  client text not null check (length(client) <= 60),
  version text not null check (length(version) <= 60),
  finger_model text check (length(finger_model) between 1 and 100),  -- of its fingerprint reader, where it has one
  finger_key bytea check (length(finger_key) <= 150),  -- SPKI of the key by which it signs what that reader sees
  api_key_id uuid not null,                       -- no foreign key: a program outlives the key that registered it
  api_key_name text not null check (length(api_key_name) <= 100),
  created_at timestamptz not null,
  last_used_at timestamptz,                       -- to the quarter of an hour
  primary key (workspace_id, id),
  check ((finger_model is null) = (finger_key is null))
);
create index reader_apps_by_name on reader_apps (workspace_id, lower(name), id);
create index reader_apps_by_time on reader_apps (workspace_id, created_at, id);
call guard_tenant('reader_apps');
