-- room: directories/connections
-- Since when owners know that a directory couldn't be read; null again after the next contact
alter table directory_connections add column silence_told_at timestamptz;
