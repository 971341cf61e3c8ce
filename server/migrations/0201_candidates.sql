-- room: access/sign-in (spans rooms)
-- Whoever makes up people with somebody's mailbox in a workspace of their own keeps them out of no other: those come first
-- who have proven the mailbox, then one of each workspace.
create or replace function sign_in_candidates(mailbox text, at timestamptz)
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

create or replace function sign_in_passwords(address text)
  returns table (workspace_id uuid, user_id uuid, hash text)
  language sql stable security definer set search_path = public, pg_temp as $$
    select p.workspace_id, p.user_id, p.hash
    from users u join passwords p on p.workspace_id = u.workspace_id and p.user_id = u.id
    where u.email = address and u.deleted_at is null and u.suspended_at is null and u.deactivated_at is null
    order by u.email_verified_at is null, row_number() over (partition by u.workspace_id order by p.changed_at desc),
      p.changed_at desc limit 50 $$;
