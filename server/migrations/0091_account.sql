-- room: access/account
create table contact_changes (
  workspace_id uuid not null,
  user_id uuid not null,
  email text check (length(email) <= 254),
  phone_country text check (length(phone_country) <= 8),
  phone_number text check (length(phone_number) <= 20),
  code_hash bytea not null,
  tries integer not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users on delete cascade
);
call guard_tenant('contact_changes');
