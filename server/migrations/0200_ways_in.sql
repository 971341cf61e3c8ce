-- room: rules/policies
-- Policies of before know nothing of ways in: they ask for none.
set local role claviger_super;
update policies set content = content || '{"waysIn": []}' where not content ? 'waysIn';
update policy_versions set content = content || '{"waysIn": []}' where not content ? 'waysIn';
reset role;
