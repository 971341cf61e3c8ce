-- room: access/approvals
-- Which browser or network asked the phones of an address, as a keyed hash, so that one does not wait for the request of another.
alter table sign_in_approvals add column asker text not null default '' check (length(asker) <= 43);
-- A browser where the user signed in before.
alter table sign_in_approvals add column known boolean not null default false;
