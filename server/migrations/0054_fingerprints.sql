-- room: keys/fingerprints
-- An enrolment under way: begun by an administrator, driven by reader software that shows the challenge.
create table fingerprint_enrolments (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  key_id uuid not null,
  challenge_hash bytea not null,  -- a registered program that knows it may report how the enrolment goes
  provider smallint not null check (provider in (1, 2)),
  own boolean not null,  -- begun by the owner of the key, right after a passkey
  app_id uuid,  -- the program that said it began: no other goes on with it; no foreign key, for it may be revoked
  state smallint not null default 0 check (state between 0 and 3),  -- 0 not started, 1 pending, 2 fulfilled, 3 cancelled
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

-- What a reader needs to know a finger again, as its maker writes it; never a picture.
create table fingerprint_templates (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  key_id uuid not null,
  -- A finger counts once its enrolment is fulfilled: until then that stands here, and given up they go together
  enrolment_id uuid,
  name text not null check (length(name) between 1 and 100),
  provider smallint not null check (provider in (1, 2)),
  model text not null check (length(model) between 1 and 100),  -- of the reader that took it; no other matches it
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
