-- room: billing/cards
-- Customer ID of each workspace at the payment service
create table payment_customers (
  workspace_id uuid primary key references workspaces on delete cascade,
  reference text not null check (length(reference) between 1 and 255)
);
call guard_tenant('payment_customers');

-- Credit cards stored at the payment service. Card numbers and security codes are never stored here
create table payment_cards (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  reference text not null check (length(reference) between 1 and 255),  -- ID at the payment service
  brand text not null check (length(brand) between 1 and 40),
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  expiration_month smallint not null check (expiration_month between 1 and 12),
  expiration_year smallint not null check (expiration_year between 2000 and 2100),
  name_on_card text not null check (length(name_on_card) <= 100),
  address text not null check (length(address) <= 300),
  country text not null check (country ~ '^[A-Z]{2}$'),
  province text check (length(province) <= 100),
  city text not null check (length(city) <= 100),
  postal_code text not null check (length(postal_code) <= 9),
  is_default boolean not null,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, reference)
);
create unique index payment_cards_default on payment_cards (workspace_id) where is_default;
call guard_tenant('payment_cards');
