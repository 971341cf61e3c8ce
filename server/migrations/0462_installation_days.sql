-- room: governance/installation
-- The installation's figures of each day, for the home page of super administrators; of no tenant.
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
