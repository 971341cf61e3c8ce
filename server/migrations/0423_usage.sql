-- room: billing/usage
-- One row for each workspace and day (UTC).
create table usage_days (
  workspace_id uuid not null references workspaces on delete cascade,
  day date not null,
  keys integer not null check (keys >= 0),       -- the highest number of keys in use
  sso_users integer not null check (sso_users >= 0),
  new_sso_users integer not null check (new_sso_users >= 0),  -- of them, for the first time in the month
  second_factor_users integer not null check (second_factor_users >= 0),
  new_second_factor_users integer not null check (new_second_factor_users >= 0),
  primary key (workspace_id, day)
);
create index usage_days_by_day on usage_days (day, workspace_id);
call guard_tenant('usage_days');

-- The first day in each month on which a user used what is charged for each user.
create table usage_users (
  workspace_id uuid not null references workspaces on delete cascade,
  month date not null check (extract(day from month) = 1),
  user_id uuid not null,          -- no foreign key: a user who was deleted did use it
  sso_on date,
  second_factor_on date,
  primary key (workspace_id, month, user_id)
);
call guard_tenant('usage_users', people => false);

-- The last day for which all workspaces were computed.
create table usage_progress (
  single boolean primary key default true check (single),
  computed_to date not null
);
revoke insert, update, delete on usage_progress from claviger_app, claviger_unit;
