-- room: access/approvals
-- Sign-ins that wait for an approval on a phone. A row belongs to an email, because the workspace is not known yet.
-- Unknown emails get a row too, so that a caller can't find out which emails exist. Unused rows stay for an hour: their
-- number decides how long the server makes the caller wait before the next request.
create table sign_in_approvals (
  id uuid primary key,
  email text not null check (length(email) <= 254),
  workspace_id uuid,              -- set if the sign-in started on the page of a workspace
  number smallint not null check (number between 10 and 99),
  offered smallint[] not null check (cardinality(offered) = 3),  -- the numbers that the phone offers
  ip text not null check (length(ip) <= 45),
  user_agent text not null check (length(user_agent) <= 400),
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  state smallint not null default 0 check (state between 0 and 2),  -- 0 waiting, 1 approved, 2 ended without approval
  approved_workspace uuid,
  approved_user uuid,
  approved_key uuid,
  approved_credential uuid,
  -- Keyed hash of the browser or network that sent the request. Limits are counted per requester, so that a stranger's
  -- open request doesn't block the user's own
  asker text not null default '' check (length(asker) <= 43),
  known boolean not null default false,  -- the user signed in with this browser before
  position jsonb                  -- of the phone; deleted with the row when the browser signs in
);
create index sign_in_approvals_of_address on sign_in_approvals (email, asked_at);
create index sign_in_approvals_age on sign_in_approvals (asked_at);
