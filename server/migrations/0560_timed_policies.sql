-- room: rules/policies
-- Policies in force that ask for the time. They decide otherwise when one of their times begins or ends, without any change
-- that a trigger sees, so each minute these few are looked at.
create index policies_timed on policies (workspace_id)
  where state = 2 and content -> 'timeLimits' <> '{"spans": [], "lists": []}'::jsonb;
