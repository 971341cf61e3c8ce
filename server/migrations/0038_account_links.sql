-- room: people/account-links
-- Emailed links. With most of them a user creates a passkey (invitation, recovery, first super administrator) or
-- activates an assigned key. The others confirm that a key belongs to the user, or that the old mailbox allows a new
-- email address. Each link can be used once.
create table account_links (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  purpose text not null check (purpose in ('activation', 'recovery', 'super-admin', 'card', 'hardware', 'phone', 'waiting', 'address')),
  key_id uuid,                    -- the key to activate ('card', 'hardware', 'phone') or to confirm ('waiting')
  secret_hash bytea not null,
  challenge bytea,
  made_by text check (length(made_by) <= 260),  -- who sent it; null if it has no particular sender
  opened_at timestamptz,
  used_at timestamptz,            -- or when it ended unused: a newer link replaced it, or its purpose no longer exists
  withdrawn boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references users on delete cascade
);
create index account_links_of_user on account_links (workspace_id, user_id);
call guard_tenant('account_links');
