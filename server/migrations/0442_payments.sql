-- room: billing/payments
-- Attempts to charge invoices. The server commits a row before it sends the request to the payment service. If the
-- response is lost, the server looks up the payment.
create table payments (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  invoice_id uuid not null,
  attempt integer not null check (attempt between 1 and 1000),
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  state smallint not null check (state between 1 and 4),
  card_id uuid,                    -- no foreign key: the payment outlives the card
  card text check (length(card) <= 80),
  card_reference text not null check (length(card_reference) <= 255),
  customer text not null check (length(customer) <= 255),
  on_session boolean not null,
  reference text check (length(reference) <= 255),
  failure text check (length(failure) <= 300),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  retry_at timestamptz,
  refunded bigint not null default 0 check (refunded between 0 and amount),
  primary key (workspace_id, id),
  unique (workspace_id, invoice_id, attempt)
);
-- An invoice has at most one charge in progress, even if a job and a user start one at the same time
create unique index payments_running on payments (workspace_id, invoice_id) where state in (1, 2);
create index payments_reference on payments (reference) where reference is not null;
create index payments_retry on payments (retry_at) where retry_at is not null;
call guard_tenant('payments');

create table payment_refunds (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  payment_id uuid not null,
  amount bigint not null check (amount > 0),
  state smallint not null check (state between 1 and 3),
  reason text not null check (length(reason) <= 200),
  reference text check (length(reference) <= 255),
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, payment_id) references payments on delete cascade
);
create index payment_refunds_payment on payment_refunds (workspace_id, payment_id);
call guard_tenant('payment_refunds');

create table payment_disputes (
  workspace_id uuid not null references workspaces on delete cascade,
  reference text not null check (length(reference) between 1 and 255),
  payment_id uuid not null,
  amount bigint not null,
  reason text not null check (length(reason) <= 100),
  status text not null check (length(status) <= 60),
  opened_at timestamptz not null,
  primary key (workspace_id, reference),
  foreign key (workspace_id, payment_id) references payments on delete cascade
);
create index payment_disputes_payment on payment_disputes (workspace_id, payment_id);
call guard_tenant('payment_disputes');

-- Webhook events of the payment service; the primary key prevents handling one twice. The installation has one account
-- at the service, so events belong to no workspace.
create table payment_events (
  id text primary key check (length(id) between 1 and 255),
  type text not null check (length(type) <= 100),
  subject text not null check (length(subject) <= 255),
  received_at timestamptz not null,
  done_at timestamptz
);
create index payment_events_time on payment_events (received_at);
revoke all on payment_events from claviger_app, claviger_unit;
