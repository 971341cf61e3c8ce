-- room: people/personal-accounts
-- Finds a personal account by email, but only if the transaction's workspace has verified the domain of the email.
create function find_own_personal_account(mailbox text) returns table (first_name text, last_name text, email text)
  language sql stable security definer set search_path = public, pg_temp as $$
    select u.first_name, u.last_name, u.email from users u join workspaces w on w.id = u.workspace_id and w.type = 2
    where u.email = mailbox and u.deleted_at is null and split_part(mailbox, '@', 2) = any (proven_domains()) limit 1 $$;
alter function find_own_personal_account owner to claviger_super;
