-- room: governance/baselines
-- Card pages are part of baselines, so their changes can be drift.
create trigger self_service_pages_baseline after insert or update or delete on self_service_pages
  for each row execute function note_baseline_change();
