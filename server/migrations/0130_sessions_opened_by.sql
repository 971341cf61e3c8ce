-- room: access/sessions
-- Whoever opened somebody else's account with a card; the session lasts while the account is shared with that person.
alter table sessions add column opened_by uuid;
alter table sessions add foreign key (workspace_id, opened_by) references users on delete cascade;
create index sessions_opened_by on sessions (workspace_id, opened_by) where opened_by is not null and ended_at is null;
