-- room: keys/key-models
-- What manufacturers publish about their models, from the latest catalogue that a super administrator loaded.
create table key_models (
  aaguid uuid primary key,
  description text not null check (length(description) <= 200),
  status text not null check (length(status) <= 60),
  since date,
  warning text check (length(warning) <= 60),
  icon text check (length(icon) <= 40000),
  roots text[] not null default '{}'  -- certificates (DER in base64) that sign attestations of the model
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

-- Authenticator models that a workspace accepts. No row: all models.
create table key_model_rules (
  workspace_id uuid primary key references workspaces on delete cascade,
  mode text not null check (mode in ('any', 'only', 'except')),  -- all models, only `models`, all except `models`
  models uuid[] not null default '{}' check (cardinality(models) <= 500),
  attested boolean not null default false,  -- requires attestation: the manufacturer must confirm the model
  updated_at timestamptz not null
);
call guard_tenant('key_model_rules');
create policy own_workspace_seen on key_model_rules for select to claviger_unit
  using (workspace_id = current_setting('app.workspace')::uuid);
