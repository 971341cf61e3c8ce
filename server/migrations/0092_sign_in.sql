-- room: access/sign-in
-- Pending sign-ins by email address. A row belongs to an address, not yet to a workspace. Unknown addresses get a row
-- too, so that callers can't find out which addresses exist.
create table email_sign_ins (
  id uuid primary key,
  email text not null check (length(email) <= 254),
  workspace_id uuid,
  code_by text not null check (code_by in ('code', 'sms', 'call')),  -- channel of the last code
  code_hash bytea not null,       -- emailed code: its hash; code by phone: the seed that it is derived from
  tries integer not null default 0,
  mailed_at timestamptz,          -- when the last code was sent by email
  texted_at timestamptz,
  called_at timestamptz,
  code_expires_at timestamptz not null,
  proven_at timestamptz,
  proven_by text check (proven_by in ('code', 'password', 'sms', 'call')),
  -- users verified by password or phone; null after an emailed code, which verifies the address for all its users
  proven_users uuid[],
  expires_at timestamptz not null
);
create index email_sign_ins_expiry on email_sign_ins (expires_at);
create index email_sign_ins_of_address on email_sign_ins (email);

-- The oldest owner account of the demo's hospital or of the demo's partner workspace. The query excludes the workspaces
-- of the partner's customers.
create function demo_owner(of_partner boolean)
  returns table (workspace_id uuid, user_id uuid, user_name text)
  language sql stable security definer set search_path = public, pg_temp as $$
    select u.workspace_id, u.id, u.first_name || ' ' || u.last_name
    from workspaces w join administrators a on a.workspace_id = w.id and a.role = 1
      join users u on u.workspace_id = a.workspace_id and u.id = a.user_id
    where w.demo and w.partner_id is null and (w.type = 3) = of_partner
      and u.deleted_at is null and u.suspended_at is null and u.deactivated_at is null
    order by u.created_at, u.id limit 1 $$;
alter function demo_owner owner to claviger_super;

-- Public data of a workspace, by ID or short address.
-- The parameter must not have the name of a column: in SQL functions, the column takes precedence over the parameter.
create function workspace_face(wanted text)
  returns table (id uuid, name text, slug text, status smallint, type smallint, icon_digest text)
  language sql stable security definer set search_path = public, pg_temp as $$
    select w.id, w.name, w.slug, w.status, w.type, i.digest
    from workspaces w left join workspace_icons i on i.workspace_id = w.id
    where w.id = coalesce((select s.workspace_id from workspace_slugs s where s.slug = lower(wanted)),
      case when wanted ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then wanted::uuid end) $$;
alter function workspace_face owner to claviger_super;

-- Administrators who agreed that an emailed code or a password can sign them in although they have a passkey.
create table code_consents (
  workspace_id uuid not null,
  user_id uuid not null,
  given_at timestamptz not null,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users on delete cascade
);
call guard_tenant('code_consents');

-- Users of all workspaces who can sign in with an address; only the module access/sign-in calls it.
-- `by_code`: an emailed code or a password is enough (decision 21). It is false for super administrators, and for
--   administrators with a passkey who did not consent (code_consents).
-- `by_phone`: a code by phone is enough. It is false for super administrators, and for administrators with a passkey,
--   even if they consented. In both columns, a passkey that its owner must still confirm (proof_due) doesn't count.
-- `ways`: sign-in methods that the authentication profile allows.
-- The limit of 50 keeps users with a verified address first, then takes users from each workspace in turn. So a
-- workspace that creates many users with someone else's address can't displace the users of another workspace.
create function sign_in_candidates(mailbox text, at timestamptz)
  returns table (
    workspace_id uuid, user_id uuid, workspace_name text, workspace_slug text, workspace_status smallint, icon_digest text,
    user_name text, first_name text, login_name text, email_verified boolean, owner boolean, by_code boolean, by_phone boolean,
    ways text[], phone text, language text
  )
  language sql stable security definer set search_path = public, pg_temp as $$
    with meant as materialized (
      select u.workspace_id, u.id from users u
      where u.email = mailbox and u.deleted_at is null and u.suspended_at is null and u.deactivated_at is null
      order by u.email_verified_at is null, row_number() over (partition by u.workspace_id order by u.first_name, u.id), u.id
      limit 50
    )
    select u.workspace_id, u.id, w.name, w.slug, w.status, i.digest, u.first_name || ' ' || u.last_name, u.first_name, u.user_id,
      u.email_verified_at is not null, coalesce(a.role = 1, false),
      trusted.always
        or not rank.super and exists (select from code_consents g where g.workspace_id = u.workspace_id and g.user_id = u.id),
      trusted.always, ways_of(u.workspace_id, u.id), u.phone_country || u.phone_number, u.language
    from meant m join users u on u.workspace_id = m.workspace_id and u.id = m.id
      join workspaces w on w.id = u.workspace_id left join workspace_icons i on i.workspace_id = w.id
      left join administrators a on a.workspace_id = u.workspace_id and a.user_id = u.id
      cross join lateral (select exists (select from super_administrators s
        where s.workspace_id = u.workspace_id and s.user_id = u.id) as super) rank
      cross join lateral (select not rank.super and (a.role is null or not exists (select from credentials c
        join security_keys k on k.workspace_id = c.workspace_id and k.id = c.security_key_id
        where c.workspace_id = u.workspace_id and c.user_id = u.id and (not k.proof_due or k.proof_counts_at <= at))) as always) trusted
    order by w.name, w.id, u.first_name, u.id $$;
alter function sign_in_candidates owner to claviger_super;

-- Suspended and deactivated users of an address. When a caller tries to sign in with the address, the server
-- writes a log line for each of these users and reveals nothing to the caller.
create function sign_in_stopped(mailbox text)
  returns table (workspace_id uuid, user_id uuid, user_name text)
  language sql stable security definer set search_path = public, pg_temp as $$
    select u.workspace_id, u.id, u.first_name || ' ' || u.last_name from users u
    where u.email = mailbox and u.deleted_at is null and (u.suspended_at is not null or u.deactivated_at is not null)
    order by u.workspace_id, u.id limit 50 $$;
alter function sign_in_stopped owner to claviger_super;
