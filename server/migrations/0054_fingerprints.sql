-- room: keys/fingerprints
-- Fingerprint enrollments. An administrator or the owner starts one; reader software that presents the challenge
-- reports its progress.
create table fingerprint_enrolments (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  key_id uuid not null,
  challenge_hash bytea not null,  -- a registered program that knows the challenge can report progress
  provider smallint not null check (provider in (1, 2)),
  own boolean not null,  -- the owner of the key started it right after using a passkey
  -- The program that reported the start: only this program can continue. No foreign key: the program can be revoked
  app_id uuid,
  -- 0 not started, 1 pending, 2 fulfilled, 3 canceled
  state smallint not null default 0 check (state between 0 and 3),
  starts_before timestamptz not null,
  ends_at timestamptz not null,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references users on delete cascade,
  foreign key (workspace_id, key_id) references security_keys on delete cascade
);
create unique index fingerprint_enrolments_challenge on fingerprint_enrolments (workspace_id, challenge_hash);
create index fingerprint_enrolments_of_key on fingerprint_enrolments (workspace_id, key_id);
create index fingerprint_enrolments_of_user on fingerprint_enrolments (workspace_id, user_id);
call guard_tenant('fingerprint_enrolments');

-- Templates by which a reader recognizes a finger, in the format of the reader's vendor. Images are never stored.
create table fingerprint_templates (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  key_id uuid not null,
  -- Set until the enrollment is fulfilled, which makes the template valid. Deleting an enrollment deletes its templates
  enrolment_id uuid,
  name text not null check (length(name) between 1 and 100),
  provider smallint not null check (provider in (1, 2)),
  -- Of the reader that captured it; other models can't match it
  model text not null check (length(model) between 1 and 100),
  sealed bytea not null check (length(sealed) <= 20000),
  created_at timestamptz not null,
  primary key (workspace_id, id),
  constraint fingerprint_templates_enrolment foreign key (workspace_id, enrolment_id) references fingerprint_enrolments on delete cascade,
  foreign key (workspace_id, user_id) references users on delete cascade,
  foreign key (workspace_id, key_id) references security_keys on delete cascade
);
create index fingerprint_templates_of_key on fingerprint_templates (workspace_id, key_id, created_at);
create index fingerprint_templates_of_enrolment on fingerprint_templates (workspace_id, enrolment_id)
  where enrolment_id is not null;
create index fingerprint_templates_of_user on fingerprint_templates (workspace_id, user_id);
call guard_tenant('fingerprint_templates');
