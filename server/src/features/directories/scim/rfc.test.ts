import { describe, expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { addPerson, scimConnection } from '#test/emulators/scim-client.ts'

// The examples that RFC 7643 §8 and RFC 7644 §3 print, and values that can't be stored
const home = await startTestApp()
const { send } = await scimConnection(home, 'RFC')

const core = 'urn:ietf:params:scim:schemas:core:2.0:User'
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const patchUrn = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const patch = (path: string, ...Operations: object[]) => send('PATCH', path, { schemas: [patchUrn], Operations })
const total = async (filter: string) =>
  (await send('GET', `/Users?count=0&filter=${encodeURIComponent(filter)}`)).body.totalResults

const babs = {
  schemas: [core, enterprise],
  id: '2819c223-7f76-453a-919d-413861904646',
  externalId: '701984',
  userName: 'bjensen@example.com',
  name: {
    formatted: 'Ms. Barbara J Jensen, III',
    familyName: 'Jensen',
    givenName: 'Barbara',
    middleName: 'Jane',
    honorificPrefix: 'Ms.',
    honorificSuffix: 'III',
  },
  displayName: 'Babs Jensen',
  nickName: 'Babs',
  profileUrl: 'https://login.example.com/bjensen',
  emails: [
    { value: 'bjensen@example.com', type: 'work', primary: true },
    { value: 'babs@jensen.org', type: 'home' },
  ],
  addresses: [
    {
      streetAddress: '100 Universal City Plaza',
      locality: 'Hollywood',
      region: 'CA',
      postalCode: '91608',
      country: 'USA',
      formatted: '100 Universal City Plaza\nHollywood, CA 91608 USA',
      type: 'work',
      primary: true,
    },
  ],
  phoneNumbers: [{ value: '555-555-5555', type: 'work' }],
  ims: [{ value: 'someaimhandle', type: 'aim' }],
  photos: [{ value: 'https://photos.example.com/profilephoto/72930000000Ccne/F', type: 'photo' }],
  userType: 'Employee',
  title: 'Tour Guide',
  preferredLanguage: 'en-US',
  locale: 'en-US',
  timezone: 'America/Los_Angeles',
  active: true,
  password: 't1meMa$heen',
  groups: [{ value: 'e9e30dba-f08f-4109-8486-d5c6a331660a', display: 'Tour Guides' }],
  x509Certificates: [{ value: 'MIIDQzCCAqygAwIBAgICEAAwDQYJKoZIhvcNAQEFBQAwTjELMAkGA1UEBhMCVVMx'.repeat(20) }],
  [enterprise]: {
    employeeNumber: '701984',
    costCenter: '4130',
    organization: 'Universal Studios',
    division: 'Theme Park',
    department: 'Tour Operations',
    manager: { value: '26118915-6090-4610-87e4-49d8ca9f808d', displayName: 'John Smith' },
  },
  meta: { resourceType: 'User', version: 'W/"a330bc54f0671c9"' },
}

test('stores the full user of RFC 7643 §8.3 and finds it by the filters of RFC 7644 §3.4.2.2', async () => {
  const { id: _id, password: _password, groups: _groups, meta: _meta, ...kept } = babs
  const { manager, ...rest } = kept[enterprise]
  const made = await send('POST', '/Users', babs)
  expect(made, JSON.stringify(made.body)).toMatchObject({ status: 201 })
  expect(made.body).toMatchObject({ ...kept, [enterprise]: { ...rest, manager: { value: manager.value } } })
  expect(made.body.password).toBeUndefined()
  for (const filter of [
    'userName eq "bjensen@example.com"',
    'name.familyName co "JENSEN"',
    'userName sw "B"',
    `${core}:userName sw "b"`,
    'title pr',
    'meta.lastModified gt "2011-05-13T04:42:34Z"',
    'meta.lastModified ge "2011-05-13T04:42:34Z"',
    'title pr and userType eq "Employee"',
    'title pr or userType eq "Intern"',
    `schemas eq "${enterprise}"`,
    'userType eq "Employee" and (emails co "example.com" or emails.value co "example.org")',
    'userType ne "Intern" and not (emails co "example.net" or emails.value co "example.org")',
    'userType eq "Employee" and (emails.type eq "work")',
    'userType eq "Employee" and emails[type eq "work" and value co "@example.com"]',
    'emails[type eq "work" and value co "@example.com"] or ims[type eq "xmpp" and value co "@foo.com"]',
    'ims[type eq "aim" and value sw "someaim"]',
  ])
    expect(await total(`(${filter}) and externalId eq "701984"`), filter).toBe(1)
})

test('applies the PATCH examples of RFC 7644 §3.5.2', async () => {
  const user = await addPerson(send, 'patched@example.com', { addresses: babs.addresses, nickName: 'B' })
  const other = await addPerson(send, 'james@example.com')
  const group = (await send('POST', '/Groups', { displayName: 'Examples' })).body.id as string
  const members = async () =>
    ((await send('GET', `/Groups/${group}`)).body.members ?? []).map((one: { value: string }) => one.value)
  const reference = (value: string) => ({
    display: 'Babs Jensen',
    $ref: `https://example.com/v2/Users/${value}`,
    value,
  })
  const added = await patch(`/Groups/${group}`, { op: 'add', path: 'members', value: [reference(user)] })
  expect(added).toMatchObject({ status: 204, body: undefined })
  expect(added.headers['etag']).toBeDefined()
  expect(await members()).toEqual([user])
  await patch(
    `/Groups/${group}`,
    { op: 'remove', path: `members[value eq "${user}"]` },
    { op: 'add', path: 'members', value: [reference(other)] },
  )
  expect(await members()).toEqual([other])
  await patch(`/Groups/${group}`, { op: 'replace', path: 'members', value: [reference(user), reference(other)] })
  expect(await members()).toHaveLength(2)
  const selected = await send('PATCH', `/Groups/${group}?attributes=displayName`, {
    schemas: [patchUrn],
    Operations: [{ op: 'remove', path: 'members' }],
  })
  expect(selected).toMatchObject({ status: 200, body: { displayName: 'Examples' } })
  expect(await members()).toEqual([])
  const emails = [{ value: 'babs@jensen.org', type: 'home' }]
  expect((await patch(`/Users/${user}`, { op: 'add', value: { emails, nickname: 'Babs' } })).body).toMatchObject({
    emails,
    nickName: 'Babs',
  })
  const street = { op: 'replace', path: 'addresses[type eq "work"].streetAddress', value: '1010 Broadway Ave' }
  expect((await patch(`/Users/${user}`, street)).body.addresses).toEqual([
    { ...babs.addresses[0], streetAddress: '1010 Broadway Ave' },
  ])
  const gone = await patch(`/Users/${user}`, { op: 'remove', path: 'emails[type eq "home" and value ew "jensen.org"]' })
  expect(gone.body.emails).toBeUndefined()
})

test('applies the bulk example of RFC 7644 §3.7.3 with a list as its PATCH', async () => {
  const [put, patched, deleted] = [
    await addPerson(send, 'many-put'),
    await addPerson(send, 'many-patch', { nickName: 'Dave' }),
    await addPerson(send, 'many-delete'),
  ]
  const { body } = await send('POST', '/Bulk', {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
    failOnErrors: 1,
    Operations: [
      { method: 'POST', path: '/Users', bulkId: 'qwerty', data: { schemas: [core], userName: 'many-Alice' } },
      { method: 'PUT', path: `/Users/${put}`, data: { schemas: [core], id: put, userName: 'many-Bob' } },
      {
        method: 'PATCH',
        path: `/Users/${patched}`,
        data: [
          { op: 'remove', path: 'nickName' },
          { op: 'add', path: 'userName', value: 'many-Dave' },
        ],
      },
      { method: 'DELETE', path: `/Users/${deleted}` },
    ],
  })
  expect(body.Operations.map((one: { status: string }) => one.status)).toEqual(['201', '200', '200', '204'])
  expect((await send('GET', `/Users/${patched}`)).body).toMatchObject({ userName: 'many-Dave' })
})

test('caps count and startIndex, and responds 403 to filters on the discovery lists', async () => {
  for (const big of ['1000000000', '99999999999999999999999999']) {
    expect(await send('GET', `/Users?count=${big}`)).toMatchObject({ status: 200, body: { startIndex: 1 } })
    expect(await send('GET', `/Users?startIndex=${big}`)).toMatchObject({ status: 200, body: { Resources: [] } })
    expect(await send('POST', '/.search', { count: Number(big) })).toMatchObject({ status: 200 })
    expect(await send('POST', '/.search', { startIndex: big })).toMatchObject({ status: 200, body: { Resources: [] } })
  }
  expect((await send('GET', '/Users?count=-5')).body).toMatchObject({ itemsPerPage: 0 })
  for (const path of ['/Schemas', '/ResourceTypes', '/ServiceProviderConfig'])
    expect(await send('GET', `${path}?filter=${encodeURIComponent('id eq "x"')}`)).toMatchObject({
      status: 403,
      body: { status: '403' },
    })
})

describe('a value that cannot be stored', () => {
  const isActive = async (id: string) => (await send('GET', `/Users/${id}`)).body.active

  test.each<[string, object]>([
    ['an unknown attribute', { op: 'replace', path: 'favoriteColor', value: 'red' }],
    ['an unknown extension', { op: 'add', path: 'urn:example:2.0:User:badge', value: '1' }],
    ['a read-only attribute', { op: 'replace', path: 'meta.created', value: '2019-01-01T00:00:00Z' }],
    ['a string that is too long', { op: 'replace', path: 'title', value: 'x'.repeat(2000) }],
    ['an object instead of a string', { op: 'replace', path: 'title', value: { de: 'Arzt' } }],
    ['a filter that matches nothing', { op: 'replace', path: 'emails[value co "zz"].display', value: 'x' }],
    ['a filter with an error', { op: 'replace', path: 'emails[type eq].value', value: 'x' }],
  ])('%s next to active=false suspends the user', async (name, operation) => {
    const id = await addPerson(send, `leaver ${name}`)
    const answer = await patch(`/Users/${id}`, operation, { op: 'replace', path: 'active', value: false })
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
    expect(await isActive(id)).toBe(false)
  })

  test('is dropped from a new user, and the remaining values are stored', async () => {
    const answer = await send('POST', '/Users', {
      schemas: [core],
      userName: 'odd-values',
      title: 'x'.repeat(2000),
      nickName: { de: 'Bärbel' },
      name: { familyName: 'Odd', formatted: 'y'.repeat(2000) },
      emails: [
        { value: 'z'.repeat(2000), type: 'other' },
        { value: 'odd@example.com', type: 'work', display: 'd'.repeat(1500) },
        ...Array.from({ length: 120 }, (_one, at) => ({ value: `odd${at}@example.com` })),
      ],
      x509Certificates: Array.from({ length: 10 }, () => ({ value: 'A'.repeat(16_000) })),
    })
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201, body: { name: { familyName: 'Odd' } } })
    for (const name of ['title', 'nickName', 'x509Certificates']) expect(answer.body).not.toHaveProperty(name)
    expect(answer.body.emails).toContainEqual({ value: 'odd@example.com', type: 'work' })
  })

  test('fails the request if it contains nothing else or decides about access', async () => {
    const id = await addPerson(send, 'still-here')
    expect(await patch(`/Users/${id}`, { op: 'add', path: 'favoriteColor', value: 'red' })).toMatchObject({
      status: 400,
      body: { scimType: 'invalidPath' },
    })
    for (const value of ['perhaps', { is: false }])
      expect(
        await patch(
          `/Users/${id}`,
          { op: 'replace', path: 'title', value: 'Dr' },
          { op: 'replace', path: 'active', value },
        ),
      ).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } })
    expect((await send('GET', `/Users/${id}`)).body.title).toBeUndefined()
  })
})
