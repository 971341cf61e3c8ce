-- room: people/users
-- Columns that searches and lists read come first: PostgreSQL decodes a row from left to right, and in a row of thirty
-- columns reaching the last one costs as much as comparing it.
create table users (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  search text not null generated always as (
    plain(  -- starts with a space, so that every word follows a space and a pattern can match the start of a word
      ' ' || first_name || ' ' || last_name || ' ' || user_id || ' ' || case when email = lower(user_id) then '' else coalesce(email, '') end
        || ' ' || coalesce(employee_id, '')
        || ' ' || coalesce(phone_country || phone_number, '')
    )
  ) stored,
  -- Stored columns, because lower() is not leak-proof: under row-level security it can't be used as an index condition
  sort_name text not null generated always as (left(plain(first_name || ' ' || last_name), 200)) stored,
  sort_user_id text not null generated always as (lower(user_id)) stored,
  -- Users without an employee ID get a space and their own ID: they sort before all others and are unique, so that a
  -- single index serves the sort order and keeps employee IDs unique
  sort_employee_id text collate "C" not null generated always as (coalesce(lower(employee_id), ' ' || id)) stored,
  user_id text not null check (length(user_id) between 1 and 200),
  employee_id text check (length(employee_id) between 1 and 100),
  first_name text not null check (length(first_name) <= 100),
  last_name text not null check (length(last_name) <= 100),
  email text check (email = lower(email) and length(email) <= 254),
  email_verified_at timestamptz,
  shares_email boolean not null default false,  -- several users share this mailbox on purpose
  phone_country text check (length(phone_country) <= 8),
  phone_number text check (length(phone_number) <= 20),
  language text check (length(language) <= 5),
  source smallint not null default 1,  -- 1 created here; other values: a directory, read-only here
  scim_attribute_1 text check (length(scim_attribute_1) <= 256),
  scim_attribute_2 text check (length(scim_attribute_2) <= 256),
  scim_attribute_3 text check (length(scim_attribute_3) <= 256),
  scim_attribute_4 text check (length(scim_attribute_4) <= 256),
  scim_attribute_5 text check (length(scim_attribute_5) <= 256),
  -- The status is computed from these columns (decision G6)
  suspended_at timestamptz,
  -- Bit mask of who suspended the user, because each can lift only its own suspension: 1 an administrator, 2 a
  -- directory, 4 a workflow
  suspended_by smallint not null default 0 check (suspended_by between 0 and 7),
  deactivated_at timestamptz,
  needs_license boolean not null default false,
  invited_at timestamptz,
  active_keys integer not null default 0 check (active_keys >= 0),
  key_kinds smallint not null default 0 check (key_kinds between 0 and 31),  -- types of active keys: bit 0 is type 1
  pending_keys integer not null default 0 check (pending_keys >= 0),  -- assigned, not yet activated
  had_key boolean not null default false,
  status smallint not null generated always as (
    case
      when suspended_at is not null then 40
      when deactivated_at is not null then 30
      when active_keys > 0 and needs_license then 41
      when active_keys > 0 then 20
      when pending_keys > 0 then 30
      when invited_at is not null and not had_key then 30
      when had_key then 31
      else 10
    end
  ) stored,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Who set the email address and the phone number, see 0212_placed.sql
  mailbox_placed jsonb check (pg_column_size(mailbox_placed) <= 8000),
  phone_placed jsonb check (pg_column_size(phone_placed) <= 8000),
  primary key (workspace_id, id)
);
-- Every insert of a user writes to each index, so each index names the query that needs it. Deleted users are only in
-- the primary key and in users_bin.
-- User IDs are unique; lists sorted by user ID use an index-only scan
create unique index users_user_id on users (workspace_id, sort_user_id) include (id) where deleted_at is null;
-- Email addresses are unique in a workspace unless shared on purpose; sign-in finds users by email in all workspaces
create unique index users_email on users (email, workspace_id, (case when shares_email then id end)) nulls not distinct
  where deleted_at is null and email is not null;
