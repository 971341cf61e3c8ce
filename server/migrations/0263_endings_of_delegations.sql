-- room: access/delegations
-- Disabling a workspace ends the delegations of tools that act for users. Enabling it again does not restore them.
create function end_delegations_of_workspace() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$ begin
    delete from delegations where workspace_id = new.id;
    return null;
end $$;
alter function end_delegations_of_workspace owner to claviger_super;
create trigger workspaces_end_delegations after update on workspaces
  for each row when ((old.status = 0) <> (new.status = 0)) execute function end_delegations_of_workspace();
