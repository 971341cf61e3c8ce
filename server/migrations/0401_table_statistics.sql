-- room: ground
-- Counts a table for the planner. Only its owner can, so this runs as the user who migrates.
create function count_table(of regclass) returns void language plpgsql security definer set search_path = public, pg_temp as $$ begin
    execute format('analyze (skip_locked) %s', of);
end $$;
revoke execute on function count_table from public;
grant execute on function count_table to claviger_super;
