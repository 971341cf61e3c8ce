-- room: keys/computers
-- What an agent on a computer must know to register, besides a Clients key.
create table agent_secrets (
  workspace_id uuid primary key references workspaces on delete cascade,
  hash bytea not null check (length(hash) = 32),
  made_by_name text not null check (length(made_by_name) <= 260),
  made_at timestamptz not null
);
call guard_tenant('agent_secrets');
