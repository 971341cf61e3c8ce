-- room: governance/partners
-- Licenses of a partner. The partner requests them, and a super administrator approves, changes, or refuses them.
create table partner_licenses (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  size integer not null check (size between 1 and 1000000),
  status smallint not null check (status in (0, 1, 2)),  -- 0 requested, 1 active, 2 refused
  note text not null default '' check (length(note) <= 500),
  reason text not null default '' check (length(reason) <= 500),
  requested_by text not null check (length(requested_by) <= 260),
  requested_at timestamptz not null,
  decided_by text check (length(decided_by) <= 260),
  decided_at timestamptz,
  expires_on date,
  primary key (workspace_id, id)
);
create unique index partner_licenses_id on partner_licenses (id);
create index partner_licenses_by_time on partner_licenses (requested_at, id);
create index partner_licenses_waiting on partner_licenses (requested_at, id) where status = 0;
call guard_tenant('partner_licenses');

-- Settings of a partner for the workspace of a customer.
create table partner_terms (
  workspace_id uuid primary key references workspaces on delete cascade,
  licenses integer not null default 0 check (licenses between 0 and 1000000),
  key_limit integer check (key_limit between 0 and 1000000),  -- null: no limit
  mails_new_keys boolean not null default false,
  mailed_until timestamptz not null default now(),  -- emails have covered keys created before this time
  monthly_report boolean not null default false
);
call guard_tenant('partner_terms');
revoke insert, update, delete on partner_terms from claviger_app, claviger_unit;

-- A workspace can't have more keys than its partner allows. While the stored sum is more than 5,000 keys below the
-- limit, it is enough. Closer to the limit, the trigger counts all keys, except those of deleted users.
create function keep_key_limit() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ declare
    most bigint;
  begin
    select key_limit into most from partner_terms where workspace_id = new.workspace_id;
    if most is null or most > 5000
      + (select coalesce(sum(c.keys), 0) from key_counts c where c.workspace_id = new.workspace_id) then return null; end if;
    if most < (select count(*) from security_keys k where k.workspace_id = new.workspace_id and not k.binned) then
      raise exception 'more keys than the partner allows' using errcode = 'check_violation', constraint = 'security_keys_limit';
    end if;
    return null;
end $$;
alter function keep_key_limit owner to claviger_super;
create trigger security_keys_limit after insert on security_keys for each row execute function keep_key_limit();
