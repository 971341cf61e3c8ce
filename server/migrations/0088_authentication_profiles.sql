-- room: access/authentication-profiles
-- Which sign-in methods users have. At most one profile applies to everybody; the others apply to members of some
-- groups and take precedence, the lowest position first. Users without a profile have the default methods of `ways_of`.
create table authentication_profiles (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  type text not null check (type in ('managed', 'external-idp')),
  methods text[] not null check (methods <@ array['passkey', 'badge', 'phone', 'code', 'password', 'sms', 'call']),
  auto_start text check (auto_start in ('passkey', 'badge')),
  provider_ids uuid[] check (cardinality(provider_ids) <= 50),  -- null: all active providers
  provider_id uuid,
  everybody boolean not null,
  position integer not null check (position between 1 and 1000),
  version integer not null default 1 check (version >= 1),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  changed_by text not null check (length(changed_by) <= 260),
  primary key (workspace_id, id),
  constraint profile_sends_there foreign key (workspace_id, provider_id) references identity_providers,
  check ((type = 'external-idp') = (provider_id is not null)),
  check ((type = 'managed') = (cardinality(methods) > 0)),
  check (auto_start is null or auto_start = any (methods))
);
create unique index authentication_profiles_name on authentication_profiles (workspace_id, lower(name));
create unique index authentication_profiles_everybody on authentication_profiles (workspace_id) where everybody;
create index authentication_profiles_provider on authentication_profiles (workspace_id, provider_id);
call guard_tenant('authentication_profiles');

create table authentication_profile_groups (
  workspace_id uuid not null,
  profile_id uuid not null,
  group_id uuid not null,
  primary key (workspace_id, profile_id, group_id),
  foreign key (workspace_id, profile_id) references authentication_profiles on delete cascade,
  foreign key (workspace_id, group_id) references groups on delete cascade
);
create index authentication_profile_groups_of_group on authentication_profile_groups (workspace_id, group_id);
call guard_tenant('authentication_profile_groups');

-- Emergency codes with which owners sign in if an external identity provider fails. Only the keyed hash is stored. A
-- code works once, and only while the owner who created it is still an active owner.
create table break_glass_codes (
  workspace_id uuid primary key references workspaces on delete cascade,
  hash bytea not null check (length(hash) = 32),
  made_by uuid not null,
  made_at timestamptz not null,
  used_at timestamptz,
  foreign key (workspace_id, made_by) references users on delete cascade
);
create index break_glass_codes_maker on break_glass_codes (workspace_id, made_by);
call guard_tenant('break_glass_codes');

-- The profile that applies to a user, or no row. Former members of an ended group keep its profile, because a profile
-- can be a restriction (decision 55).
create function profile_of(here uuid, person uuid) returns setof authentication_profiles
  language sql stable security definer set search_path = public, pg_temp rows 1 as $$
    select p.* from authentication_profiles p
    where p.workspace_id = here and (p.everybody or exists (
      select from authentication_profile_groups g
      join group_members m on m.workspace_id = here and m.group_id = g.group_id and m.user_id = person
      where g.workspace_id = here and g.profile_id = p.id) or exists (
      select from authentication_profile_groups g
      join ended_group_members m on m.workspace_id = here and m.group_id = g.group_id and m.user_id = person
      where g.workspace_id = here and g.profile_id = p.id))
    order by p.everybody, p.position, p.id limit 1 $$;
alter function profile_of owner to claviger_super;

-- The sign-in methods of a user. Without a profile these are all except phone codes: each code costs money, and it is
-- only as secure as the carrier's protection of the number. Owners keep passkeys if their profile sends users to an
-- external identity provider, so that its failure or misconfiguration doesn't lock them out.
create function ways_of(here uuid, person uuid) returns text[]
  language sql stable security definer set search_path = public, pg_temp as $$
    select coalesce((
      select case when p.type = 'managed' then p.methods || '{external}'::text[]
        when exists (select from administrators a where a.workspace_id = here and a.user_id = person and a.role = 1)
          then '{passkey,external}'::text[]
        else '{external}'::text[] end
      from profile_of(here, person) p), '{passkey,badge,phone,code,password,external}') $$;
alter function ways_of owner to claviger_super;

-- Whether this external identity provider can sign in a user. Without a profile, every provider can.
create function provider_admits(here uuid, person uuid, provider uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select coalesce((
      select case when p.type = 'external-idp' then p.provider_id = provider
        else p.provider_ids is null or provider = any (p.provider_ids) end
      from profile_of(here, person) p), true) $$;
alter function provider_admits owner to claviger_super;

-- The active owners with this email in all workspaces, because sign-in doesn't know the workspace yet. The hash is null
-- if the workspace has no valid code.
create function break_glass_of(mailbox text)
  returns table (workspace_id uuid, user_id uuid, user_name text, hash bytea)
  language sql stable security definer set search_path = public, pg_temp as $$
    select u.workspace_id, u.id, u.first_name || ' ' || u.last_name, c.hash
    from users u join administrators a on a.workspace_id = u.workspace_id and a.user_id = u.id and a.role = 1
      left join break_glass_codes c on c.workspace_id = u.workspace_id and c.used_at is null and exists (
        select from administrators o join users p on p.workspace_id = o.workspace_id and p.id = o.user_id
        where o.workspace_id = c.workspace_id and o.user_id = c.made_by and o.role = 1
          and p.deleted_at is null and p.suspended_at is null and p.deactivated_at is null)
    where u.email = mailbox and u.deleted_at is null and u.suspended_at is null and u.deactivated_at is null
    order by u.workspace_id, u.id limit 50 $$;
alter function break_glass_of owner to claviger_super;

-- The profiles for the sign-in page of a workspace before the user is known, the profile for everybody first. `phones`:
-- the workspace allows phone codes for at least one country.
create function profiles_offered(here uuid)
  returns table (type text, methods text[], auto_start text, provider_ids uuid[], provider_id uuid, everybody boolean, phones boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
    select p.type, p.methods, p.auto_start, p.provider_ids, p.provider_id, p.everybody,
      exists (select from workspace_settings s where s.workspace_id = here and cardinality(s.phone_countries) > 0)
    from authentication_profiles p
    where p.workspace_id = here
      and (p.everybody or exists (select from authentication_profile_groups g where g.workspace_id = here and g.profile_id = p.id))
    order by p.everybody desc, p.position, p.id $$;
alter function profiles_offered owner to claviger_super;
