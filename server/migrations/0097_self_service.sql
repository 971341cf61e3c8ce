-- room: access/self-service
-- Visits to card pages; each lasts 15 minutes. The table is unlogged so that no call waits for the disk: after a crash,
-- users only have to tap their card and fill in the form again. It has no foreign key to workspaces, because hundreds
-- of simultaneous visits would all lock the same workspace row.
create unlogged table self_service_visits (
  workspace_id uuid not null,
  id uuid not null,
  page text not null check (length(page) <= 60),       -- address of the card page
  ip text not null check (length(ip) <= 45),
  expires_at timestamptz not null,
  over boolean not null default false,                 -- ended: the card was enrolled or its PIN was reset
  -- Incremented by every change: the server drops the answer of an external service if the visit changed meanwhile
  step integer not null default 0,
  -- Highest stage reached, so that statistics count each stage once
  furthest smallint not null default 0,
  -- Results of the steps. Repeating a step clears the results of the later steps
  action smallint check (action in (0, 1)),            -- 0 enrollment, 1 PIN recovery
  card_hash bytea check (length(card_hash) = 32),
  card_sealed bytea check (length(card_sealed) <= 200),
  -- Input method, as reported by the page
  card_read text check (card_read in ('keyboard', 'typed', 'nfc', 'extension', 'link')),
  holder_id uuid,                                      -- the card's holder, if the page lets cards identify users
  holder_word text check (length(holder_word) <= 40),  -- placeholder sent instead of the values the holder would enter
  elsewhere boolean not null default false,            -- a sign-in at an identity provider can identify the user
  nonce uuid,                                          -- ties the provider's response to this visit
  user_id uuid,
  pin_due boolean not null default false,              -- the last step asks for a PIN
  verified_by text check (verified_by in ('none', 'email', 'phone', 'selfConfirmation', 'automatic', 'entraId', 'sso', 'identity')),
  code_hash bytea check (length(code_hash) = 32),
  code_by text check (code_by in ('email', 'phone')),
  code_tries smallint not null default 0,
  code_ends_at timestamptz,
  mailed_at timestamptz,
  texted_at timestamptz,
  -- Failed attempts, and the proof of work that the server then requires
  failures smallint not null default 0,
  work_salt text check (length(work_salt) <= 40),
  work_bits smallint,
  worked boolean not null default false,
  primary key (workspace_id, id)
) with (fillfactor = 50);
create unique index self_service_visits_id on self_service_visits (id);
create index self_service_visits_end on self_service_visits (expires_at);
call guard_tenant('self_service_visits');

-- Counters of attempts and failures per time window. Each counter is split into up to 16 rows (part), so that hundreds
-- of simultaneous updates don't wait for one row lock. about identifies the card or network by hash, the page by ID.
create unlogged table self_service_tries (
  workspace_id uuid not null,
  about text not null check (length(about) <= 90),
  since timestamptz not null,
  part smallint not null check (part between 0 and 15),
  count integer not null,
  primary key (workspace_id, about, since, part)
);
create index self_service_tries_time on self_service_tries (since);
call guard_tenant('self_service_tries');

-- A visit with its page and its recent attempts and failures: every call of a visit needs all of them.
create type self_service_entry as (
  id uuid, ip text, expires_at timestamptz, over boolean, step integer, furthest smallint, action smallint, card_hash bytea, card_sealed bytea,
  card_read text,
  holder_id uuid, holder_word text, elsewhere boolean, nonce uuid, user_id uuid, pin_due boolean, verified_by text,
  code_hash bytea, code_by text, code_tries smallint, code_ends_at timestamptz, mailed_at timestamptz, texted_at timestamptz,
  failures smallint, work_salt text, work_bits smallint, worked boolean,
  begun boolean,
  page jsonb, page_secret bytea,
  failed_here integer, failed_on_page integer, failed_with_card integer, tried_on_page integer, tried_with_card integer
);

create function self_service_count(workspace uuid, what text, window_began timestamptz) returns integer
  language sql stable as $$
    select coalesce(sum(count), 0)::integer from self_service_tries
    where workspace_id = workspace and about = what and since = window_began $$;

