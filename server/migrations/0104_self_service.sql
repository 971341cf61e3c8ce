-- room: access/self-service
-- A visit to a card page, quarter of an hour long. Losing it in a crash costs its person a tap and the form, so no call
-- waits for the disk. No foreign key to workspaces: hundreds at once would all lock the same row.
create unlogged table self_service_visits (
  workspace_id uuid not null,
  id uuid not null,
  page text not null check (length(page) <= 60),       -- its address
  ip text not null check (length(ip) <= 45),
  expires_at timestamptz not null,
  over boolean not null default false,                 -- its card was enrolled or has a new PIN; nothing of it may be said again
  step integer not null default 0,                     -- counts every change, so that an answer from elsewhere fits or is dropped
  -- What each step has found; a step that is done again forgets those behind it
  action smallint check (action in (0, 1)),            -- 0 enrollment, 1 PIN recovery
  card_hash bytea check (length(card_hash) = 32),
  card_sealed bytea check (length(card_sealed) <= 200),
  holder_id uuid,                                      -- of the card, where a card may name its holder
  holder_word text check (length(holder_word) <= 40),  -- stands for what the holder would type
  entra boolean not null default false,                -- a sign-in at Entra ID may name the person
  nonce text check (length(nonce) <= 40),
  user_id uuid,
  login_name text check (length(login_name) <= 200),   -- as typed
  verified_by text check (verified_by in ('none', 'email', 'phone', 'selfConfirmation', 'automatic', 'entraId')),
  code_hash bytea check (length(code_hash) = 32),
  code_by text check (code_by in ('email', 'phone')),
  code_tries smallint not null default 0,
  code_ends_at timestamptz,
  mailed_at timestamptz,
  texted_at timestamptz,
  -- Wrong answers, and the work that they cost
  failures smallint not null default 0,
  work_salt text check (length(work_salt) <= 40),
  work_bits smallint,
  worked boolean not null default false,
  primary key (workspace_id, id)
) with (fillfactor = 50);
create unique index self_service_visits_id on self_service_visits (id);
create index self_service_visits_end on self_service_visits (expires_at);
call guard_tenant('self_service_visits');

-- How often something was tried or failed in a window of time; several parts of one, as hundreds count at once.
-- Whom or what it is about stands there as a hash.
create unlogged table self_service_tries (
  workspace_id uuid not null,
  about text not null check (length(about) <= 40),
  since timestamptz not null,
  part smallint not null check (part between 0 and 15),
  count integer not null,
  primary key (workspace_id, about, since, part)
);
create index self_service_tries_time on self_service_tries (since);
call guard_tenant('self_service_tries');

-- Begins a visit, or begins it anew once it is over or at another page; answers a row where it did. The page's address
-- says which workspace it is in, so the transaction is in none yet.
create function begin_self_service_visit(visit uuid, workspace uuid, at_page text, address text, ends timestamptz) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
  declare begun boolean;
  begin
    perform set_config('app.workspace', workspace::text, true);
    perform set_config('synchronous_commit', 'off', true);
    insert into self_service_visits as v (workspace_id, id, page, ip, expires_at) values (workspace, visit, at_page, address, ends)
      on conflict (id) do update set workspace_id = excluded.workspace_id, page = excluded.page, over = false,
        action = null, card_hash = null, card_sealed = null, holder_id = null, holder_word = null, entra = false, nonce = null,
        user_id = null, login_name = null, verified_by = null, code_hash = null, code_by = null, code_tries = 0,
        mailed_at = null, texted_at = null, step = v.step + 1
      where v.over or v.page <> excluded.page
      returning true into begun;
    return coalesce(begun, false);
  end $$;
alter function begin_self_service_visit owner to claviger_super;

-- Enters a visit under way, and with it its workspace; whoever enters it at the same time waits.
create function enter_self_service_visit(visit uuid, at_time timestamptz) returns setof self_service_visits
  language plpgsql security definer set search_path = public, pg_temp as $$
  declare entered self_service_visits;
  begin
    select * into entered from self_service_visits v where v.id = visit and v.expires_at > at_time for update;
    if entered.id is null then return; end if;
    perform set_config('app.workspace', entered.workspace_id::text, true);
    -- What a step keeps may be lost in a crash; the last one asks for more
    perform set_config('synchronous_commit', 'off', true);
    return next entered;
  end $$;
alter function enter_self_service_visit owner to claviger_super;
