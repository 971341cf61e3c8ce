-- room: tenancy/trust-domains
-- Domains that a workspace claims. Several workspaces can claim a domain, but only one can verify it.
create table trust_domains (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  domain text not null check (domain = lower(domain) and length(domain) between 3 and 253),
  proof text not null check (length(proof) between 20 and 60),  -- required content of the DNS TXT record
  status smallint not null default 0 check (status in (0, 1, 2)),  -- 0 verifying, 1 verified, 2 not verified
  decided boolean not null default false,  -- a super administrator set the status; scheduled DNS checks don't change it
  reason text check (length(reason) <= 300),
  checked_at timestamptz,
  verified_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  constraint trust_domains_domain unique (workspace_id, domain)
);
create index trust_domains_by_domain on trust_domains (domain, id);
create index trust_domains_by_time on trust_domains (created_at, id);
call guard_tenant('trust_domains');

-- Verified domains of all workspaces. The primary key allows only one workspace per domain, as in workspace_slugs for
-- short addresses. The application roles can't write to this table; only the triggers below do, as claviger_super.
create table verified_domains (
  domain text not null,
  workspace_id uuid not null,
  trust_domain_id uuid not null,
  constraint trust_domains_verified primary key (domain),
  foreign key (workspace_id, trust_domain_id) references trust_domains on delete cascade
);
create index verified_domains_of on verified_domains (workspace_id, trust_domain_id);
call guard_tenant('verified_domains');
revoke insert, update, delete on verified_domains from claviger_app, claviger_unit;

create function keep_verified_domain() returns trigger language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    if new.status = 1 then
      insert into verified_domains (domain, workspace_id, trust_domain_id) values (new.domain, new.workspace_id, new.id);
    else
      delete from verified_domains where workspace_id = new.workspace_id and trust_domain_id = new.id;
    end if;
    return null;
end $$;
alter function keep_verified_domain owner to claviger_super;
create trigger trust_domains_come_verified after insert on trust_domains
  for each row when (new.status = 1) execute function keep_verified_domain();
create trigger trust_domains_verify after update of status on trust_domains
  for each row when ((old.status = 1) <> (new.status = 1)) execute function keep_verified_domain();

-- Whether another workspace has verified this domain.
create function trust_domain_taken(claimed text, by_workspace uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select exists (select from verified_domains where domain = claimed and workspace_id <> by_workspace) $$;
alter function trust_domain_taken owner to claviger_super;

-- Verified domains of the workspace of the transaction. Email addresses in them belong to users of this workspace.
create function proven_domains() returns text[] language sql stable security definer set search_path = public, pg_temp
  return array(select domain from trust_domains where workspace_id = current_setting('app.workspace')::uuid and status = 1);
alter function proven_domains owner to claviger_super;

-- The workspace that has verified a domain. The server asks before a user signs in, when no workspace is set yet.
create function workspace_of_domain(wanted text) returns uuid language sql stable security definer set search_path = public, pg_temp
  return (select workspace_id from verified_domains where domain = wanted);
alter function workspace_of_domain owner to claviger_super;
