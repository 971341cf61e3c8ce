-- room: governance/baselines
-- Settings that a partner publishes in versions and offers to its customers.
create table baselines (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  description text not null default '' check (length(description) <= 500),
  version integer not null check (version >= 1),
  primary key (workspace_id, id)
);
create unique index baselines_name on baselines (workspace_id, lower(name));
call guard_tenant('baselines');

create table baseline_versions (
  workspace_id uuid not null references workspaces on delete cascade,
  baseline_id uuid not null,
  version integer not null,
  note text not null default '' check (length(note) <= 500),
  document jsonb not null check (length(document::text) <= 1500000),
  contents jsonb not null,  -- names of the objects in the document, by part
  published_at timestamptz not null,
  published_by text not null check (length(published_by) <= 260),
  primary key (workspace_id, baseline_id, version),
  foreign key (workspace_id, baseline_id) references baselines on delete cascade
);
call guard_tenant('baseline_versions');

-- A customer to which a baseline was offered, and how its settings differ from the version that it accepted.
create table followed_baselines (
  workspace_id uuid not null references workspaces on delete cascade,
  partner_id uuid not null,
  baseline_id uuid not null,
  state smallint not null check (state in (0, 1, 2)),  -- 0 offered, 1 accepted, 2 declined
  offered_at timestamptz not null,
  version integer,
  parts text[] not null default '{}',
  accepted_at timestamptz,
  accepted_by text check (length(accepted_by) <= 260),
  drift jsonb not null default '[]',
  drifted integer not null default 0,
  checked_at timestamptz,
  primary key (workspace_id, baseline_id),
  foreign key (partner_id, baseline_id) references baselines (workspace_id, id) on delete cascade,
  check ((state = 1) = (version is not null))
);
create index followed_baselines_by_drift on followed_baselines (partner_id, baseline_id, drifted, workspace_id);
call guard_tenant('followed_baselines');
-- Only the partner offers and withdraws baselines, so requests of the customer can't insert or delete rows
revoke insert, delete on followed_baselines from claviger_app, claviger_unit;

-- Workspaces whose settings changed since they were compared. Each transaction adds one row, so that changes never wait
-- for each other's locks. No foreign key: deleting a workspace deletes its settings, whose triggers insert rows here
-- meanwhile.
create table baseline_changes (
  workspace_id uuid not null,
  change xid8 not null default pg_current_xact_id(),
  primary key (workspace_id, change)
);
call guard_tenant('baseline_changes');
revoke insert, update, delete on baseline_changes from claviger_app, claviger_unit;

create function note_baseline_change() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ declare
    here uuid := case when tg_op = 'DELETE' then old.workspace_id else new.workspace_id end;
  begin
    if exists (select from followed_baselines f where f.workspace_id = here and f.state = 1) then
      insert into baseline_changes (workspace_id) values (here) on conflict do nothing;
    end if;
    return null;
end $$;
alter function note_baseline_change owner to claviger_super;
create trigger workspace_settings_baseline after insert or update or delete on workspace_settings
  for each row execute function note_baseline_change();
create trigger token_policies_baseline after insert or update or delete on token_policies
  for each row execute function note_baseline_change();
create trigger policies_baseline after insert or update or delete on policies
  for each row execute function note_baseline_change();
create trigger named_lists_baseline after insert or update or delete on named_lists
  for each row execute function note_baseline_change();
-- Card pages are part of baselines, so their changes can cause drift.
create trigger self_service_pages_baseline after insert or update or delete on self_service_pages
  for each row execute function note_baseline_change();
create trigger authentication_profiles_baseline after insert or update or delete on authentication_profiles
  for each row execute function note_baseline_change();

-- A workspace that leaves its partner no longer follows the partner's baselines
create function leave_baselines() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    delete from followed_baselines where workspace_id = new.id;
    return null;
end $$;
alter function leave_baselines owner to claviger_super;
create trigger workspaces_leave_baselines after update of partner_id on workspaces
  for each row when (old.partner_id is distinct from new.partner_id) execute function leave_baselines();

-- Baselines offered to the transaction's workspace. Security definer, because the workspace can't see its partner's
-- rows.
create function offered_baselines() returns table (
  id uuid, partner text, name text, description text, version integer, note text, published_at timestamptz,
  contents jsonb, state smallint, offered_at timestamptz, accepted_version integer, accepted_at timestamptz,
  accepted_by text, parts text[], drift jsonb, drifted integer
) language sql stable security definer set search_path = public, pg_temp as $$
  select b.id, p.name, b.name, b.description, b.version, v.note, v.published_at, v.contents, f.state, f.offered_at,
    f.version, f.accepted_at, f.accepted_by, f.parts, f.drift, f.drifted
  from followed_baselines f join workspaces w on w.id = f.workspace_id
    join baselines b on b.workspace_id = f.partner_id and b.id = f.baseline_id and b.workspace_id = w.partner_id
    join workspaces p on p.id = b.workspace_id
    join baseline_versions v on v.workspace_id = b.workspace_id and v.baseline_id = b.id and v.version = b.version
  where f.workspace_id = current_workspace() order by lower(b.name), b.id
$$;
alter function offered_baselines owner to claviger_super;

create function baseline_document(baseline uuid, of_version integer) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
  select v.document from followed_baselines f join workspaces w on w.id = f.workspace_id
    join baseline_versions v on v.workspace_id = f.partner_id and v.workspace_id = w.partner_id and v.baseline_id = f.baseline_id and v.version = of_version
  where f.workspace_id = current_workspace() and f.baseline_id = baseline
$$;
alter function baseline_document owner to claviger_super;
