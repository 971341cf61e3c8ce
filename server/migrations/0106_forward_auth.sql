-- room: sso/forward-auth
-- Forward authentication for reverse proxies. A row starts as a one-time code in the redirect to the application's
-- host. Once the code is redeemed, the row is the session behind the cookie on that host.
create table proxy_passes (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  application_id uuid not null,
  user_id uuid not null,
  session_id uuid not null,       -- no foreign key: each request checks that the session is still active
  host text not null check (length(host) <= 260),
  -- Hash of a cookie on the host, set when the browser requested access: only that browser can redeem the code
  browser bytea not null check (length(browser) = 32),
  path text not null check (length(path) <= 2000),
  code_until timestamptz not null,
  taken_at timestamptz,           -- when the code was redeemed; null: gives no access yet
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
