-- room: tenancy/administrators
-- When another super administrator made this one; null if the operator did. A new one confirms nothing for a day, so that a
-- stolen account can't make its own second person.
alter table super_administrators add column appointed_at timestamptz;
