-- room: directories/on-behalf
-- Passkeys that administrators had registered elsewhere for their people. The passkey itself is the card's, and stands
-- there before the other side hears of it: whatever dies in between, it is found again by its id.
create table on_behalf_passkeys (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  service text not null check (service in ('entra', 'okta')),
  connection_id uuid not null,    -- no foreign key, nor of the user: a passkey is removed there after both have gone here
  anchor text not null check (length(anchor) between 1 and 400),
  user_id uuid not null,
  user_name text not null check (length(user_name) <= 260),
  work_id uuid,                   -- the run that it belongs to
  state text not null check (state in ('making', 'registered', 'gone', 'removing', 'left')),  -- gone: somebody removed it there
  held_id uuid,                   -- of the card's passkey; null before it is made and once it has gone
  credential_id bytea check (length(credential_id) = 32),
  remote_id text check (length(remote_id) <= 400),
  name text not null check (length(name) <= 60),  -- as it is called there
  by_id uuid,
  by_name text not null check (length(by_name) <= 260),
  claimed_until timestamptz,      -- somebody is at it
  due_at timestamptz,             -- when it is next looked after
  looked_at timestamptz not null default now(),   -- whether it is still there
  tries smallint not null default 0,
  reason text check (length(reason) <= 300),      -- why it could not be removed
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (workspace_id, id)
);
-- Nobody gets two at one service, whoever asks at once
create unique index on_behalf_passkeys_once on on_behalf_passkeys (workspace_id, service, user_id)
  where state in ('making', 'registered');
create index on_behalf_passkeys_held on on_behalf_passkeys (workspace_id, held_id) where held_id is not null;
create index on_behalf_passkeys_of_user on on_behalf_passkeys (workspace_id, user_id);
create index on_behalf_passkeys_due on on_behalf_passkeys (due_at) where due_at is not null;
create index on_behalf_passkeys_look on on_behalf_passkeys (looked_at) where state = 'registered';
call guard_tenant('on_behalf_passkeys');

-- A card's passkey goes in many ways: by itself, with its card, with its owner. Then it is to go there as well.
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
