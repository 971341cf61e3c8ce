-- room: keys/sharing
-- The accounts of others that a user's card opens now. Groups that are filled by a rule, a directory, or everybody open no
-- account of an administrator, and a share opens nothing that its maker could not administer now.
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

-- Whether a session of this account that the user opened may still be used: the account is shared with the user, and the
-- user can sign in.
create function still_opens(person uuid, account uuid) returns boolean language sql stable as $$
  select exists (
    select from users u where u.workspace_id = current_workspace() and u.id = person
      and u.deleted_at is null and u.suspended_at is null and u.deactivated_at is null
  ) and exists (select from accounts_opened_by(person) a where a.account = still_opens.account)
$$;
