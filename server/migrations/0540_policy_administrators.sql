-- room: tenancy/administrators (spans rooms)
-- Role 6, policy administrator: access policies and organization units
alter table administrators drop constraint administrators_role_check;
alter table administrators add constraint administrators_role_check check (role between 1 and 6);
alter table directory_connections drop constraint directory_connections_roles_check;
alter table directory_connections add constraint directory_connections_roles_check check (roles <@ '{2,3,4,5,6}'::smallint[]);
alter table directory_links drop constraint directory_links_role_given_check;
alter table directory_links add constraint directory_links_role_given_check check (role_given between 2 and 6);
alter table external_links drop constraint external_links_role_given_check;
alter table external_links add constraint external_links_role_given_check check (role_given between 2 and 6);
