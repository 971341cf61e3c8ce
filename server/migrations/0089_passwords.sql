-- room: access/passwords
-- Passwords are an optional sign-in method in addition to passkeys. Only users who set a password have a row.
create table passwords (
  workspace_id uuid not null,
  user_id uuid not null,
  hash text not null check (length(hash) <= 200),
  changed_at timestamptz not null default now(),
  placed jsonb check (pg_column_size(placed) <= 8000),  -- who set it, see 0212_placed.sql
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users on delete cascade
);
call guard_tenant('passwords');

-- Passwords of all accounts with an email, in the order in which the server tries them: verified emails first, then one
-- account of each workspace before the second of any. The limit bounds the number of hashes to compute.
create function sign_in_passwords(address text)
  returns table (workspace_id uuid, user_id uuid, hash text)
  language sql stable security definer set search_path = public, pg_temp as $$
    select p.workspace_id, p.user_id, p.hash
    from users u join passwords p on p.workspace_id = u.workspace_id and p.user_id = u.id
    where u.email = address and u.deleted_at is null and u.suspended_at is null and u.deactivated_at is null
    order by u.email_verified_at is null, row_number() over (partition by u.workspace_id order by p.changed_at desc),
      p.changed_at desc limit 50 $$;
alter function sign_in_passwords owner to claviger_super;
