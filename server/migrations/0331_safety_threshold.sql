-- room: directories/syncs
-- The safety threshold also weighs groups, memberships, changed users, and new users. Changes and additions are weighed
-- with the same number and a percentage of their own, because they are more frequent than losses.
alter table directory_runs add column exceeds text[] not null default '{}'
  check (exceeds <@ '{access,groups,memberships,changes,additions}'::text[]);
