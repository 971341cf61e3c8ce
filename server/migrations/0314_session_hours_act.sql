-- room: access/sessions
-- A shorter maximum applies to open sessions as well. Offline access has its own end.
create function shorten_sessions() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$ begin
    update sessions set ends_at = created_at + make_interval(hours => new.session_hours),
        expires_at = least(expires_at, created_at + make_interval(hours => new.session_hours))
      where workspace_id = new.workspace_id and ended_at is null and offline_for is null
        and ends_at > created_at + make_interval(hours => new.session_hours);
    return null;
end $$;
alter function shorten_sessions owner to claviger_super;
create trigger workspace_settings_shorten_sessions after update of session_hours on workspace_settings for each row
  when (new.session_hours is not null and new.session_hours is distinct from old.session_hours)
  execute function shorten_sessions();
