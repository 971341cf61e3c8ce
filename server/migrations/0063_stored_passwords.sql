-- room: keys/stored-passwords
-- Passwords that the agent or browser extension fills in for a user, sealed with the key of the workspace.
create table stored_passwords (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  -- 0 domain, 1 web, 2 Windows application, 3 Mac, 4 Windows local
  type smallint not null check (type between 0 and 4),
  username text not null check (length(username) between 1 and 200),
  url text check (length(url) <= 2000),
  process_name text check (length(process_name) <= 260),
  computer_name text check (length(computer_name) <= 64),
  pin_required boolean not null,
  sealed bytea not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references users on delete cascade
);
create index stored_passwords_of_user on stored_passwords (workspace_id, user_id, created_at);
call guard_tenant('stored_passwords');
