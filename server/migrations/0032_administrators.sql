-- room: tenancy/administrators
-- The number of this file is among those of the users, because administrators are users.
create table administrators (
  workspace_id uuid not null,
  user_id uuid not null,
  -- 1 owner, 2 administrator, 3 user management, 4 billing, 5 read-only, 6 policies (access policies, organization
  -- units)
  role smallint not null check (role between 1 and 6),
  additional smallint[] not null default '{}',
  -- 1 for the whole workspace, 2 only for the users of some organization units
  type smallint not null default 1 check (type in (1, 2)),
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
  -- When another super administrator appointed this one; null if the operator did. New super administrators can't
  -- approve anything for a day. Otherwise a stolen account could appoint its own second person.
  appointed_at timestamptz,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users on delete cascade
);
call guard_tenant('super_administrators', people => false);

-- An owner's offer to transfer the ownership; the primary key allows one per workspace.
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

-- Finds at most 50 users, by name, who are neither administrators nor have a pending role. An empty array of patterns
-- matches all of them. LIKE can't use the trigram index under row-level security, so this runs as claviger_super.
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
