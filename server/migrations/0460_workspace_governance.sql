-- room: tenancy/workspaces
-- When a partner is deleted, its customers remain, without a partner
create function forget_partner() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    update workspaces set partner_id = null where partner_id = old.id;
    return null;
end $$;
alter function forget_partner owner to claviger_super;
create trigger workspaces_forget_partner after delete on workspaces
  for each row when (old.type = 3) execute function forget_partner();

-- A special workspace can have a user limit, optionally until a date. While the stored sum is more than 5,000 users
-- below the limit, it is enough. Closer to the limit, the trigger counts all users.
create function keep_user_limit() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ declare
    most bigint;
  begin
    select (special_config ->> 'users')::bigint into most from workspaces
      where id = new.workspace_id and special and coalesce((special_config ->> 'until')::date, current_date) >= current_date;
    if most is null or most > 5000
      + (select coalesce(sum(h.users), 0) from head_counts h where h.workspace_id = new.workspace_id and h.of = new.workspace_id)
      then return null; end if;
    if most < (select count(*) from users u where u.workspace_id = new.workspace_id and u.deleted_at is null) then
      raise exception 'more users than the limit' using errcode = 'check_violation', constraint = 'users_limit';
    end if;
    return null;
end $$;
alter function keep_user_limit owner to claviger_super;
create trigger users_limit after insert on users for each row execute function keep_user_limit();
