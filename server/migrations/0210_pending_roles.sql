-- room: tenancy/administrators
-- A role that a user was offered and has not accepted yet (decision 40). It gives no permissions, but counts when the
-- server compares who has the higher role.
create table pending_roles (
  workspace_id uuid not null,
  user_id uuid not null,
  role smallint not null check (role between 1 and 6),  -- as administrators.role
  additional smallint[] not null default '{}',
  type smallint not null default 1 check (type in (1, 2)),  -- as administrators.type
  units uuid[] check (cardinality(units) <= 1000),  -- of a unit administrator
  given_by uuid,  -- a user, API key, directory, or identity provider; no foreign key, because the role outlives it
  given_by_name text not null check (length(given_by_name) <= 260),
  given_at timestamptz not null,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users on delete cascade
);
call guard_tenant('pending_roles', people => false);
