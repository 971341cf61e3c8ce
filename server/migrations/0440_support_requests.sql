-- room: billing/support
-- Requests of administrators to the operator of the installation
create sequence support_request_numbers start 1001;
grant usage on sequence support_request_numbers to claviger_app, claviger_super;

create table support_requests (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  number bigint not null default nextval('support_request_numbers'),
  kind smallint not null check (kind in (1, 2)),
  state smallint not null default 0 check (state between 0 and 3),
  quantity integer not null check (quantity > 0),
  keys integer check (keys > 0),
  model text check (length(model) <= 100),
  address text check (length(address) <= 500),
  note text check (length(note) <= 2000),
  answer text check (length(answer) <= 2000),
  sender_id uuid not null,  -- no foreign key: the request outlives its sender
  sender_name text not null check (length(sender_name) <= 260),
  sender_email text check (length(sender_email) <= 254),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (workspace_id, id)
);
create index support_requests_sender on support_requests (workspace_id, sender_id, created_at desc);
create index support_requests_time on support_requests (created_at, id);
call guard_tenant('support_requests');
