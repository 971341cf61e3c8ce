-- room: tenancy/workspace-settings
-- What a workspace has chosen; one that has chosen nothing yet has no row, and the defaults stand.
create table workspace_settings (
  workspace_id uuid primary key references workspaces on delete cascade,
  -- As the contract's PinRules. The default is its defaultPinRules: at least 4 characters, not one repeated, no sequence, no
  -- year, date, or part of the card number.
  pin_rules jsonb not null default '[{"type": 5, "value": 4}, {"type": 6}, {"type": 7}, {"type": 8}]',
  remembered_pin_hours smallint not null default 0 check (remembered_pin_hours between 0 and 720),
  user_panel boolean not null default true,
  user_permissions smallint[] not null default '{101,102,103,104}' check (user_permissions <@ '{101,102,103,104}'),
  card_verification text not null default 'pin' check (card_verification in ('pinless', 'pin')),
  phone_verification text not null default 'always' check (phone_verification in ('always', 'when-locked', 'client-pin')),
  credential_storage smallint not null default 1 check (credential_storage in (1, 2, 3)),
  offline boolean not null default false,
  audit boolean not null default true,
  keys_per_user smallint check (keys_per_user between 1 and 100),  -- null is no limit
  proximity boolean not null default false,
  card_sign_in text not null default 'on' check (card_sign_in in ('on', 'networks', 'off')),
  card_networks text[] not null default '{}' check (cardinality(card_networks) <= 20),
  phone_countries text[] not null default '{}' check (cardinality(phone_countries) <= 60),  -- whither codes go by phone
  identity_provider text not null default 'none' check (identity_provider in ('none', 'manager', 'document')),
  attribute_names text[] not null default '{}' check (cardinality(attribute_names) <= 5),
  activity_days smallint check (activity_days between 30 and 3650),  -- null keeps the log for ever
  updated_at timestamptz not null default now(),
  session_hours smallint check (session_hours between 1 and 8760),  -- null: as the installation says
  -- After how long applications ask users to sign in again; null: never. An application can have an interval of its own.
  reauthentication_minutes integer check (reauthentication_minutes between 5 and 525600)
);
call guard_tenant('workspace_settings');
