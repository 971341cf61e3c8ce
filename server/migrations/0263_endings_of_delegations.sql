-- room: access/delegations
-- A tool that acts for a user stops for good when the workspace is disabled; enabling it does not revive the tool.
create function end_delegations_of_workspace() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$ begin
    delete from delegations where workspace_id = new.id;
    return null;
end $$;
alter function end_delegations_of_workspace owner to claviger_super;
create trigger workspaces_end_delegations after update on workspaces
  for each row when ((old.status = 0) <> (new.status = 0)) execute function end_delegations_of_workspace();
