-- room: tenancy/workspaces
-- What mails of the workspace are written in for people who have chosen no language of their own.
alter table workspaces add column language text not null default 'en' check (language ~ '^[a-z]{2}$');

-- For whoever reads a mail: the language that somebody with this address has chosen, at one workspace or, on the way in,
-- at any; and the language of the workspace.
create function reader_languages(mailbox text, workspace uuid) returns table (own text, usual text)
  language sql stable security definer set search_path = public, pg_temp as $$
    select
      (select u.language from users u
        where u.email = mailbox and u.deleted_at is null and u.language is not null
          and (workspace is null or u.workspace_id = workspace)
        order by u.updated_at desc limit 1),
      (select w.language from workspaces w where w.id = workspace) $$;
alter function reader_languages owner to claviger_super;
