-- room: sso/forward-auth
-- Who was let through a reverse proxy: first a code that brings them there, then what the cookie there stands for.
create table proxy_passes (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  application_id uuid not null,
  user_id uuid not null,
  session_id uuid not null,       -- no foreign key: it is asked each time whether it stands
  host text not null check (length(host) <= 260),
  browser bytea not null check (length(browser) = 32),  -- hash of the cookie there of whoever asked to be let in
  path text not null check (length(path) <= 2000),
  code_until timestamptz not null,
  taken_at timestamptz,           -- when the code was brought there; null: it gives nothing yet
  ends_at timestamptz not null,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, application_id) references applications on delete cascade,
  foreign key (workspace_id, user_id) references users on delete cascade
);
create index proxy_passes_of_application on proxy_passes (workspace_id, application_id);
create index proxy_passes_of_user on proxy_passes (workspace_id, user_id);
create index proxy_passes_end on proxy_passes (ends_at);
call guard_tenant('proxy_passes');
