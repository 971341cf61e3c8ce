-- room: tenancy/administrators
-- Numbered among the people, for administrators are users.
create table administrators (
  workspace_id uuid not null,
  user_id uuid not null,
  -- 1 owner, 2 administrator, 3 user management, 4 billing, 5 read-only, 6 policies: access policies and organization units
  role smallint not null check (role between 1 and 6),
  additional smallint[] not null default '{}',
  type smallint not null default 1 check (type in (1, 2)),  -- 1 acts for the whole company, 2 for the people of some organization units only
  created_at timestamptz not null default now(),
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users on delete cascade
);
call guard_tenant('administrators', people => false);

create table super_administrators (
  workspace_id uuid not null,
  user_id uuid not null,
  permissions smallint[] not null default '{1}',  -- 1 all, 2 delete workspaces
  created_at timestamptz not null default now(),
  -- When another super administrator made this one; null if the operator did. A new one confirms nothing for a day, so that a
  -- stolen account can't make its own second person.
  appointed_at timestamptz,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users on delete cascade
);
call guard_tenant('super_administrators', people => false);

-- An owner's offer to hand the workspace over; there is at most one.
create table owner_changes (
  workspace_id uuid primary key references workspaces on delete cascade,
  from_user uuid not null,
  to_user uuid not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  foreign key (workspace_id, from_user) references administrators (workspace_id, user_id) on delete cascade,
  foreign key (workspace_id, to_user) references users (workspace_id, id) on delete cascade
);
create index owner_changes_from on owner_changes (workspace_id, from_user);
create index owner_changes_to on owner_changes (workspace_id, to_user);
call guard_tenant('owner_changes');

-- At most 50 users who are not administrators and were offered no role, by name; all with an empty pattern.
-- LIKE may not use the trigram index under row-level security, so this runs as the role that sees all.
create function find_non_administrators(patterns text[])
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
alter function find_non_administrators owner to claviger_super;
