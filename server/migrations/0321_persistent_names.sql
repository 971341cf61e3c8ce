-- room: apps/applications
-- A persistent NameID can say a field of the user; for the applications of before it stays random. Responses were never sent
-- by redirect, whatever the setting said.
set local role claviger_super;
update applications set settings = settings || jsonb_build_object(
    'persistentSource', 'random', 'nameIdBase64', false, 'mfaClass', 'refeds',
    'acs', (select coalesce(jsonb_agg(one || '{"binding": "post"}' order by place), '[]')
      from jsonb_array_elements(settings -> 'acs') with ordinality as all_of(one, place)))
  where protocol = 2;
reset role;
