-- room: keys/card-import
-- A file of cards and their users on its way in: staged, reviewed, done; then the users are told.
create table card_imports (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  file_name text not null check (length(file_name) <= 200),
  state text not null check (state in ('uploading', 'staged', 'reviewing', 'reviewed', 'running', 'done')),
  encoding text not null check (length(encoding) <= 20),
  delimiter text not null check (length(delimiter) <= 2),
  headers text[] not null,
  mapping text[] not null,          -- the field of each column, '' for none
  card_format text not null check (card_format in ('as-read', 'decimal', 'hex', 'hex-reversed')),
  reading jsonb,                    -- of the workspace's readers when the columns were matched, for numbers as they type them
  total integer not null default 0, -- rows of the file
  seen integer not null default 0,  -- rows that the review, then the run, has gone through
  last_row integer not null default 0,
  success integer not null default 0,
  duplicate integer not null default 0,
  no_access integer not null default 0,
  "unknown" integer not null default 0,
  broken integer not null default 0,
  notifying boolean not null default false,
  notified integer not null default 0,
  mailed integer not null default 0,
  actor_id uuid,
  actor_name text not null check (length(actor_name) <= 260),
  units_of uuid,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  touched_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index card_imports_unfinished on card_imports (touched_at) where state in ('reviewing', 'running') or notifying;
create index card_imports_by_headers on card_imports (workspace_id, created_at);
call guard_tenant('card_imports');

create table card_import_rows (
  workspace_id uuid not null,
  import_id uuid not null,
  row integer not null,             -- as a spreadsheet counts: the header is row 1
  sealed bytea not null,            -- the cells: who copies the database cannot copy badges
  broken text check (length(broken) <= 400),
  result text check (result in ('success', 'duplicate', 'no-access', 'unknown', 'broken')),
  told text check (length(told) <= 2000),  -- what will happen, or why it cannot: texts to be said in the reader's language
  named text check (length(named) <= 260), -- the user as the file or the workspace names them, to be searched
  person_id uuid,
  key_id uuid,
  fills boolean not null default false,  -- the key waited for its card before
  mailed boolean,                   -- null until the user was told
  primary key (workspace_id, import_id, row),
  foreign key (workspace_id, import_id) references card_imports on delete cascade
) with (fillfactor = 50);  -- the review writes to each row once more
call guard_tenant('card_import_rows');

-- A unit administrator sees the own imports.
create policy own_imports on card_imports to claviger_unit
  using (workspace_id = current_setting('app.workspace')::uuid and actor_id = current_setting('app.administrator')::uuid);
create policy own_imports on card_import_rows to claviger_unit
  using (
    workspace_id = current_setting('app.workspace')::uuid
    and exists (select from card_imports i where i.workspace_id = card_import_rows.workspace_id and i.id = card_import_rows.import_id)
  );

-- Who is meant by these names, and whether the caller looks after them: a unit administrator is told "no access" for
-- somebody of another unit, and nothing else about them.
create function people_for_cards(user_ids text[], emails text[], employee_ids text[])
  returns table (id uuid, user_id text, email text, employee_id text, name text, closed boolean, keys integer, waiting uuid[],
    within boolean)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    with here as (select current_setting('app.workspace')::uuid as id), found as (
      select u.id from users u, here where u.workspace_id = here.id and u.deleted_at is null and u.sort_user_id = any(user_ids)
      union select u.id from users u, here where u.workspace_id = here.id and u.deleted_at is null and u.email = any(emails)
      union select u.id from users u, here where u.workspace_id = here.id and u.deleted_at is null and lower(u.employee_id) = any(employee_ids)
    )
    select u.id, u.sort_user_id, u.email, lower(u.employee_id), u.first_name || ' ' || u.last_name,
      u.suspended_at is not null or u.deactivated_at is not null,
      (select count(*)::integer from security_keys k where k.workspace_id = here.id and k.user_id = u.id),
      array(select k.id from security_keys k where k.workspace_id = here.id and k.user_id = u.id and k.kind = 2 and k.status = 30
        and k.card_hash is null order by k.created_at, k.id limit 20),
      coalesce(current_setting('app.administrator', true), '') = '' or is_administered(u.id)
    from here cross join found join users u on u.workspace_id = here.id and u.id = found.id
  $$;
alter function people_for_cards owner to claviger_super;

-- Whose cards these are, by the hashes of their numbers.
create function holders_of_cards(hashes text[]) returns table (hash text, user_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select encode(k.card_hash, 'hex'), k.user_id from security_keys k
    where k.workspace_id = current_setting('app.workspace')::uuid
      and k.card_hash = any(array(select decode(x, 'hex') from unnest(hashes) x))
  $$;
alter function holders_of_cards owner to claviger_super;
