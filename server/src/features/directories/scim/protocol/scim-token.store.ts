/**
 * The token with the ID $1 and the hash $2, if both are its own, and what it can do now. Not a function of the database,
 * because a function runs its own statement in addition to that of its caller.
 */
export const tokenSession = `select t.id as token_id, t.expires_at, t.last_used_at, c.id as connection_id, c.name, c.active, c.version,
    c.connection as state, c.settings -> 'addresses' as addresses, w.status as workspace_status,
    t.keeper_id, r.role, r.additional, r.units_only, r.super,
    -- So that no document of a client is kept with a secret
    array(select f.field from secret_fields f where f.workspace_id = current_workspace() order by f.field) as secret_fields
  from scim_tokens t
  join directory_connections c on c.workspace_id = current_workspace() and c.id = t.connection_id
  join workspaces w on w.id = current_workspace()
  left join lateral rights_in(current_workspace(), t.keeper_id) r on true
  where t.workspace_id = current_workspace() and t.id = $1::uuid and t.hash = $2::bytea`
