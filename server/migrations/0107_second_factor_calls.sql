-- room: sso/second-factor
-- Last accepted and last refused request of each application, so that an administrator can check its configuration.
create table second_factor_calls (
  workspace_id uuid not null,
  application_id uuid not null,
  heard_at timestamptz,
  refused_at timestamptz,
  primary key (workspace_id, application_id),
  foreign key (workspace_id, application_id) references applications on delete cascade
);
call guard_tenant('second_factor_calls');

-- Client assertions of Duo-compatible applications, each accepted only once: hash of the assertion's ID, stored until
-- the assertion expires.
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
