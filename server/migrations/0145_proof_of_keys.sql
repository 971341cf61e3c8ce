-- room: keys/security-keys
-- A key, or what opens it, that comes to somebody with administrative permissions opens nothing until its owner proves it
-- (decision 22). It is decided here, so that no way by which keys come can forget it: whoever writes says only when the
-- owner proved it.
create function has_rank(workspace uuid, person uuid) returns boolean language sql stable security definer
  set search_path = public, pg_temp
  as $$ select exists (select from administrators a where a.workspace_id = workspace and a.user_id = person)
    or exists (select from super_administrators s where s.workspace_id = workspace and s.user_id = person) $$;
alter function has_rank owner to claviger_super;

create function weigh_proof() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ declare
    -- What a badge alone could open, or another PIN than the one its owner knows
    opened_anew constant boolean := tg_op = 'INSERT' or new.user_id <> old.user_id
      or new.card_hash is distinct from old.card_hash
      -- A PIN sealed by another key of the workspace is written alone, and does not come here
      or new.pin_sealed is distinct from old.pin_sealed
      or (new.pin_due and not old.pin_due) or (old.status = 30 and new.status <> 30)
      or (coalesce(new.verification = 3, false) and old.verification is distinct from 3);
  begin
    if new.proved_at is not null and (tg_op = 'INSERT' or new.proved_at is distinct from old.proved_at) then
      new.proof_due := false;
      new.proof_counts_at := null;
    elsif opened_anew then
      new.proved_at := null;
      new.proof_due := has_rank(new.workspace_id, new.user_id);
      new.proof_counts_at := null;
    end if;
    return new;
end $$;
alter function weigh_proof owner to claviger_super;
create trigger security_keys_weigh_proof
  before insert or update of user_id, card_hash, pin_set_at, pin_due, status, verification, proved_at on security_keys
  for each row execute function weigh_proof();

-- Whoever comes to rank keeps the keys that they used; one that came from elsewhere and was never used waits.
create function weigh_proofs_of_person() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    if tg_op = 'INSERT' then
      update security_keys set proof_due = true, proof_counts_at = null
        where workspace_id = new.workspace_id and user_id = new.user_id and proved_at is null and last_used_at is null;
    elsif not has_rank(old.workspace_id, old.user_id) then
      update security_keys set proof_due = false, proof_counts_at = null
        where workspace_id = old.workspace_id and user_id = old.user_id and proof_due;
    end if;
    return null;
end $$;
alter function weigh_proofs_of_person owner to claviger_super;
create trigger administrators_weigh_proofs after insert or delete on administrators
  for each row execute function weigh_proofs_of_person();
create trigger super_administrators_weigh_proofs after insert or delete on super_administrators
  for each row execute function weigh_proofs_of_person();
