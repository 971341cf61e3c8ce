-- room: sso/second-factor
-- Sign-ins elsewhere that wait for their second factor here; each in the browser in which it was begun.
create table second_factor_requests (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  application_id uuid not null,
  browser_hash bytea not null check (length(browser_hash) = 32),
  asked jsonb not null check (length(asked::text) <= 12000),  -- whom to confirm, how, and where to answer
  -- Of what speaks Duo: it asks once with each state, and fetches the answer once by a code; both by their hashes
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

-- Who somebody of another directory is here, by what never changes there.
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
