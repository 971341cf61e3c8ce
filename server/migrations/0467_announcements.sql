-- room: tenancy/announcements
-- Announcements of super administrators, shown at the top of the console. They belong to no workspace; `language`,
-- `type`, and `partner_id` select the readers.
create table announcements (
  id uuid primary key,
  text text not null check (length(text) between 1 and 300),
  level text not null check (level in ('info', 'warning', 'error')),
  language text check (language ~ '^[a-z]{2}$'),  -- null: all languages
  type smallint check (type in (1, 2, 3, 11, 12)),  -- null: all types of workspaces
  partner_id uuid,                                  -- null: all workspaces, with or without a partner
  ends_at timestamptz not null,
  created_by text not null check (length(created_by) <= 260),
  created_at timestamptz not null,
  -- A job emails the announcement in slices, in order of recipients' emails; mail_cursor is the last one that is done
  -- Number of emails sent so far; null: the announcement is not emailed
  emailed integer check (emailed >= 0),
  mail_cursor text not null default '' check (length(mail_cursor) <= 320)
);
create index announcements_end on announcements (ends_at);
revoke insert, update, delete on announcements from claviger_app, claviger_unit;
