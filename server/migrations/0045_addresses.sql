-- room: people/addresses
-- A new email address that replaces an address in use once the old mailbox confirms it (decision 27).
create table address_changes (
  workspace_id uuid not null,
  user_id uuid not null,
  email text not null check (email = lower(email) and length(email) <= 254),
  asked_by text not null check (length(asked_by) <= 260),
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users on delete cascade
);
call guard_tenant('address_changes');

-- Facts that decide how a user's email address can change: whether it is in use, and whether the user has, or can get,
-- a role. The function runs as claviger_super because a unit administrator doesn't see all roles. It returns any user
-- of the workspace, so callers pass only users that they can see.
create function address_rules(ids uuid[]) returns table (user_id uuid, in_use boolean, of_rank boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
    select u.id, u.email is not null and u.email_verified_at is not null and (u.had_key or exists (
        select from user_sign_ins i where i.workspace_id = u.workspace_id and i.user_id = u.id and i.last_sign_in_at > '-infinity')),
      b.user_id is not null
    from users u left join (select distinct user_id from may_become(current_setting('app.workspace')::uuid, ids)) b on b.user_id = u.id
    where u.workspace_id = current_setting('app.workspace')::uuid and u.id = any (ids) $$;
alter function address_rules owner to claviger_super;

-- A code proves access only to the mailbox it went to. A new email address therefore deletes the pending change of the
-- user's own contact details.
create function forget_contact_changes() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    delete from contact_changes where workspace_id = new.workspace_id and user_id = new.id;
    return null;
end $$;
alter function forget_contact_changes owner to claviger_super;
create trigger users_forget_contact_changes after update of email on users for each row
  when (old.email is distinct from new.email) execute function forget_contact_changes();
