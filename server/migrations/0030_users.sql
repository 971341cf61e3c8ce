-- room: people/users
create table users (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  user_id text not null check (length(user_id) between 1 and 200),
  employee_id text check (length(employee_id) between 1 and 100),
  first_name text not null check (length(first_name) <= 100),
  last_name text not null check (length(last_name) <= 100),
  email text check (email = lower(email) and length(email) <= 254),
  email_verified_at timestamptz,
  shares_email boolean not null default false,  -- a mailbox that several users share, said on purpose
  phone_country text check (length(phone_country) <= 8),
  phone_number text check (length(phone_number) <= 20),
  language text check (length(language) <= 5),
  source smallint not null default 1,  -- 1 made here; others come from a directory and are read-only here
  scim_attribute_1 text check (length(scim_attribute_1) <= 256),
  scim_attribute_2 text check (length(scim_attribute_2) <= 256),
  scim_attribute_3 text check (length(scim_attribute_3) <= 256),
  scim_attribute_4 text check (length(scim_attribute_4) <= 256),
  scim_attribute_5 text check (length(scim_attribute_5) <= 256),
  -- Facts from which the status follows (decision G6)
  suspended_at timestamptz,
  deactivated_at timestamptz,
  needs_license boolean not null default false,
  invited_at timestamptz,
  active_keys integer not null default 0 check (active_keys >= 0),
  pending_keys integer not null default 0 check (pending_keys >= 0),  -- assigned, and waiting to be activated
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
  -- Columns of their own, for under row-level security a call of lower() may not decide which part of an index is read
  sort_name text not null generated always as (left(plain(first_name || ' ' || last_name), 200)) stored,
  sort_user_id text not null generated always as (lower(user_id)) stored,
  sort_employee_id text not null generated always as (coalesce(lower(employee_id), '')) stored,
  search text not null generated always as (
    plain(  -- begins with a blank, so that each beginning of a word follows one
      ' ' || first_name || ' ' || last_name || ' ' || user_id || ' ' || case when email = lower(user_id) then '' else coalesce(email, '') end
        || ' ' || coalesce(employee_id, '')
        || ' ' || coalesce(phone_country || phone_number, '')
    )
  ) stored,
  primary key (workspace_id, id)
);
create unique index users_user_id on users (workspace_id, sort_user_id) include (id) where deleted_at is null;  -- a list is walked in it, too
create unique index users_email on users (workspace_id, email) where deleted_at is null and not shares_email;
create unique index users_employee_id on users (workspace_id, lower(employee_id)) where deleted_at is null;
create index users_by_email on users (email) where deleted_at is null;
create index users_by_name on users (workspace_id, sort_name, id) where deleted_at is null;
create index users_by_status on users (workspace_id, status, id) where deleted_at is null;
create index users_by_status_name on users (workspace_id, status, sort_name, id) where deleted_at is null;
create index users_by_employee_id on users (workspace_id, sort_employee_id, id) where deleted_at is null;
create index users_by_time on users (workspace_id, created_at, id) where deleted_at is null;
create index users_without_key on users (workspace_id, sort_name, id) where deleted_at is null and active_keys = 0;
create index users_bin on users (workspace_id, deleted_at) where deleted_at is not null;
create index users_search on users using gin (workspace_id, search gin_trgm_ops) where deleted_at is null;
call guard_tenant('users');

