-- room: directories/on-behalf (spans rooms)
-- Whether a passkey can be registered depends on what an owner approved, also where a unit administrator asks
grant select (joins, approved_by) on directory_connections to claviger_unit;
