-- room: access/self-service-settings
-- How many came how far on a page, by day of the workspace; no person, card or address is in it. Several parts of one
-- count, for at a change of shift hundreds would wait for the same row.
create table self_service_counts (
  workspace_id uuid not null,
  page_id uuid not null,
  day date not null,
  stage text not null check (stage in ('arrived', 'tapped', 'identified', 'verified', 'pin-set', 'done')),
  action smallint not null check (action in (-1, 0, 1)),  -- -1 not chosen yet, 0 enrollment, 1 PIN recovery
  part smallint not null check (part between 0 and 31),
  count integer not null check (count > 0),
  primary key (workspace_id, page_id, day, stage, action, part),
  foreign key (workspace_id, page_id) references self_service_pages on delete cascade
);
call guard_tenant('self_service_counts');
