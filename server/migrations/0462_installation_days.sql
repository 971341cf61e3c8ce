-- room: governance/installation
-- Daily figures of the installation for the home page of super administrators. They belong to no workspace.
create table installation_days (
  day date primary key,
  workspaces integer not null,
  users integer not null,
  keys integer not null,
  created integer not null,
  deleted integer not null,
  sign_ins integer not null,
  failed integer not null
);
