-- room: keys/key-models
-- What makers tell about their models, from the newest catalogue that a super administrator loaded.
create table key_models (
  aaguid uuid primary key,
  description text not null check (length(description) <= 200),
  status text not null check (length(status) <= 60),
  since date,
  warning text check (length(warning) <= 60),
  icon text check (length(icon) <= 40000),
  roots text[] not null default '{}'  -- certificates (DER in base64) that vouch for passkeys of the model
);
create table key_model_catalogue (
  only_one boolean primary key default true check (only_one),
  number integer not null,
  next_update date not null,
  models integer not null,
  loaded_at timestamptz not null,
  loaded_by text not null check (length(loaded_by) <= 260)
);
revoke insert, update, delete on key_models, key_model_catalogue from claviger_app, claviger_unit;

-- Which models of passkeys a workspace takes; without a row, all.
create table key_model_rules (
  workspace_id uuid primary key references workspaces on delete cascade,
  mode text not null check (mode in ('any', 'only', 'except')),  -- all models, only these, all but these
  models uuid[] not null default '{}' check (cardinality(models) <= 500),
  attested boolean not null default false,  -- its maker must vouch for the model
  updated_at timestamptz not null
);
call guard_tenant('key_model_rules');
create policy own_workspace_seen on key_model_rules for select to claviger_unit
  using (workspace_id = current_setting('app.workspace')::uuid);
