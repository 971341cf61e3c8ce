-- room: apps/applications (spans rooms)
-- A persistent NameID can say an attribute of the user. The attribute then identifies users, as in other formats.
create or replace function identifying_in(settings jsonb, mapping jsonb) returns setof text language sql immutable
  as $$
    select settings ->> 'nameIdSource' where settings ->> 'nameIdFormat' in ('email', 'unspecified') and settings ->> 'nameIdSource' like 'attribute_'
    union
    select settings ->> 'persistentSource' where settings ->> 'nameIdFormat' = 'persistent' and settings ->> 'persistentSource' like 'attribute_'
    union
    select row ->> 'source' from jsonb_array_elements(mapping) row where row -> 'identifies' = 'true' and row ->> 'source' like 'attribute_'
  $$;

-- Nothing changes for the applications of before. Responses were never sent by redirect, whatever the setting said.
set local role claviger_super;
update applications set settings = settings || jsonb_build_object(
    'persistentSource', 'random', 'nameIdBase64', false, 'mfaClass', 'refeds',
    'acs', (select coalesce(jsonb_agg(one || '{"binding": "post"}' order by place), '[]')
      from jsonb_array_elements(settings -> 'acs') with ordinality as all_of(one, place)))
  where protocol = 2;
reset role;
