-- room: keys/vault
-- Private keys in the hardware security module that no passkey needs; they stand here until the module has destroyed them.
-- A key that is being made stands here too, until its passkey is stored: a process that dies in between leaves none behind.
create table unneeded_module_keys (
  workspace_id uuid not null,  -- no foreign key: they outlive their workspace
  kept bytea not null check (length(kept) <= 200),  -- what the module knows the key by
  due_at timestamptz not null,
  tries smallint not null default 0,
  primary key (workspace_id, kept)
);
create index unneeded_module_keys_due on unneeded_module_keys (due_at);
call guard_tenant('unneeded_module_keys');

-- Passkeys go in many ways: one by one, with their card, their user, their workspace
create function leave_module_key() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    insert into unneeded_module_keys (workspace_id, kept, due_at) values (old.workspace_id, old.vault_key, now())
      on conflict do nothing;
    return null;
end $$;
alter function leave_module_key owner to claviger_super;
create trigger held_credentials_leave_module_key after delete on held_credentials
  for each row when (old.vault = 'pkcs11') execute function leave_module_key();
