-- room: billing/marketplace
-- Subscriptions that were bought in the cloud marketplace and approved by a workspace
create table marketplace_purchases (
  workspace_id uuid not null references workspaces on delete cascade,
  subscription_id uuid not null,
  name text not null check (length(name) <= 200),
  offer text not null check (length(offer) <= 100),
  plan text not null check (length(plan) <= 100),
  quantity integer check (quantity >= 0),
  status smallint not null check (status between 0 and 3),
  buyer text not null check (length(buyer) <= 254),
  approved_at timestamptz not null,
  changed_at timestamptz not null,
  metered_to timestamptz not null,  -- the end of the last hour that was counted; it may not be sent yet
  primary key (workspace_id, subscription_id)
);
call guard_tenant('marketplace_purchases');

-- Maps a subscription to its workspace: each purchase belongs to one workspace, and notifications of the marketplace
-- name only the subscription.
create table marketplace_subscriptions (
  subscription_id uuid primary key,
  workspace_id uuid not null,
  foreign key (workspace_id, subscription_id) references marketplace_purchases on delete cascade
);
create index marketplace_subscriptions_of on marketplace_subscriptions (workspace_id, subscription_id);
call guard_tenant('marketplace_subscriptions');
revoke insert, update, delete on marketplace_subscriptions from claviger_app, claviger_unit;

create function keep_subscription() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$ begin
  insert into marketplace_subscriptions values (new.subscription_id, new.workspace_id);
  return null;
end $$;
alter function keep_subscription owner to claviger_super;
create trigger marketplace_purchases_come after insert on marketplace_purchases
  for each row execute function keep_subscription();

-- Verified operations of the marketplace; the primary key prevents an operation from being applied twice
create table marketplace_operations (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  subscription_id uuid not null,
  action text not null check (length(action) <= 40),
  done_at timestamptz not null,
  primary key (workspace_id, id)
);
call guard_tenant('marketplace_operations');

-- Usage of each hour and dimension. The server commits a row before it sends it, so that it never sends two quantities
-- for the same hour.
create table marketplace_usage (
  workspace_id uuid not null references workspaces on delete cascade,
  subscription_id uuid not null,
  dimension text not null check (length(dimension) <= 100),
  hour timestamptz not null,
  quantity integer not null check (quantity >= 0),
  plan text not null check (length(plan) <= 100),
  state text not null check (state in ('waiting', 'sent', 'refused')),
  answer text check (length(answer) <= 200),
  primary key (workspace_id, subscription_id, dimension, hour)
);
create index marketplace_usage_waiting on marketplace_usage (hour) where state = 'waiting';
call guard_tenant('marketplace_usage');
