-- room: tenancy/second-person
-- Requests of a super administrator that another super administrator must confirm. A workspace has at most one request
-- of each kind.
create table second_person_requests (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  kind smallint not null check (kind in (1, 2, 3)),  -- 1 deletion, 2 reset, 3 owner change
  new_owner_id uuid,                                 -- only for kind 3; the server checks it again on confirmation
  new_owner text check (length(new_owner) <= 260),
  home_id uuid not null,  -- the installation's workspace, where the super administrator is a user; no foreign key
  asked_by_id uuid not null,
  asked_by text not null check (length(asked_by) <= 260),
  asked_at timestamptz not null,
  until timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, kind),
  check ((kind = 3) = (new_owner_id is not null))
);
call guard_tenant('second_person_requests');
