-- room: people/personal-accounts
-- Somebody who registered for themselves with this address, when it lies in a domain that the transaction's workspace has proven.
create function find_own_personal_account(mailbox text) returns table (first_name text, last_name text, email text)
  language sql stable security definer set search_path = public, pg_temp as $$
    select u.first_name, u.last_name, u.email from users u join workspaces w on w.id = u.workspace_id and w.type = 2
    where u.email = mailbox and u.deleted_at is null and split_part(mailbox, '@', 2) = any (proven_domains()) limit 1 $$;
alter function find_own_personal_account owner to claviger_super;
