-- room: sso/second-factor
-- When what asks for a second factor was last heard, and last refused: so that an administrator sees whether it is set up.
create table second_factor_calls (
  workspace_id uuid not null,
  application_id uuid not null,
  heard_at timestamptz,
  refused_at timestamptz,
  primary key (workspace_id, application_id),
  foreign key (workspace_id, application_id) references applications on delete cascade
);
call guard_tenant('second_factor_calls');

-- By what the software of Duo proved itself is good once: the hash of its id, until it would have ended.
create table second_factor_proofs (
  workspace_id uuid not null,
  application_id uuid not null,
  proof_hash bytea not null check (length(proof_hash) = 32),
  expires_at timestamptz not null,
  primary key (workspace_id, application_id, proof_hash),
  foreign key (workspace_id, application_id) references applications on delete cascade
);
create index second_factor_proofs_end on second_factor_proofs (expires_at);
call guard_tenant('second_factor_proofs');
