import type { PostmanItem } from './postman.ts'

/**
 * The steps of Microsoft's SCIM test collection, restated with invented users: the same requests in the same order,
 * with its odd spellings, repeated external IDs, shared and malformed addresses, and unquoted filters.
 */
const core = 'urn:ietf:params:scim:schemas:core:2.0:User'
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const groupUrn = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const patchUrn = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

const check = (name: string, code: string) => `pm.test(${JSON.stringify(name)}, function () { ${code} });`
const status = (code: number) => check(`Status code is ${code}`, `pm.response.to.have.status(${code});`)
const has = (path: string, value: unknown) =>
  check(`${path} is ${String(value)}`, `pm.expect(pm.response.json().${path}).to.eql(${JSON.stringify(value)});`)
const isVariable = (path: string, name: string) =>
  check(`${path} is ${name}`, `pm.expect(pm.response.json().${path}).to.eql(pm.environment.get('${name}'));`)
const names = (text: string) =>
  check(`Body contains ${text}`, `pm.expect(pm.response.text()).to.include(${JSON.stringify(text)});`)
const namesNot = (text: string) =>
  check(`Body does not contain ${text}`, `pm.expect(pm.response.text()).to.not.include(${JSON.stringify(text)});`)
const namesVariable = (name: string) =>
  check(`Body contains ${name}`, `pm.expect(pm.response.text()).to.include(pm.environment.get('${name}'));`)
const keepId = (name: string) => `var jsonData = pm.response.json(); pm.environment.set('${name}', jsonData.id);`

const step = (name: string, method: string, path: string, tests: readonly string[], body?: unknown): PostmanItem => ({
  name,
  event: [{ listen: 'test', script: { exec: tests } }],
  request: {
    method,
    header: body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }],
    ...(body !== undefined && { body: { raw: typeof body === 'string' ? body : JSON.stringify(body) } }),
    url: { raw: `{{Protocol}}://{{Server}}{{Port}}/{{Api}}${path}` },
  },
})
const gone = (what: string, id: string) => step(`Delete ${id}`, 'DELETE', `/${what}/{{${id}}}`, [status(204)])

const short = (userName: string, displayName: string, work: string, home: string, more: object = {}) => ({
  userName,
  active: true,
  displayName,
  schemas: [enterprise, core],
  externalId: '{{$guid}}',
  name: { formatted: 'Mia Falk', familyName: 'Falk', givenName: 'Mia' },
  emails: [
    { Primary: true, type: 'work', value: work },
    { Primary: false, type: 'home', value: home },
  ],
  ...more,
})

const long = (more: object) => ({
  active: true,
  addresses: [
    {
      country: 'Bermuda',
      formatted: '7 Long Lane\nHamilton',
      locality: 'Hamilton',
      postalCode: '99265',
      region: 'Pembroke',
      streetAddress: '7 Long Lane',
      type: 'work',
      primary: false,
    },
    {
      country: null,
      formatted: '1 Short Street\nHamilton',
      locality: null,
      postalCode: null,
      region: null,
      streetAddress: null,
      type: 'other',
      primary: false,
    },
  ],
  displayName: 'Kim Bell',
  emails: [
    { type: 'work', primary: true, value: 'kim@example.net' },
    { type: 'work', primary: false, value: 'kim@example.com' },
  ],
  meta: { created: '2019-09-18T18:15:26.5788954+00:00', resourceType: 'User' },
  name: {
    formatted: 'Kim Bell',
    familyName: 'Employee',
    givenName: 'Kim',
    honorificPrefix: null,
    honorificSuffix: null,
  },
  phoneNumbers: [
    { type: 'fax', primary: false, value: '312-320-0500' },
    { type: 'mobile', primary: false, value: '312-320-1707' },
    { type: 'work', primary: true, value: '312-320-0932' },
  ],
  preferredLanguage: 'xh',
  roles: [],
  title: 'Site engineer',
  externalId: '22fbc523-0000-4c5f-939d-5d4850cf3e52',
  schemas: [core],
  ...more,
})
const omalley = {
  emails: [
    { type: 'work', primary: true, value: 'kim@example.com' },
    { type: 'other', primary: false, value: 'kim@example.net' },
  ],
  name: { formatted: 'Dara OMalley', familyName: 'OMalley', givenName: 'Dara' },
}
const moved = [{ country: 'Germany', formatted: '1 Weg\nBerlin', type: 'work', primary: false }]
const patch = (...Operations: object[]) => ({ schemas: [patchUrn], Operations })
const emp3 = long({ userName: 'emp3' })
const group = (more: object) => ({ schemas: [groupUrn], ...more })

