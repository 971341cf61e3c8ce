-- room: keys/fingerprints
-- A finger counts once its enrolment is fulfilled: until then the enrolment stands here, and given up they go together.
alter table fingerprint_templates add column enrolment_id uuid;
alter table fingerprint_templates add constraint fingerprint_templates_enrolment
  foreign key (workspace_id, enrolment_id) references fingerprint_enrolments on delete cascade;
create index fingerprint_templates_of_enrolment on fingerprint_templates (workspace_id, enrolment_id)
  where enrolment_id is not null;
