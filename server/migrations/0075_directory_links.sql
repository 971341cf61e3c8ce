-- room: directories/links
-- Who there is who here. An anchor never changes there, so a person who is renamed stays the same person.
-- A user or a group can be linked to several directories (decision 56). By position, the first of them leads: it alone
-- decides whether the user has access. The other directories decide the fields that the leading one doesn't map, or that
-- an owner gave them (`leads`).
create table directory_links (
  workspace_id uuid not null,
  connection_id uuid not null,
  what text not null check (what in ('user', 'group')),
  anchor text not null check (length(anchor) between 1 and 256),
  local_id uuid not null,         -- of users or groups
  told bytea not null,            -- hash of what was last applied: the same again writes nothing
  active_there boolean not null default true,
  left_at timestamptz,
  role_given smallint check (role_given between 2 and 6),  -- taken back by whoever gave it only
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (workspace_id, connection_id, what, anchor),
  foreign key (workspace_id, connection_id) references directory_connections on delete cascade
);
create index directory_links_left on directory_links (left_at) where left_at is not null;
-- Two entries of one directory are never the same user
create unique index directory_links_local on directory_links (workspace_id, what, local_id, connection_id);
call guard_tenant('directory_links');
-- unit_members shows this role its own units only
create policy own_people on directory_links for select to claviger_unit
  using (
    workspace_id = current_setting('app.workspace')::uuid and what = 'user'
    and exists (select from unit_members m where m.workspace_id = directory_links.workspace_id and m.user_id = directory_links.local_id)
  );

-- As with people (0030): of a directory that was not counted yet the planner reads all links for each batch that comes.
create function recount_directory_links() returns void language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    if not exists (select from pg_stat_user_tables where relid = 'directory_links'::regclass and last_analyze > now() - interval '5 seconds') then
      analyze (skip_locked) directory_links (workspace_id, connection_id, what);
    end if;
end $$;
revoke execute on function recount_directory_links from public;
grant execute on function recount_directory_links to claviger_app;

-- Who is gone for good is nobody there either.
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

-- People of a directory who look like somebody who is here already, until an administrator says who is who.
create table directory_clashes (
  workspace_id uuid not null,
  connection_id uuid not null,
  anchor text not null check (length(anchor) between 1 and 256),
  local_id uuid not null,
  because text not null check (because in ('immutable-id', 'user-id', 'email', 'employee-id')),
  fields jsonb not null,          -- what the directory says of them, as mapped
  apart boolean not null default false,  -- an administrator said that these are two
  found_at timestamptz not null,
  groups text[] not null default '{}' check (cardinality(groups) <= 5000),  -- that they join once it is said who they are, by anchor
  primary key (workspace_id, connection_id, anchor),
  foreign key (workspace_id, connection_id) references directory_connections on delete cascade,
  foreign key (workspace_id, local_id) references users on delete cascade
);
create index directory_clashes_of_user on directory_clashes (workspace_id, local_id);
create index directory_clashes_waiting on directory_clashes (workspace_id, found_at, anchor) where not apart;
call guard_tenant('directory_clashes');

-- The directory that leads for a user or group
create function leading_connection(here uuid, linked text, local uuid) returns uuid language sql stable as $$
  select l.connection_id from directory_links l
    join directory_connections c on c.workspace_id = here and c.id = l.connection_id
  where l.workspace_id = here and l.what = linked and l.local_id = local
  order by c.position, c.id limit 1
$$;
