-- room: keys/computers
-- The secret that an agent needs, in addition to an API key of the type Clients, to register its computer. The table
-- stores only a hash.
create table agent_secrets (
  workspace_id uuid primary key references workspaces on delete cascade,
  hash bytea not null check (length(hash) = 32),
  made_by_name text not null check (length(made_by_name) <= 260),
  made_at timestamptz not null
);
call guard_tenant('agent_secrets');
