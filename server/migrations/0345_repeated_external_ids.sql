-- room: directories/scim
-- An external ID is the client's own and can be repeated (RFC 7643 §3.1); resources are told apart by ID and userName
drop index scim_resources_external;
create index scim_resources_external on scim_resources (workspace_id, connection_id, what, external_id) include (id)
  where gone_at is null and external_id is not null;
