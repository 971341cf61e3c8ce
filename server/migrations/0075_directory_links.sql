-- room: directories/links
-- Links between users and groups of a directory and local ones. The anchor (external ID) never changes in the
-- directory, so a renamed user stays the same user.
-- A user or a group can be linked to several directories (decision 56). The one with the lowest position leads: only
-- this directory decides whether the user has access. The other directories set the fields that the leading one
-- doesn't map, or that an owner assigned to them (`leads`).
create table directory_links (
  workspace_id uuid not null,
  connection_id uuid not null,
  what text not null check (what in ('user', 'group')),
  anchor text not null check (length(anchor) between 1 and 256),
  local_id uuid not null,         -- ID of the local user or group, depending on `what`
  told bytea not null,            -- hash of the data last applied, so that unchanged data causes no writes
  active_there boolean not null default true,
  left_at timestamptz,
  -- Role that this directory gave; the directory removes no other role
  role_given smallint check (role_given between 2 and 6),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (workspace_id, connection_id, what, anchor),
  foreign key (workspace_id, connection_id) references directory_connections on delete cascade
);
create index directory_links_left on directory_links (left_at) where left_at is not null;
-- Two entries of the same directory can't be linked to the same user or group
create unique index directory_links_local on directory_links (workspace_id, what, local_id, connection_id);
call guard_tenant('directory_links');
-- Row-level security on unit_members limits this database role to the units it administers
create policy own_people on directory_links for select to claviger_unit
  using (
    workspace_id = current_setting('app.workspace')::uuid and what = 'user'
    and exists (select from unit_members m where m.workspace_id = directory_links.workspace_id and m.user_id = directory_links.local_id)
  );

-- Updates planner statistics after a batch (as recount_people in 0030): without statistics for a new directory, the
-- planner reads all links for each batch. Only the table's owner can run ANALYZE, hence security definer.
create function recount_directory_links() returns void language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    if not exists (select from pg_stat_user_tables where relid = 'directory_links'::regclass and last_analyze > now() - interval '5 seconds') then
      analyze (skip_locked) directory_links (workspace_id, connection_id, what);
    end if;
end $$;
revoke execute on function recount_directory_links from public;
grant execute on function recount_directory_links to claviger_app;

-- Links have no foreign key to users and groups, so triggers delete the links of a deleted row.
create function forget_directory_links() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    delete from directory_links l
      where l.workspace_id = old.workspace_id and l.what = tg_argv[0] and l.local_id = old.id;
    return null;
end $$;
alter function forget_directory_links owner to claviger_super;
create trigger users_forget_directory_links after delete on users
  for each row execute function forget_directory_links('user');
create trigger groups_forget_directory_links after delete on groups
  for each row execute function forget_directory_links('group');

-- Conflicts: users of a directory who look like an existing user, until an administrator resolves them.
create table directory_clashes (
  workspace_id uuid not null,
  connection_id uuid not null,
  anchor text not null check (length(anchor) between 1 and 256),
  local_id uuid not null,
  because text not null check (because in ('immutable-id', 'user-id', 'email', 'employee-id')),
  fields jsonb not null,          -- the directory's values, after mapping
  apart boolean not null default false,  -- true: an administrator decided that these are two different users
  found_at timestamptz not null,
  -- Anchors of the groups that the user joins when the conflict is resolved
  groups text[] not null default '{}' check (cardinality(groups) <= 5000),
  primary key (workspace_id, connection_id, anchor),
  foreign key (workspace_id, connection_id) references directory_connections on delete cascade,
  foreign key (workspace_id, local_id) references users on delete cascade
);
create index directory_clashes_of_user on directory_clashes (workspace_id, local_id);
create index directory_clashes_waiting on directory_clashes (workspace_id, found_at, anchor) where not apart;
call guard_tenant('directory_clashes');

-- The leading directory of a user or group
create function leading_connection(here uuid, linked text, local uuid) returns uuid language sql stable as $$
  select l.connection_id from directory_links l
    join directory_connections c on c.workspace_id = here and c.id = l.connection_id
  where l.workspace_id = here and l.what = linked and l.local_id = local
  order by c.position, c.id limit 1
$$;
