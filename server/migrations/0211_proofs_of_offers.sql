-- room: keys/security-keys
-- The rules for keys of administrators apply as soon as a role is offered (decision 40): a key that was never used
-- waits for its owner's confirmation. If the offer ends and the user has no other role, the key no longer waits.
create function weigh_proofs_of_offer() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ declare
    facts constant jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
    person constant uuid := coalesce(facts ->> 'to_user', facts ->> 'user_id')::uuid;
    here constant uuid := facts ->> 'workspace_id';
  begin
    if tg_op <> 'DELETE' then
      update security_keys set proof_due = true, proof_counts_at = null
        where workspace_id = here and user_id = person and proved_at is null and last_used_at is null and not proof_due;
    elsif not has_rank(here, person) then
      update security_keys set proof_due = false, proof_counts_at = null
        where workspace_id = here and user_id = person and proof_due;
    end if;
    return null;
end $$;
alter function weigh_proofs_of_offer owner to claviger_super;
create trigger pending_roles_weigh_proofs after insert or delete on pending_roles
  for each row execute function weigh_proofs_of_offer();
create trigger owner_changes_weigh_proofs after insert or update of to_user or delete on owner_changes
  for each row execute function weigh_proofs_of_offer();
