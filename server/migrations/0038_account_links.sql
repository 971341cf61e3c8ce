-- room: people/account-links
-- Mailed links that let somebody make a passkey: invitation, recovery, first super administrator, or activate a key that
-- was assigned; or by which its owner says whether a key is theirs. Single use.
create table account_links (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  purpose text not null check (purpose in ('activation', 'recovery', 'super-admin', 'card', 'hardware', 'phone', 'waiting', 'address')),
  key_id uuid,                    -- the key that waits to be activated, or to be proved, by the last four purposes
  secret_hash bytea not null,
  challenge bytea,
  made_by text check (length(made_by) <= 260),  -- who sent it; null for nobody in particular
  opened_at timestamptz,
  used_at timestamptz,            -- or when it ended without having been used, by a newer one or with what it was for
  withdrawn boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references users on delete cascade
);
create index account_links_of_user on account_links (workspace_id, user_id);
call guard_tenant('account_links');