const endpoints = [
  step('Get users', 'GET', '/users', [status(200)]),
  step('Get groups', 'GET', '/Groups', [status(200)]),
  step('Get resource types', 'GET', '/ResourceTypes', [status(200), has('Resources[0].endpoint', '/Users')]),
  step('Get configuration', 'GET', '/ServiceProviderConfig', [status(200), has('patch.supported', true)]),
  step('Get schemas', 'GET', '/Schemas', [status(200), names('User Account')]),
]

const people = [
  step(
    'Post user',
    'POST',
    '/Users',
    [status(201), keepId('id1')],
    short('UserName123', 'BobIs', 'a@bob.example', 'h@bob.example'),
  ),
  step(
    'Post enterprise user',
    'POST',
    '/Users',
    [status(201), keepId('id2')],
    short('UserName222', 'lennay', 'a@bob2.example', 'h@bob3.example', {
      [enterprise]: { Department: 'bob', Manager: { Value: 'SuzzyQ' } },
    }),
  ),
  step('Get user 1', 'GET', '/Users/{{id1}}', [status(200), isVariable('id', 'id1')]),
  step('Get user 2', 'GET', '/Users/{{id2}}', [status(200), isVariable('id', 'id2')]),
  step('Get attributes', 'GET', '/Users?attributes=userName,emails', [status(200), namesVariable('id1')]),
  step('Filter', 'GET', '/Users/?filter=DisplayName+eq+%22BobIs%22', [namesVariable('id1')]),
  step('Patch user 1', 'PATCH', '/Users/{{id1}}', [], patch({ op: 'replace', path: 'userName', value: 'ryan3' })),
  step('Check patch', 'GET', '/Users/{{id1}}', [status(200), isVariable('id', 'id1'), has('userName', 'ryan3')]),
  step(
    'Replace user 2',
    'PUT',
    '/Users/{{id2}}',
    [status(200)],
    short('UserNameReplace2', 'BobIs', 'a@bobREPLACE.example', 'h@bob.example', {
      id: '{{id2}}',
      name: { formatted: 'NewName', familyName: 'Falk', givenName: 'Mia' },
    }),
  ),
  step('Check replace', 'GET', '/Users/{{id2}}', [status(200), has('name.formatted', 'NewName')]),
  gone('Users', 'id1'),
  gone('Users', 'id2'),
]

