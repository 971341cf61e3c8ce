-- room: billing/usage
-- Usage of each workspace and day (UTC).
create table usage_days (
  workspace_id uuid not null references workspaces on delete cascade,
  day date not null,
  keys integer not null check (keys >= 0),       -- the highest number of keys in use on this day
  sso_users integer not null check (sso_users >= 0),
  new_sso_users integer not null check (new_sso_users >= 0),  -- of sso_users: first use in this month
  second_factor_users integer not null check (second_factor_users >= 0),
  new_second_factor_users integer not null check (new_second_factor_users >= 0),
  primary key (workspace_id, day)
);
create index usage_days_by_day on usage_days (day, workspace_id);
call guard_tenant('usage_days');

-- For each user and month, the first day of use of the features that are billed per user.
create table usage_users (
  workspace_id uuid not null references workspaces on delete cascade,
  month date not null check (extract(day from month) = 1),
  user_id uuid not null,          -- no foreign key: usage of deleted users still counts
  sso_on date,
  second_factor_on date,
  primary key (workspace_id, month, user_id)
);
call guard_tenant('usage_users', people => false);

-- The last day for which the usage of all workspaces was computed.
create table usage_progress (
  single boolean primary key default true check (single),
  computed_to date not null
);
revoke insert, update, delete on usage_progress from claviger_app, claviger_unit;
