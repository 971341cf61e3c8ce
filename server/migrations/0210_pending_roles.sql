-- room: tenancy/administrators
-- A role that a user was given and has not accepted yet (decision 40). It permits nothing, but counts for rank.
create table pending_roles (
  workspace_id uuid not null,
  user_id uuid not null,
  role smallint not null check (role between 1 and 6),  -- as administrators.role
  additional smallint[] not null default '{}',
  type smallint not null default 1 check (type in (1, 2)),  -- as administrators.type
  units uuid[] check (cardinality(units) <= 1000),  -- of an administrator of units
  given_by uuid,                  -- a user, API key, directory or identity provider; no foreign key, for the role outlives it
  given_by_name text not null check (length(given_by_name) <= 260),
  given_at timestamptz not null,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users on delete cascade
);
call guard_tenant('pending_roles', people => false);

-- Whoever was offered a role already is no candidate.
create or replace function find_non_administrators(patterns text[])
  returns table (id uuid, first_name text, last_name text, user_id text, email text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$ begin
  return query execute $query$
    select u.id, u.first_name, u.last_name, u.user_id, u.email from users u
    where u.workspace_id = $1 and u.deleted_at is null $query$ || array_to_string(array(
        select format(' and u.search like %L', pattern) from unnest(patterns) pattern), '') || $query$
      and not exists (select from administrators a where a.workspace_id = $1 and a.user_id = u.id)
      and not exists (select from pending_roles p where p.workspace_id = $1 and p.user_id = u.id)
    order by u.sort_name, u.id limit 50 $query$
  using current_setting('app.workspace')::uuid;
end $$;
