-- room: billing/promo-codes
create table promo_codes (
  id uuid primary key,
  code text not null check (code ~ '^[A-Z0-9-]{8,32}$'),
  days integer not null check (days between 0 and 3650),
  keys integer not null check (keys between 0 and 100000),
  percent integer not null check (percent between 0 and 10000),  -- hundredths of a percent
  months smallint not null check (months between 1 and 120),
  uses integer not null default 0,
  most_uses integer check (most_uses >= 1),
  ends_on date,
  created_at timestamptz not null,
  constraint promo_codes_uses check (uses <= most_uses),
  check (days + keys + percent > 0)
);
create unique index promo_codes_code on promo_codes (code);
create index promo_codes_by_time on promo_codes (created_at, id);
revoke insert, update, delete on promo_codes from claviger_app, claviger_unit;

-- Codes that a workspace redeemed. Their benefits are copied, so they remain when the code expires.
create table promo_uses (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  promo_id uuid not null references promo_codes,
  code text not null,
  keys integer not null,
  percent integer not null,
  days integer not null,
  from_day date not null,
  to_day date not null,
  by_name text not null check (length(by_name) <= 260),
  at timestamptz not null,
  primary key (workspace_id, id)
);
create unique index promo_uses_once on promo_uses (workspace_id, promo_id);
create index promo_uses_of_code on promo_uses (promo_id, at, id);
call guard_tenant('promo_uses');

-- Redeems a code that is valid on the given day. The update locks the row, so two users can't take the last use.
create function take_promo_code(text_of_code text, today date) returns setof promo_codes language sql security definer
  set search_path = public, pg_temp as $$
    update promo_codes p set uses = uses + 1
      where p.code = text_of_code and (p.ends_on is null or p.ends_on >= today) and (p.most_uses is null or p.uses < p.most_uses)
      returning p.* $$;
alter function take_promo_code owner to claviger_super;

-- Number of wrong codes that a workspace entered within an hour, to limit guessing.
create table promo_guesses (
  workspace_id uuid primary key references workspaces on delete cascade,
  tries smallint not null,
  since timestamptz not null
);
call guard_tenant('promo_guesses');