-- Locks a visit and sets app.workspace to its workspace; other calls of the same visit wait for the lock. With at_page,
-- the function starts the visit on that page, or restarts it if it has ended or belongs to another page. Without
-- at_page, it returns no row for an unknown or expired visit. page is null if the card page does not exist.
create function enter_self_service(visit uuid, at_time timestamptz, at_page text, ends timestamptz, caller text, network text,
    ten_minutes timestamptz, hour timestamptz) returns setof self_service_entry
  language plpgsql security definer set search_path = public, pg_temp as $$
  declare
    v self_service_visits;
    found record;
    begun boolean := false;
    entry self_service_entry;
  begin
    -- A crash may lose the result of a step; only the last step needs a durable commit and turns this on again
    perform set_config('synchronous_commit', 'off', true);
    if at_page is null then
      select * into v from self_service_visits s where s.id = visit and s.expires_at > at_time for update;
      if v.id is null then return; end if;
    end if;
    select * into found from self_service_page(coalesce(at_page, v.page));
    if found.id is not null and found.active and found.workspace_status <> 0 and at_page is not null then
      insert into self_service_visits as s (workspace_id, id, page, ip, expires_at)
        values (found.workspace_id, visit, at_page, left(caller, 45), ends)
        on conflict (id) do update set workspace_id = excluded.workspace_id, page = excluded.page, over = false,
          action = null, card_hash = null, card_sealed = null, card_read = null, holder_id = null, holder_word = null, elsewhere = false, nonce = null,
          user_id = null, pin_due = false, verified_by = null, code_hash = null, code_by = null, code_tries = 0,
          mailed_at = null, texted_at = null, furthest = 0, step = s.step + 1
        where s.over or s.page <> excluded.page
        returning true into begun;
    end if;
    if found.id is not null then perform set_config('app.workspace', found.workspace_id::text, true); end if;
    entry := (coalesce(v.id, visit), v.ip, v.expires_at, coalesce(v.over, false), v.step, v.furthest, v.action, v.card_hash, v.card_sealed, v.card_read,
      v.holder_id, v.holder_word, v.elsewhere, v.nonce, v.user_id, v.pin_due, v.verified_by,
      v.code_hash, v.code_by, v.code_tries, v.code_ends_at, v.mailed_at, v.texted_at,
      v.failures, v.work_salt, v.work_bits, v.worked,
      coalesce(begun, false),
      case when found.id is not null then to_jsonb(found) - 'automatic_secret' end, found.automatic_secret,
      self_service_count(v.workspace_id, 'failed address ' || network, ten_minutes),
      self_service_count(v.workspace_id, 'failed page ' || found.id, ten_minutes),
      self_service_count(v.workspace_id, 'failed card ' || encode(v.card_hash, 'hex'), ten_minutes),
      self_service_count(v.workspace_id, 'tried page ' || found.id, hour),
      self_service_count(v.workspace_id, 'tried card ' || encode(v.card_hash, 'hex'), hour));
    return next entry;
  end $$;
alter function enter_self_service owner to claviger_super;

-- Normalizes a text for comparison: Unicode NFKC, without surrounding spaces, in lower case.
create function folded(text text) returns text language sql immutable strict parallel safe
  return lower(btrim(normalize(text, nfkc)));

-- Identifiers of a user that no sort column covers: phone, extra attributes, and a login name or employee ID with
-- non-ASCII characters. Few users have any, so the index on them is small.
create function identifiers(login_name text, employee text, phone_country text, phone_number text,
    a1 text, a2 text, a3 text, a4 text, a5 text) returns text[] language sql immutable parallel safe
  return array_remove(array[
    case when octet_length(login_name) <> length(login_name) then 'u' || folded(login_name) end,
    case when octet_length(employee) <> length(employee) then 'e' || folded(employee) end,
    'p' || phone_country || phone_number,
    '1' || folded(a1), '2' || folded(a2), '3' || folded(a3), '4' || folded(a4), '5' || folded(a5)
  ], null);

