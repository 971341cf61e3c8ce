-- room: access/sessions
-- Access that a user gave an application for the time after the sign-out (offline_access). It is a session of its own, so it
-- ends with the user, the key, and the sign-in method as every session does, but not with the browser.
alter table sessions add column offline_for uuid;
alter table sessions add constraint sessions_offline_for
  foreign key (workspace_id, offline_for) references applications on delete cascade;
create index sessions_offline on sessions (workspace_id, offline_for) where offline_for is not null;
