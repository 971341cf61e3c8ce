-- room: apps/applications
-- A bookmark is an address that users find in My Apps; nobody signs in to it from here.
alter table applications drop constraint applications_protocol_check;
alter table applications add constraint applications_protocol_check check (protocol between 1 and 4);

-- The page that My Apps opens; for applications of before as it was
set local role claviger_super;
update applications set settings = settings || '{"startUrl": null}' where protocol in (1, 2);
reset role;
