-- room: access/approvals
-- A sign-in that waits for an approval on a phone. It belongs to an address, not yet to a workspace; unknown addresses get
-- a row too, so that nobody can tell them from known ones. Rows stay for an hour, for the pause before the next.
create table sign_in_approvals (
  id uuid primary key,
  email text not null check (length(email) <= 254),
  workspace_id uuid,              -- where the sign-in began, when it began at one workspace
  number smallint not null check (number between 10 and 99),
  offered smallint[] not null check (cardinality(offered) = 3),  -- what the phone shows to choose from
  ip text not null check (length(ip) <= 45),
  user_agent text not null check (length(user_agent) <= 400),
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  state smallint not null default 0 check (state between 0 and 2),  -- 0 waits, 1 approved, 2 ended without
  approved_workspace uuid,
  approved_user uuid,
  approved_key uuid,
  approved_credential uuid,
  -- Which browser or network asked the phones of an address, as a keyed hash, so that one does not wait for the request of
  -- another
  asker text not null default '' check (length(asker) <= 43),
  known boolean not null default false,  -- a browser where the user signed in before
  position jsonb                  -- until the browser that asked takes the approval up
);
create index sign_in_approvals_of_address on sign_in_approvals (email, asked_at);
create index sign_in_approvals_age on sign_in_approvals (asked_at);
