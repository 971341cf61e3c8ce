-- room: access/approvals
-- Until the browser that asked takes the approval up
alter table sign_in_approvals add column position jsonb;
