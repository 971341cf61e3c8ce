-- room: billing/plans
-- Billing terms of a workspace. A workspace without a row has the default terms of new workspaces.
create table billing_policies (
  workspace_id uuid primary key references workspaces on delete cascade,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  key_limit integer check (key_limit >= 0),      -- set by super administrators
  own_limit integer check (own_limit >= 0),      -- set by administrators of the workspace
  discount integer not null default 0 check (discount between 0 and 10000),  -- hundredths of a percent
  exempt boolean not null default false,
  payment_method smallint check (payment_method in (0, 1)),  -- 0 credit card, 1 wire
  buyer jsonb,                    -- in the shape of the contract's BillingAddress
  email text check (length(email) <= 254),
  updated_at timestamptz not null
);
call guard_tenant('billing_policies');

-- The plan of a workspace from `from_day` until the next row. Before the first row, the plan is pay as you go.
create table plan_changes (
  workspace_id uuid not null references workspaces on delete cascade,
  from_day date not null,
  plan smallint not null check (plan between 1 and 3),  -- 1 pay as you go, 2 prepaid, 3 fixed prepaid
  licenses integer check (licenses >= 0),
  primary key (workspace_id, from_day),
  check ((licenses is null) = (plan = 1))
);
call guard_tenant('plan_changes');
