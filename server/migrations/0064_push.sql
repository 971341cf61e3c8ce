-- room: keys/push
-- Browsers of phones that may be told of a sign-in. What stands here is no secret: only whoever signs with our key may
-- send to an endpoint, and sends nothing that names anybody.
create table push_subscriptions (
  workspace_id uuid not null,
  id uuid not null,
  security_key_id uuid not null,
  endpoint text not null check (length(endpoint) <= 1000),
  public_key bytea not null check (length(public_key) = 65),
  auth bytea not null check (length(auth) = 16),
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, security_key_id) references security_keys on delete cascade
);
create unique index push_subscriptions_endpoint on push_subscriptions (workspace_id, endpoint);
create index push_subscriptions_of_key on push_subscriptions (workspace_id, security_key_id);
call guard_tenant('push_subscriptions');