const addMember = patch({
  name: 'addMember',
  op: 'add',
  path: 'members',
  value: [{ displayName: 'new User', value: '{{id4}}' }],
})
const groups = [
  step(
    'Create empty group',
    'POST',
    '/Groups',
    [status(201), keepId('groupid')],
    group({ externalId: '{{$guid}}', displayName: 'Group1', members: [] }),
  ),
  step(
    'Create user 3',
    'POST',
    '/Users',
    [status(201), keepId('id3')],
    short('UserName333', 'lennay', 'a@bob2.example', 'h@bob3.example'),
  ),
  step(
    'Create user 4',
    'POST',
    '/Users',
    [status(201), keepId('id4')],
    short('UserName444', 'lennay', 'a@bob2.example', 'h@bob3.example'),
  ),
  step(
    'Create filled group',
    'POST',
    '/Groups',
    [status(201), keepId('groupid2')],
    group({ externalId: '{{$guid}}', displayName: 'Group2', members: [{ value: '{{id3}}', display: 'VP' }] }),
  ),
  step('Get groups', 'GET', '/Groups', [status(200)]),
  step(
    'Create group 3',
    'POST',
    '/Groups',
    [status(201), keepId('groupid3')],
    group({ externalId: '{{$guid}}', displayName: 'Group3', members: [] }),
  ),
  step(
    'Replace group 3',
    'PUT',
    '/Groups/{{groupid3}}',
    [status(200)],
    group({
      id: '{{groupid3}}',
      displayName: 'putName',
      members: [
        { value: '{{id3}}', display: 'VP' },
        { value: '{{id4}}', display: 'SenorVP' },
      ],
    }),
  ),
  step('Check group 3', 'GET', '/Groups/{{groupid3}}', [
    status(200),
    isVariable('id', 'groupid3'),
    namesVariable('id3'),
  ]),
  step('Add user 4', 'PATCH', '/Groups/{{groupid}}', [], addMember),
  step(
    'Remove user 4',
    'PATCH',
    '/Groups/{{groupid}}',
    [],
    patch({ op: 'remove', path: 'members[value eq "{{id4}}"]' }),
  ),
  step('Add user 4 again', 'PATCH', '/Groups/{{groupid}}', [], addMember),
  // A member has no displayName (RFC 7643 §4.2), so it is not returned
  step('Get group', 'GET', '/Groups/{{groupid}}', [status(200), isVariable('id', 'groupid'), names('new User')]),
  step('Remove all', 'PATCH', '/Groups/{{groupid}}', [], patch({ op: 'remove', path: 'members' })),
  step('Get empty group', 'GET', '/Groups/{{groupid}}', [
    status(200),
    isVariable('id', 'groupid'),
    namesNot('new User'),
  ]),
  gone('Users', 'id3'),
  gone('Users', 'id4'),
  gone('Groups', 'groupid'),
  gone('Groups', 'groupid2'),
  gone('Groups', 'groupid3'),
]

const complex = [
  step(
    'Create user with malformed email',
    'POST',
    '/Users',
    [status(201), keepId('id1')],
    short('UserName111', 'BobIs', 'emailName357', 'h@bob.example'),
  ),
  step(
    'Create user with former name',
    'POST',
    '/Users',
    [status(201), keepId('id2')],
    short('UserName222', 'BobIs', 'jump@bob.example', 'h@bob.example'),
  ),
  step('Select by type', 'GET', '/Users?attributes=emails%5Btype+eq+%22work%22%5D', [
    status(200),
    names('emailName357'),
  ]),
  step('Select by value', 'GET', '/Users?attributes=emails%5Bvalue+eq+%22emailName357%22%5D', [
    status(200),
    names('emailName357'),
  ]),
  gone('Users', 'id1'),
  gone('Users', 'id2'),
]

