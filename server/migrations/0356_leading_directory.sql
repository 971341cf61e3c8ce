-- room: directories/links (spans rooms)
-- A user or a group can be linked to several directories (decision 56). By position, the first of them leads: it alone
-- decides whether the user has access. The other directories decide the fields that the leading one doesn't map, or that
-- an owner gave them (`leads`).
alter table directory_connections
  add column position integer not null default 0,
  add column leads text[] not null default '{}' check (cardinality(leads) <= 20),
  add column joins boolean not null default false;  -- may link users of other directories by itself, as an owner approved

set local role claviger_super;
update directory_connections c set position = o.n from (
    select workspace_id, id, row_number() over (partition by workspace_id order by created_at, id)::integer as n
    from directory_connections) o
  where o.workspace_id = c.workspace_id and o.id = c.id;
reset role;

alter table directory_links drop constraint directory_links_local;
-- Two entries of one directory are never the same user
create unique index directory_links_local on directory_links (workspace_id, what, local_id, connection_id);

-- Unit administrators see which directory leads for their users
grant select (position) on directory_connections to claviger_unit;

create function leading_connection(here uuid, linked text, local uuid) returns uuid language sql stable as $$
  select l.connection_id from directory_links l
    join directory_connections c on c.workspace_id = here and c.id = l.connection_id
  where l.workspace_id = here and l.what = linked and l.local_id = local
  order by c.position, c.id limit 1
$$;

alter table directory_clashes drop constraint directory_clashes_because_check;
alter table directory_clashes add constraint directory_clashes_because_check
  check (because in ('immutable-id', 'user-id', 'email', 'employee-id'));
