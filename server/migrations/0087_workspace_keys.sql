-- room: tenancy/workspaces
-- When the workspace was last given a new key. The old ones stay beside it until nothing is sealed by them.
alter table workspaces add column key_rotated_at timestamptz;
