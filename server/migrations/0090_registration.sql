-- room: access/registration
create table registrations (
  id uuid primary key,
  kind text not null check (kind in ('work', 'school', 'personal')),
  step text not null check (length(step) <= 40),  -- the furthest step reached
  workspace_id uuid not null,    -- the future workspace; set early because a passkey contains this ID and the owner's
  owner_id uuid not null,
  email text not null check (length(email) <= 254),
  password_hash text check (length(password_hash) <= 200),
  passkey jsonb,                 -- verified; stored until the user exists
  card_sealed bytea check (length(card_sealed) <= 1000),  -- number and PIN of an access card, until the user exists
  first_name text check (length(first_name) <= 100),
  last_name text check (length(last_name) <= 100),
  phone_country text check (length(phone_country) <= 8),
  phone_number text check (length(phone_number) <= 20),
  country text check (length(country) = 2),
  province text check (length(province) <= 100),
  city text check (length(city) <= 100),
  address text check (length(address) <= 300),
  postal_code text check (length(postal_code) <= 9),
  workspace_name text check (length(workspace_name) <= 100),
  workspace_slug text check (length(workspace_slug) <= 63),
  icon_media_type text,
  icon bytea check (length(icon) < 1048576),
  referrer text check (length(referrer) <= 100),
  agreed_at timestamptz not null,
  email_proven_at timestamptz,
  identity_confirmed_at timestamptz,
  challenge bytea,               -- of the current WebAuthn ceremony
  challenge_expires_at timestamptz,
  code_for text check (length(code_for) <= 40),  -- the step that the code is for
  code_hash bytea,
  code_tries integer not null default 0,
  code_sent_at timestamptz,
  code_expires_at timestamptz,
  resume_hash bytea not null,
  -- Of its sessions; resuming by email increases it, which ends earlier sessions
  generation smallint not null default 1,
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  promo_code text check (length(promo_code) <= 32),  -- redeemed when the registration completes
  promo_tries smallint not null default 0,
  time_zone text check (length(time_zone) <= 64),  -- of the future workspace
  setup boolean not null default false,  -- started with the first-start link of the installation
  -- The current identity check at the operator's provider. The provider's answer is never stored.
  identity_check jsonb check (length(identity_check::text) <= 1000)
);
create index registrations_expiry on registrations (expires_at);
create unique index registrations_resume on registrations (resume_hash);

-- Accepted proofs of work: the primary key makes each usable only once.
create table spent_proofs (
  proof bytea primary key,
  expires_at timestamptz not null
);
create index spent_proofs_expiry on spent_proofs (expires_at);

-- Returns whether the workspace of the super administrators exists. Security definer, because a registration can't see
-- any workspace yet.
create function is_installation_set_up() returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select exists (select from workspaces where installation) $$;
alter function is_installation_set_up owner to claviger_super;
