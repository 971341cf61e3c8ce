-- room: sso/second-factor
-- Sign-ins at other products that wait for a second factor from this server. Each continues only in the browser that
-- started it.
create table second_factor_requests (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  application_id uuid not null,
  browser_hash bytea not null check (length(browser_hash) = 32),
  asked jsonb not null check (length(asked::text) <= 12000),  -- user, requested method, and reply address
  -- Hashes for Duo-compatible applications: each state starts one request, and each code fetches its answer once
  state_hash bytea check (length(state_hash) = 32),
  code_hash bytea check (length(code_hash) = 32),
  code_until timestamptz,
  answer jsonb check (length(answer::text) <= 4000),
  fetched_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, application_id) references applications on delete cascade
);
create index second_factor_requests_end on second_factor_requests (expires_at);
create index second_factor_requests_application on second_factor_requests (workspace_id, application_id);
create unique index second_factor_requests_state on second_factor_requests (workspace_id, application_id, state_hash);
create unique index second_factor_requests_code on second_factor_requests (workspace_id, code_hash);
call guard_tenant('second_factor_requests');

-- Maps users of an external directory to local users, by the directory's immutable ID.
create table second_factor_people (
  workspace_id uuid not null,
  subject text not null check (length(subject) <= 100),  -- tenant/object id
  user_id uuid not null,
  linked_at timestamptz not null,
  primary key (workspace_id, subject),
  foreign key (workspace_id, user_id) references users on delete cascade
);
create unique index second_factor_people_user on second_factor_people (workspace_id, user_id, split_part(subject, '/', 1));
call guard_tenant('second_factor_people');