-- When each user last signed in; '-infinity' never did. Apart from users, where each sign-in would rewrite the entries
-- of a dozen indexes. Every user has a row here, so that a list can be walked in this order.
create table user_sign_ins (
  workspace_id uuid not null,
  user_id uuid not null,
  last_sign_in_at timestamptz not null default '-infinity',
  binned boolean not null default false,  -- as users.deleted_at has it, so that the walk need not look there
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

-- One page of the users whom a pattern finds, or without one those whom the filters leave, and how many there are: exact
-- below 10,001, but a lower bound where `more` says so. Where `ids` is null, the caller walks its list in order.
-- LIKE is not leak-proof, so under row-level security it may not use the trigram index. This function may, for it
-- runs as the role that sees all and names the workspace itself.
create function find_users(
  pattern text, sort text, descending boolean, after_value text, after_id uuid, skipped bigint, size integer,
  statuses smallint[], in_group uuid, in_unit uuid, of_source smallint, without_key boolean,
  out ids uuid[], out total bigint, out more boolean
)
  -- A seq scan would read the users of all workspaces
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
  as $$ declare
    here constant uuid := current_setting('app.workspace')::uuid;
    -- Set where a unit administrator searches; the policies do not reach into here
    within constant uuid[] := case when coalesce(current_setting('app.administrator', true), '') <> '' then administered_units() end;
    -- The expressions of the indexes
    key constant text := case sort
      when 'name' then 'u.sort_name' when 'userId' then 'u.sort_user_id' when 'employeeId' then 'u.sort_employee_id'
      when 'status' then 'u.status' when 'created' then 'u.created_at' when 'lastSignIn' then
        '(select s.last_sign_in_at from user_sign_ins s where s.workspace_id = u.workspace_id and s.user_id = u.id)'
    end;
    kind constant text := case sort when 'status' then 'smallint' when 'lastSignIn' then 'timestamptz' when 'created' then 'timestamptz' else 'text' end;
    direction constant text := case when descending then 'desc' else 'asc' end;
    beyond constant text := case when descending then '<' else '>' end;
    -- Written only where asked for, so that the planner may begin with the members of a small group
    facts constant text := concat(
      case when pattern is not null then ' and u.search like $2' end,
      case when statuses is not null then ' and u.status = any($3)' end,
      case when of_source is not null then ' and u.source = $4' end,
      case when without_key then ' and u.active_keys = 0' end
    );
    filters constant text := concat(facts,
      case when in_group is not null then ' and exists (select from group_members m where m.workspace_id = $1 and m.group_id = $6 and m.user_id = u.id)' end,
      case when in_unit is not null then ' and exists (select from unit_members m where m.workspace_id = $1 and m.unit_id = $7 and m.user_id = u.id)' end,
      case when within is not null then ' and exists (select from unit_members m where m.workspace_id = $1 and m.unit_id = any ($12) and m.user_id = u.id)' end
    );
    -- The same, of one user after the other
    each_one constant text := concat(facts,
      case when in_group is not null then ' and (select true from group_members m where m.workspace_id = $1 and m.group_id = $6 and m.user_id = u.id limit 1)' end,
      case when in_unit is not null then ' and (select true from unit_members m where m.workspace_id = $1 and m.unit_id = $7 and m.user_id = u.id limit 1)' end
    );
    looked_at constant integer := 2500;
    walked constant integer := 10000;
    everybody bigint;
    named bigint;
    many boolean;
    crowded boolean;
    -- Where the pattern finds more users than the group or the unit has, its members are looked at one by one
    place constant uuid := coalesce(in_unit, in_group);
    people text := 'users u where u.workspace_id = $1 and';
  begin
    select coalesce(sum(c.users), 0) into everybody from head_counts c where c.workspace_id = here and c.of = here;
    if pattern is null then
      execute format($query$
        select count(*) from (select from users u where u.workspace_id = $1 and u.deleted_at is null %s limit 10001) counted
      $query$, filters)
      into total
      using here, pattern, statuses, of_source, without_key, in_group, in_unit, after_value, after_id, size, skipped, within;
      many := total > 10000;
      crowded := many or total * walked >= everybody * size;
    else
      execute format($query$
        select count(*), count(*) filter (where true %s)
        from (select * from users where workspace_id = $1 and deleted_at is null order by id limit %s) u where u.search like $2
      $query$, filters, looked_at)
      into named, total
      using here, pattern, statuses, of_source, without_key, in_group, in_unit, after_value, after_id, size, skipped, within;
      -- By this sample there are so many that walking the list in its order meets them sooner than the index gathers them
      many := everybody > looked_at and total * everybody / looked_at >= greatest(2000, everybody / 200);
      crowded := many or (everybody > looked_at and named * everybody / looked_at >= 2000 and total * walked >= size * looked_at);
    end if;
    -- A page is soon full where so many are meant, unless the order has to do with what is asked for
    if within is null and crowded and skipped < 1000 then
      execute format(case when sort = 'lastSignIn' then $query$
        select array(
          select u.id from (
            select s.user_id, s.last_sign_in_at from user_sign_ins s where s.workspace_id = $1 and not s.binned %6$s
            order by s.last_sign_in_at %4$s, s.user_id %4$s limit %7$s
          ) s cross join lateral (select * from users u where u.workspace_id = $1 and u.id = s.user_id offset 0) u
          where true %5$s limit $10 offset $11
        )
      $query$ else $query$
        select array(
          select u.id from (
            select u.* from users u where u.workspace_id = $1 and u.deleted_at is null %6$s order by %1$s %4$s, u.id %4$s limit %7$s
          ) u where true %5$s limit $10 offset $11
        )
      $query$ end, key, kind, beyond, direction, each_one,
        case when after_value is not null then format('and (%s, %s) %s ($8::%s, $9)',
          case when sort = 'lastSignIn' then 's.last_sign_in_at' else key end,
          case when sort = 'lastSignIn' then 's.user_id' else 'u.id' end, beyond, kind) end, walked)
      into ids
      using here, pattern, statuses, of_source, without_key, in_group, in_unit, after_value, after_id, size, skipped, within;
      if cardinality(ids) = size then
        more := pattern is not null or many;
        return;
      end if;
      ids := null;
    end if;
    if within is null and many then
      more := true;
      return;
    end if;
    if place is not null and named * everybody / looked_at >
        (select coalesce(sum(c.users), 0) from head_counts c where c.workspace_id = here and c.of = place) then
      people := format('(select m.user_id from %1$s_members m where m.workspace_id = $1 and m.%1$s_id = %2$s offset 0) member
        cross join lateral (select * from users where workspace_id = $1 and id = member.user_id offset 0) u where',
        case when in_unit is not null then 'unit' else 'group' end, case when in_unit is not null then '$7' else '$6' end);
    end if;
    execute format($query$
      with found as materialized (
        select u.id, %1$s as value from %6$s u.deleted_at is null %5$s
        limit 10001
      )
      select
        array(select id from found where $8 is null or (value, id) %3$s ($8::%2$s, $9)
          order by value %4$s, id %4$s limit $10 offset $11),
        (select count(*) from found)
    $query$, key, kind, beyond, direction, filters, people)
    into ids, total
    using here, pattern, statuses, of_source, without_key, in_group, in_unit, after_value, after_id, size, skipped, within;
    if total > 10000 then ids := null; end if;
  end $$;
alter function find_users owner to claviger_super;

-- For whoever reads a mail: the language that somebody with this address has chosen, at one workspace or, on the way in,
-- at any; and the language of the workspace.
create function reader_languages(mailbox text, workspace uuid) returns table (own text, usual text)
  language sql stable security definer set search_path = public, pg_temp as $$
    select
      (select u.language from users u
        where u.email = mailbox and u.deleted_at is null and u.language is not null
          and (workspace is null or u.workspace_id = workspace)
        order by u.updated_at desc limit 1),
      (select w.language from workspaces w where w.id = workspace) $$;
alter function reader_languages owner to claviger_super;
