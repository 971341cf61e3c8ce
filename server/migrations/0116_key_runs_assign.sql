-- room: keys/security-keys
-- Runs that assign a key to each of many users: their rows are users, whose keys get the ids of the rows.
alter table key_runs add column assigns jsonb;       -- what each is assigned
alter table key_run_rows add column user_id uuid;    -- no foreign key: a deleted user keeps the result
