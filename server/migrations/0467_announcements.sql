-- room: tenancy/announcements
-- What super administrators tell administrators above the console. Of no tenant; who reads it is said by its columns.
create table announcements (
  id uuid primary key,
  text text not null check (length(text) between 1 and 300),
  level text not null check (level in ('info', 'warning', 'error')),
  language text check (language ~ '^[a-z]{2}$'),  -- null: readers of all languages
  type smallint check (type in (1, 2, 3, 11, 12)),  -- null: workspaces of all types
  partner_id uuid,                                  -- null: customers of all partners, and of none
  ends_at timestamptz not null,
  created_by text not null check (length(created_by) <= 260),
  created_at timestamptz not null,
  -- It can also be emailed, in slices by email address; the cursor is the last address that was done.
  emailed integer check (emailed >= 0),              -- null: not by email
  mail_cursor text not null default '' check (length(mail_cursor) <= 320)
);
create index announcements_end on announcements (ends_at);
revoke insert, update, delete on announcements from claviger_app, claviger_unit;
