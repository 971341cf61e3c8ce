-- room: billing/bills
-- Invoices and credit notes. The content of an issued bill never changes; only its status, buyer, payment columns, and
-- dispute flag can. No foreign key: bills outlive their workspace.
create table bills (
  workspace_id uuid not null,
  id uuid not null,
  kind smallint not null check (kind in (1, 2)),               -- 1 invoice, 2 credit note
  number text check (length(number) <= 40),                    -- null: draft
  corrects uuid,
  status smallint not null check (status in (0, 1, 2, 3)),     -- 0 current, 1 paid, 2 overdue, 3 pending
  plan smallint not null check (plan between 1 and 3),
  from_day date not null,
  to_day date not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  keys integer not null,
  price bigint not null,
  lines jsonb not null,                                        -- in the shape of the contract's BillLine
  subtotal bigint not null,
  tax_rate integer not null check (tax_rate between 0 and 10000),
  reverse_charge boolean not null,
  tax bigint not null,
  total bigint not null check (total = subtotal + tax),
  seller jsonb not null,
  buyer jsonb,
  workspace_name text not null check (length(workspace_name) <= 100),
  language text not null check (length(language) <= 5),
  payment_method smallint check (payment_method in (0, 1)),
  paid bigint not null default 0,
  credited bigint not null default 0,
  refunded bigint not null default 0,
  disputed boolean not null default false,
  issued_at timestamptz,
  due_day date,
  paid_at timestamptz,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  check (to_day >= from_day),
  check ((number is null) = (status = 0)),
  check ((number is null) = (issued_at is null))
);
create unique index bills_number on bills (number) where number is not null;
create index bills_by_period on bills (workspace_id, from_day, id);
create index bills_by_total on bills (workspace_id, total, id);
create index bills_of_all on bills (from_day, id);
create index bills_due on bills (due_day, workspace_id, id) where status in (2, 3);
create index bills_by_id on bills (id);
create index bills_correcting on bills (workspace_id, corrects) where corrects is not null;
call guard_tenant('bills');

create function keep_issued_bill() returns trigger language plpgsql as $$ begin
  if tg_op = 'DELETE' then
    raise exception 'an issued bill is never deleted' using errcode = '23514', constraint = 'bills_stay';
  end if;
  if (new.workspace_id, new.id, new.kind, new.number, new.corrects, new.plan, new.from_day, new.to_day, new.currency, new.keys,
      new.price, new.lines, new.subtotal, new.tax_rate, new.reverse_charge, new.tax, new.total, new.seller, new.buyer,
      new.workspace_name, new.language, new.issued_at, new.due_day, new.created_at)
    is distinct from (old.workspace_id, old.id, old.kind, old.number, old.corrects, old.plan, old.from_day, old.to_day,
      old.currency, old.keys, old.price, old.lines, old.subtotal, old.tax_rate, old.reverse_charge, old.tax, old.total,
      old.seller, old.buyer, old.workspace_name, old.language, old.issued_at, old.due_day, old.created_at) then
    raise exception 'an issued bill never changes' using errcode = '23514', constraint = 'bills_stay';
  end if;
  return new;
end $$;
create trigger bills_stay before update or delete on bills
  for each row when (old.number is not null) execute function keep_issued_bill();

-- The last number of each series and year. The transaction that issues a bill locks the row until it commits, so
-- numbers have no gaps.
create table bill_series (
  prefix text not null check (length(prefix) <= 20),
  year smallint not null,
  last integer not null,
  primary key (prefix, year)
);
revoke insert, update, delete on bill_series from claviger_unit;

-- Closed billing periods of a workspace. `bill_id` is null for a period without charges.
create table billing_periods (
  workspace_id uuid not null references workspaces on delete cascade,
  from_day date not null,
  to_day date not null,
  bill_id uuid,
  closed_at timestamptz not null,
  primary key (workspace_id, from_day),
  check (to_day >= from_day)
);
create unique index billing_periods_end on billing_periods (workspace_id, to_day);
call guard_tenant('billing_periods');

-- Payments for a bill, and refunds as negative amounts. A reference is unique per bill, so a repeated message of the
-- payment provider doesn't count twice.
create table bill_payments (
  workspace_id uuid not null,
  bill_id uuid not null,
  reference text not null check (length(reference) between 1 and 200),
  amount bigint not null,
  method smallint not null check (method in (0, 1)),
  received_at timestamptz not null,
  by_name text check (length(by_name) <= 260),
  primary key (workspace_id, bill_id, reference),
  foreign key (workspace_id, bill_id) references bills
);
call guard_tenant('bill_payments');

-- Reminders already sent, by days after the due day (negative: before it).
create table bill_reminders (
  workspace_id uuid not null,
  bill_id uuid not null,
  days smallint not null check (days in (-7, 0, 7, 14)),
  sent_at timestamptz not null,
  primary key (workspace_id, bill_id, days),
  foreign key (workspace_id, bill_id) references bills
);
call guard_tenant('bill_reminders');
