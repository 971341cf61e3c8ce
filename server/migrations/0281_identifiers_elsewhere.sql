-- room: people/addresses (spans rooms)
-- Identity providers that match users by an attribute, and applications that get accounts by one, know users by it as well.
create trigger provisioning_targets_identify after insert or delete or update of mapping on provisioning_targets
  for each row execute function follow_identifying_fields();
create trigger identity_providers_identify after insert or delete or update of settings on identity_providers
  for each row execute function follow_identifying_fields();

set local role claviger_super;
update provisioning_targets t set mapping = (
    select jsonb_agg(case when row ->> 'source' like 'attribute_'
        and row ->> 'name' ~* '^(emails\..*|(.*[/:.])?(user_?name|login|uid|user_?id|upn|employee_?(id|number)|eppn|email|mail))$'
      then row || '{"identifies": true}' else row end order by place)
    from jsonb_array_elements(t.mapping) with ordinality as rows(row, place))
  where mapping::text like '%"attribute_"%';
update identity_providers set settings = settings where settings -> 'people' ->> 'link' like 'attribute_';
reset role;
