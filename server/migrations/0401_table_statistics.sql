-- room: ground
-- Updates the planner's statistics of a table. Only the table's owner can run ANALYZE, so the function runs as the user
-- who applies migrations.
create function count_table(of regclass) returns void language plpgsql security definer set search_path = public, pg_temp as $$ begin
    execute format('analyze (skip_locked) %s', of);
end $$;
revoke execute on function count_table from public;
grant execute on function count_table to claviger_super;