const taken = (name: string) => step(name, 'POST', '/Users', [status(409), names('detail')], emp3)
const odd = [
  step(
    'Post OMalley',
    'POST',
    '/Users',
    [status(201), has('userName', 'OMalley'), has('active', true), keepId('user1')],
    long({ userName: 'OMalley', ...omalley }),
  ),
  step(
    'Post emp1 with "True"',
    'POST',
    '/Users',
    [status(201), has('active', true), keepId('user2')],
    long({ userName: 'emp1', active: 'True' }),
  ),
  step('Get all', 'GET', '/Users', [status(200), has('totalResults', 2), names('OMalley')]),
  step('Post emp2', 'POST', '/Users', [status(201), keepId('user3')], long({ userName: 'emp2' })),
  step('Post emp3', 'POST', '/Users', [status(201), keepId('user4')], emp3),
  step('Post no userName', 'POST', '/Users', [status(400)], long({})),
  step(
    'Post junk',
    'POST',
    '/Users',
    [status(400)],
    '{ "acve": tre, "adadfdresses": [{ "coudftry": "Beruda" les": [] }',
  ),
  taken('Post emp3 again'),
  taken('Post emp3 once more'),
  step(
    'Put no userName',
    'PUT',
    '/Users/{{user1}}',
    [status(400)],
    long({ id: '{{user1}}', userame: 'OMalley', active: false, addresses: moved }),
  ),
  step(
    'Put misspelled attribute',
    'PUT',
    '/Users/{{user1}}',
    [status(200), namesNot('Addresses')],
    long({ id: '{{user1}}', userName: 'OMalley', active: false, addresses: undefined, adreses: moved, ...omalley }),
  ),
  step(
    'Post enterprise',
    'POST',
    '/Users',
    [status(201), keepId('user5')],
    long({ userName: 'enterprise', [enterprise]: { Department: 'some' } }),
  ),
  step(
    'Patch userName',
    'PATCH',
    '/Users/{{user1}}',
    [status(204)],
    patch({ op: 'Replace', path: 'userName', value: 'newusername' }),
  ),
  step(
    'Patch active',
    'PATCH',
    '/Users/{{user1}}',
    [status(204)],
    patch({ op: 'Replace', path: 'active', value: false }),
  ),
  step('Check patches', 'GET', '/Users/{{user1}}', [has('userName', 'newusername'), has('active', false)]),
  step(
    'Put OMalley',
    'PUT',
    '/Users/{{user1}}',
    [status(200), has('userName', 'OMalley'), has('active', false), names('Germany')],
    long({ id: '{{user1}}', userName: 'OMalley', active: false, addresses: moved, ...omalley }),
  ),
  step('Paginate', 'GET', '/Users?startIndex=1&count=2', [has('totalResults', 5), has('itemsPerPage', 2)]),
  step('Select', 'GET', '/Users?attributes=userName,emails', [has('totalResults', 5)]),
  taken('Post emp3 at last'),
  step(
    'Filter without quotes',
    'GET',
    '/Users?filter=name.FamilyName eq Employee and (emails.Value co example.com or emails.Value co example.org)',
    [has('totalResults', 4)],
  ),
  step('Filter by start', 'GET', '/Users?filter=userName sw O', [has('totalResults', 1)]),
  step('Filter by time', 'GET', '/Users?filter=meta.Created gt 2015-10-10T14:38:21.8617979-07:00', [
    has('totalResults', 5),
  ]),
]

const nobody = (value: string) => ({ id: '{{group1}}', ...patch({ op: 'add', path: 'members', value }) })
const oddGroups = [
  step(
    'Post group',
    'POST',
    '/Groups',
    [status(201), keepId('group1')],
    group({ displayName: 'Group 1', externalId: '015489ea-0000-4306-b583-9f002b2446f7' }),
  ),
  step('Add a member that is no ID', 'PATCH', '/Groups/{{group1}}', [status(204)], nobody('string id 1')),
  step('Add another member that is no ID', 'PATCH', '/Groups/{{group1}}', [status(204)], nobody('string id 2')),
  step('Get group', 'GET', '/Groups/{{group1}}', [status(200)]),
  step('Get group without members', 'GET', '/Groups/{{group1}}?excludedAttributes=members', [status(200)]),
  step(
    'Put group',
    'PUT',
    '/Groups/{{group1}}',
    [status(200), has('displayName', 'Tiff')],
    group({ id: '{{group1}}', displayName: 'Tiff', externalId: '6c6b54c2-0000-4234-ad4f-420ec6808049' }),
  ),
  ...['user1', 'user2', 'user3', 'user4', 'user5'].map(id => gone('Users', id)),
  gone('Groups', 'group1'),
]

const last = [
  step('Get all users', 'GET', '/Users?attributes=userName', [status(200), has('Resources', [])]),
  step('Get all groups', 'GET', '/Groups', [status(200), has('Resources', [])]),
]

export const microsoft: { readonly item: readonly PostmanItem[] } = {
  item: [...endpoints, ...people, ...groups, ...complex, ...odd, ...oddGroups, ...last],
}
