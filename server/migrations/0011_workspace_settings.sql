-- room: tenancy/workspace-settings
-- Settings of a workspace. A workspace that has never changed a setting has no row and uses the defaults.
create table workspace_settings (
  workspace_id uuid primary key references workspaces on delete cascade,
  -- PinRules of the contract. The default equals its defaultPinRules: at least 4 characters, not one character
  -- repeated, no sequence, and no year, date, or part of the card number.
  pin_rules jsonb not null default '[{"type": 5, "value": 4}, {"type": 6}, {"type": 7}, {"type": 8}]',
  remembered_pin_hours smallint not null default 0 check (remembered_pin_hours between 0 and 720),
  user_panel boolean not null default true,
  user_permissions smallint[] not null default '{101,102,103,104}' check (user_permissions <@ '{101,102,103,104}'),
  card_verification text not null default 'pin' check (card_verification in ('pinless', 'pin')),
  phone_verification text not null default 'always' check (phone_verification in ('always', 'when-locked', 'client-pin')),
  credential_storage smallint not null default 1 check (credential_storage in (1, 2, 3)),
  offline boolean not null default false,
  audit boolean not null default true,
  keys_per_user smallint check (keys_per_user between 1 and 100),  -- null: no limit
  proximity boolean not null default false,
  card_sign_in text not null default 'on' check (card_sign_in in ('on', 'networks', 'off')),
  card_networks text[] not null default '{}' check (cardinality(card_networks) <= 20),
  -- Countries whose phone numbers can receive codes; empty: none
  phone_countries text[] not null default '{}' check (cardinality(phone_countries) <= 60),
  identity_provider text not null default 'none' check (identity_provider in ('none', 'manager', 'document')),
  attribute_names text[] not null default '{}' check (cardinality(attribute_names) <= 5),
  activity_days smallint check (activity_days between 30 and 3650),  -- null: the log is kept forever
  updated_at timestamptz not null default now(),
  session_hours smallint check (session_hours between 1 and 8760),  -- null: default of the installation
  -- Interval after which applications ask users to sign in again; null: never. An application can set its own interval.
  reauthentication_minutes integer check (reauthentication_minutes between 5 and 525600)
);
call guard_tenant('workspace_settings');
