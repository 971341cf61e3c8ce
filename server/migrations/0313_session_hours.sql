-- room: tenancy/workspace-settings
alter table workspace_settings add column session_hours smallint check (session_hours between 1 and 8760);  -- null: as the installation says
