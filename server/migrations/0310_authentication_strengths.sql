-- room: decide/strengths
-- Requirements for a sign-in, with a name that policies and applications refer to. The presets are in the contract.
create table authentication_strengths (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  description text not null default '' check (length(description) <= 500),
  content jsonb not null check (length(content::text) <= 10000),
  version integer not null default 1 check (version >= 1),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  changed_by text not null check (length(changed_by) <= 260),
  primary key (workspace_id, id)
);
create unique index authentication_strengths_name on authentication_strengths (workspace_id, lower(name));
call guard_tenant('authentication_strengths');
