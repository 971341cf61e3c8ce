-- room: tenancy/workspace-settings
-- Rules of workspaces that set none, as the contract's defaultPinRules: at least 4 characters, not one repeated, no sequence,
-- no year, date, or part of the card number. Stored rules stay.
alter table workspace_settings alter column pin_rules set
  default '[{"type": 5, "value": 4}, {"type": 6}, {"type": 7}, {"type": 8}]';
