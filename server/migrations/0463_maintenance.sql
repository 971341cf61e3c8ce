-- room: ground
-- While there is a row, the console only reads. Of no tenant.
create table maintenance (
  one boolean primary key default true check (one),
  message text not null check (length(message) <= 500),
  started_by text not null check (length(started_by) <= 260),
  started_at timestamptz not null
);
