-- room: people/users
-- Support can look up a user of any workspace by the exact user ID
create index users_by_user_id on users (sort_user_id) where deleted_at is null;
