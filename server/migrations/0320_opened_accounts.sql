-- room: keys/sharing
-- The accounts of other users that a user's card opens now. Groups whose members come from a rule or a directory, and
-- the group of all users, open no account of an administrator. A share opens the account of an administrator only while
-- the user who created the share could administer that account.
create function accounts_opened_by(person uuid) returns table (account uuid) language sql stable as $$
  select s.account_id from shares s where s.workspace_id = current_workspace() and s.person_id = person
    and share_opens(s.made_by, s.account_id)
  union select s.account_id from group_members m join shares s on s.workspace_id = current_workspace() and s.group_id = m.group_id
    where m.workspace_id = current_workspace() and m.user_id = person and opens_by_group(s.group_id, s.account_id)
      and share_opens(s.made_by, s.account_id)
  union select s.account_id from groups g join shares s on s.workspace_id = current_workspace() and s.group_id = g.id
    where g.workspace_id = current_workspace() and g.type = 0 and opens_by_group(g.id, s.account_id)
      and share_opens(s.made_by, s.account_id)
$$;

-- Whether a user can still use a session that they opened in a shared account: the user is active, and the account is
-- still shared with the user.
create function still_opens(person uuid, account uuid) returns boolean language sql stable as $$
  select exists (
    select from users u where u.workspace_id = current_workspace() and u.id = person
      and u.deleted_at is null and u.suspended_at is null and u.deactivated_at is null
  ) and exists (select from accounts_opened_by(person) a where a.account = still_opens.account)
$$;
