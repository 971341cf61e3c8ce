-- room: billing/prices
-- Price tables of all workspaces, by the day from which they apply. The next one of the same currency ends them.
create table price_tables (
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  valid_from date not null,
  content jsonb not null,         -- as the contract's PriceTable
  saved_at timestamptz not null,
  primary key (currency, valid_from)
);
revoke insert, update, delete on price_tables from claviger_app, claviger_unit;
