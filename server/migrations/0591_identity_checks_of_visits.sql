-- room: access/self-service
-- Visitors can be verified by their identity document, too.
alter table self_service_visits drop constraint self_service_visits_verified_by_check;
alter table self_service_visits add constraint self_service_visits_verified_by_check
  check (verified_by in ('none', 'email', 'phone', 'selfConfirmation', 'automatic', 'entraId', 'sso', 'identity'));