create index users_identifiers on users using gin (workspace_id, identifiers(user_id, employee_id, phone_country, phone_number,
    scim_attribute_1, scim_attribute_2, scim_attribute_3, scim_attribute_4, scim_attribute_5))
  where deleted_at is null and (phone_number is not null or coalesce(scim_attribute_1, scim_attribute_2, scim_attribute_3,
    scim_attribute_4, scim_attribute_5) is not null or octet_length(user_id) <> length(user_id) or octet_length(employee_id) <> length(employee_id));

-- Active users of the workspace who match all given values. Returns at most two: two matches are ambiguous and count as
-- none. Null values are ignored; words has the format of identifiers(). Row-level security would prevent the use of
-- most of these indexes, so the function runs as claviger_super and filters by workspace itself.
create function find_person(login_name text, employee text, first text, last text, words text[], unit text) returns uuid[]
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off as $$
  declare
    here constant uuid := current_setting('app.workspace')::uuid;
    odd constant text[] := array_remove(words || case when login_name is not null then 'u' || folded(login_name)
      when employee is not null then 'e' || folded(employee) end, null);
    found uuid[] := array[]::uuid[];
  begin
    if login_name is not null then
      found := array(select id from users where workspace_id = here and deleted_at is null and sort_user_id = folded(login_name));
    elsif employee is not null then
      found := array(select id from users where workspace_id = here and deleted_at is null and sort_employee_id = folded(employee));
    elsif cardinality(words) > 0 then null;
    elsif first is not null and last is not null then
      found := array(select id from users where workspace_id = here and deleted_at is null
        and sort_name = left(plain(btrim(normalize(first, nfkc)) || ' ' || btrim(normalize(last, nfkc))), 200));
    elsif coalesce(first, last) is not null then
      found := array(select id from users where workspace_id = here and deleted_at is null
        and search like '% ' || regexp_replace(plain(btrim(normalize(coalesce(first, last), nfkc))), '([\\%_])', '\\\1', 'g') || ' %');
    elsif unit is not null then
      found := array(select m.user_id from organization_units o join unit_members m on m.workspace_id = o.workspace_id and m.unit_id = o.id
        where o.workspace_id = here and folded(o.name) = folded(unit));
    end if;
    if cardinality(odd) > 0 then
      found := found || array(select id from users where workspace_id = here and deleted_at is null
        and (phone_number is not null or coalesce(scim_attribute_1, scim_attribute_2, scim_attribute_3, scim_attribute_4, scim_attribute_5)
          is not null or octet_length(user_id) <> length(user_id) or octet_length(employee_id) <> length(employee_id))
        and identifiers(user_id, employee_id, phone_country, phone_number,
          scim_attribute_1, scim_attribute_2, scim_attribute_3, scim_attribute_4, scim_attribute_5) @> odd);
    end if;
    -- Names match without accents; if any match has exactly the accents entered, only the exact matches count
    return array(select id from (
      select u.id, e.exact, bool_or(e.exact) over () as any_exact from users u cross join lateral (
        select (first is null or folded(u.first_name) = folded(first)) and (last is null or folded(u.last_name) = folded(last))
      ) e (exact)
      where u.workspace_id = here and u.id = any (found)
        and u.deleted_at is null and u.suspended_at is null and u.deactivated_at is null
        and (login_name is null or folded(u.user_id) = folded(login_name))
        and (employee is null or folded(u.employee_id) = folded(employee))
        and (first is null or plain(folded(u.first_name)) = plain(folded(first)))
        and (last is null or plain(folded(u.last_name)) = plain(folded(last)))
        and identifiers(null, null, u.phone_country, u.phone_number, u.scim_attribute_1, u.scim_attribute_2, u.scim_attribute_3,
          u.scim_attribute_4, u.scim_attribute_5) @> words
        and (unit is null or exists (
          select from unit_members m join organization_units o on o.workspace_id = m.workspace_id and o.id = m.unit_id
          where m.workspace_id = here and m.user_id = u.id and folded(o.name) = folded(unit)))
      ) fitting where exact or not any_exact limit 2);
  end $$;
alter function find_person owner to claviger_super;
