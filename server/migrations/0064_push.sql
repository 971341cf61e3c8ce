-- room: keys/push
-- Phone browsers that receive push notifications about sign-ins. The rows are no secrets: push services accept only
-- messages that are signed with the installation's key (VAPID, RFC 8292), and our messages contain no names.
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
