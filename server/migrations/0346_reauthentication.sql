-- room: tenancy/workspace-settings
-- After how long applications ask users to sign in again; null: never. An application can have an interval of its own.
alter table workspace_settings add column reauthentication_minutes integer
  check (reauthentication_minutes between 5 and 525600);
