-- room: directories/on-behalf
-- Passkeys that administrators registered at Entra ID or Okta for their users. The passkey is stored with the card
-- before the server registers it at the provider. If the server stops in between, it finds the passkey there by its
-- credential ID.
create table on_behalf_passkeys (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  service text not null check (service in ('entra', 'okta')),
  -- No foreign keys to connection and user: the passkey is removed at the provider after either is deleted here
  connection_id uuid not null,
  anchor text not null check (length(anchor) between 1 and 400),
  user_id uuid not null,
  user_name text not null check (length(user_name) <= 260),
  work_id uuid,                   -- the run that created it
  -- gone: no longer at the provider; left: the server gave up removing it
  state text not null check (state in ('making', 'registered', 'gone', 'removing', 'left')),
  held_id uuid,                   -- the card's passkey; null before it is created and after it is deleted
  credential_id bytea check (length(credential_id) = 32),
  remote_id text check (length(remote_id) <= 400),
  name text not null check (length(name) <= 60),  -- name of the passkey at the provider
  by_id uuid,
  by_name text not null check (length(by_name) <= 260),
  claimed_until timestamptz,      -- until then, one process works on this registration
  due_at timestamptz,             -- when the scheduled task handles it next
  looked_at timestamptz not null default now(),   -- last check that the provider still has it
  tries smallint not null default 0,
  reason text check (length(reason) <= 300),      -- why it could not be removed
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (workspace_id, id)
);
-- One passkey per user and service, even if several administrators start a registration at the same time
create unique index on_behalf_passkeys_once on on_behalf_passkeys (workspace_id, service, user_id)
  where state in ('making', 'registered');
create index on_behalf_passkeys_held on on_behalf_passkeys (workspace_id, held_id) where held_id is not null;
create index on_behalf_passkeys_of_user on on_behalf_passkeys (workspace_id, user_id);
create index on_behalf_passkeys_due on on_behalf_passkeys (due_at) where due_at is not null;
create index on_behalf_passkeys_look on on_behalf_passkeys (looked_at) where state = 'registered';
call guard_tenant('on_behalf_passkeys');

-- A card's passkey can be deleted by itself, with its card, or with its user. A trigger covers all cases: the passkey
-- is then also removed at the provider.
create function leave_passkey_elsewhere() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    update on_behalf_passkeys set state = 'removing', held_id = null, due_at = now(), tries = 0, claimed_until = null,
        changed_at = now()
      where workspace_id = old.workspace_id and held_id = old.id and state in ('making', 'registered');
    delete from on_behalf_passkeys where workspace_id = old.workspace_id and held_id = old.id and state = 'gone';
    return null;
end $$;
alter function leave_passkey_elsewhere owner to claviger_super;
create trigger held_credentials_leave_passkey_elsewhere after delete on held_credentials
  for each row execute function leave_passkey_elsewhere();