-- Employee IDs are unique; lists sorted by employee ID; card pages that ask for the employee ID
create unique index users_employee_id on users (workspace_id, sort_employee_id) include (id) where deleted_at is null;
-- Default order of the list
create index users_by_name on users (workspace_id, sort_name, id) where deleted_at is null;
-- Lists sorted by status, and the users without a key, who have one of a few statuses
create index users_by_status on users (workspace_id, status, id) where deleted_at is null;
-- Users of one status sorted by name: the tabs above the list
create index users_by_status_name on users (workspace_id, status, sort_name, id) where deleted_at is null;
-- Lists sorted by creation time
create index users_by_time on users (workspace_id, created_at, id) where deleted_at is null;
-- Deleted users, and the cleanup that removes them permanently
create index users_bin on users (workspace_id, deleted_at) where deleted_at is not null;
-- Search
create index users_search on users using gin (workspace_id, search gin_trgm_ops) where deleted_at is null;
call guard_tenant('users');

-- Keeps the two columns consistent: a suspended user always has a bit in suspended_by, and an active user has none. A
-- statement that sets only the time counts as a suspension by an administrator.
create function know_who_suspended() returns trigger language plpgsql as $$ begin
  if new.suspended_at is null then new.suspended_by = 0;
  elsif new.suspended_by = 0 then new.suspended_by = 1;
  end if;
  return new;
end $$;
create trigger users_suspended_by before update of suspended_at, suspended_by on users
  for each row execute function know_who_suspended();
create trigger users_suspended_at_first before insert on users
  for each row when (new.suspended_at is not null) execute function know_who_suspended();

-- Last sign-in of each user; '-infinity' means never. A separate table, because an update of `users` at each sign-in
-- would write new entries into all its indexes. Every user has a row, so that a list can be read in this order.
create table user_sign_ins (
  workspace_id uuid not null,
  user_id uuid not null,
  last_sign_in_at timestamptz not null default '-infinity',
  binned boolean not null default false,  -- copy of `users.deleted_at is not null`: the scan needs no lookup in users
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users on delete cascade
);
create index user_sign_ins_by_time on user_sign_ins (workspace_id, last_sign_in_at, user_id) where not binned;
call guard_tenant('user_sign_ins', people => false);

create function add_user_sign_ins() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    insert into user_sign_ins (workspace_id, user_id, binned) select workspace_id, id, deleted_at is not null from added;
    return null;
end $$;
alter function add_user_sign_ins owner to claviger_super;
create trigger users_have_sign_ins after insert on users
  referencing new table as added for each statement execute function add_user_sign_ins();

create function bin_user_sign_ins() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    update user_sign_ins set binned = new.deleted_at is not null where workspace_id = new.workspace_id and user_id = new.id;
    return null;
end $$;
alter function bin_user_sign_ins owner to claviger_super;
create trigger users_bin_sign_ins after update of deleted_at on users
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function bin_user_sign_ins();

-- Refreshes planner statistics after an import. The planner assumes one user in a workspace that it has no statistics
-- of; after an import of thousands of users, it would scan all of them for each name. Only the owner of a table can
-- analyze it, so the function runs as the role that runs migrations. It analyzes a single column, which takes about 0.1
-- seconds, and at most every 5 seconds.
create function recount_people() returns void language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    if not exists (select from pg_stat_user_tables where relid = 'users'::regclass and last_analyze > now() - interval '5 seconds') then
      analyze (skip_locked) users (workspace_id);
    end if;
end $$;
revoke execute on function recount_people from public;
grant execute on function recount_people to claviger_app;

-- Language of an email: the language that a user with this address chose, and the language of the workspace. Before
-- sign-in the workspace can be unknown (null); then users of all workspaces match. If several users match, the most
-- recently changed one decides.
create function reader_languages(mailbox text, workspace uuid) returns table (own text, usual text)
  language sql stable security definer set search_path = public, pg_temp as $$
    select
      (select u.language from users u
        where u.email = mailbox and u.deleted_at is null and u.language is not null
          and (workspace is null or u.workspace_id = workspace)
        order by u.updated_at desc limit 1),
      (select w.language from workspaces w where w.id = workspace) $$;
alter function reader_languages owner to claviger_super;
