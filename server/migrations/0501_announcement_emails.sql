-- room: tenancy/announcements
-- An announcement can also be emailed, in slices by email address; `mail_cursor` is the last address that was done.
alter table announcements
  add column emailed integer check (emailed >= 0),  -- null: not by email
  add column mail_cursor text not null default '' check (length(mail_cursor) <= 320);
