-- room: ground
-- What each role and each additional permission gives, over the whole workspace and over units. The contract says it;
-- each start writes it here (ground/db/role-grants.ts), so that no statement spells it a second time.
create table role_grants (
  role smallint,
  additional smallint,
  units_only boolean not null,
  permissions text[] not null,
  check (num_nonnulls(role, additional) = 1),
  unique nulls not distinct (role, additional, units_only)
);
revoke insert, update, delete on role_grants from claviger_app, claviger_super, claviger_unit;
