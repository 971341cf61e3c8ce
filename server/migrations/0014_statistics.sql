-- room: oversight/statistics
-- Counting passkeys reads only these.
create index credentials_by_model on credentials (workspace_id, aaguid);
create index credentials_by_time on credentials (workspace_id, created_at);
