-- room: directories/connections
alter table directory_connections add column brake_changes_percent integer not null default 20
  check (brake_changes_percent between 0 and 100);
