-- room: billing/prices
-- Price tables for all workspaces. A table applies from valid_from until the next table of the same currency starts.
create table price_tables (
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  valid_from date not null,
  content jsonb not null,         -- PriceTable of the contract
  saved_at timestamptz not null,
  primary key (currency, valid_from)
);
revoke insert, update, delete on price_tables from claviger_app, claviger_unit;
