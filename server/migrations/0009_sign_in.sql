-- room: access/sign-in
-- A sign-in by e-mail under way. It belongs to an address, not yet to a workspace; unknown addresses get a row too,
-- so that nobody can tell them from known ones.
create table email_sign_ins (
  id uuid primary key,
  email text not null check (length(email) <= 254),
  workspace_id uuid,
  code_hash bytea not null,
  tries integer not null default 0,
  sent_at timestamptz not null,
  code_expires_at timestamptz not null,
  proven_at timestamptz,
  proven_by text check (proven_by in ('code', 'password')),
  proven_users uuid[],            -- whose password it was; a code proves the mailbox, and with it all its users
  expires_at timestamptz not null
);
create index email_sign_ins_expiry on email_sign_ins (expires_at);

-- The first owner of the demonstration workspace.
create function demo_owner()
  returns table (workspace_id uuid, user_id uuid, user_name text)
  language sql stable security definer set search_path = public, pg_temp as $$
    select u.workspace_id, u.id, u.first_name || ' ' || u.last_name
    from workspaces w join administrators a on a.workspace_id = w.id and a.role = 1
      join users u on u.workspace_id = a.workspace_id and u.id = a.user_id
    where w.demo and u.deleted_at is null and u.suspended_at is null and u.deactivated_at is null
    order by u.created_at, u.id limit 1 $$;
alter function demo_owner owner to claviger_super;

-- The public face of a workspace, by its id or short address.
-- (A parameter named like a column of the tables would be taken for the column.)
create function workspace_face(wanted text)
  returns table (id uuid, name text, slug text, status smallint, type smallint, icon_digest text)
  language sql stable security definer set search_path = public, pg_temp as $$
    select w.id, w.name, w.slug, w.status, w.type, i.digest
    from workspaces w left join workspace_icons i on i.workspace_id = w.id
    where w.slug = lower(wanted)
      or w.id = case when wanted ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then wanted::uuid end
    limit 1 $$;
alter function workspace_face owner to claviger_super;
