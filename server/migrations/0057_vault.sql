-- room: keys/vault
-- Private keys in the hardware security module that no passkey uses. A row is deleted when the module has destroyed its
-- key. The server also adds a row before it creates a key and deletes it when the passkey is stored. If the process
-- dies in between, a background job destroys the key.
create table unneeded_module_keys (
  workspace_id uuid not null,  -- no foreign key: they outlive their workspace
  kept bytea not null check (length(kept) <= 200),  -- identifies the key in the module
  due_at timestamptz not null,
  tries smallint not null default 0,
  primary key (workspace_id, kept)
);
create index unneeded_module_keys_due on unneeded_module_keys (due_at);
call guard_tenant('unneeded_module_keys');

-- A trigger, because passkeys are deleted in many ways: alone, or together with their card, user, or workspace
create function leave_module_key() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    insert into unneeded_module_keys (workspace_id, kept, due_at) values (old.workspace_id, old.vault_key, now())
      on conflict do nothing;
    return null;
end $$;
alter function leave_module_key owner to claviger_super;
create trigger held_credentials_leave_module_key after delete on held_credentials
  for each row when (old.vault = 'pkcs11') execute function leave_module_key();
