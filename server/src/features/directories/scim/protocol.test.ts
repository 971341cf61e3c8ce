import { describe, expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { scimConnection } from '#test/emulators/scim-client.ts'

// Real client requests: from Microsoft's reference collection and documentation, Okta's specification test, and the
// examples of RFC 7643 and RFC 7644
const home = await startTestApp()
const { send } = await scimConnection(home, 'Clients')

const core = 'urn:ietf:params:scim:schemas:core:2.0:User'
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const listUrn = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
const errorUrn = 'urn:ietf:params:scim:api:messages:2.0:Error'

const filtered = (what: string, filter: string, more = '') =>
  send('GET', `/${what}?filter=${encodeURIComponent(filter)}${more}`)
const patch = (path: string, ...Operations: object[]) => send('PATCH', path, { schemas: [patchOp], Operations })
const made = async (what: 'Users' | 'Groups', body: object): Promise<string> => {
  const answer = await send('POST', `/${what}`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.id as string
}

describe('Microsoft', () => {
  test('creates users in its own letter case, reads lists, attributes, and filters, and sends its usual patches', async () => {
    const user = await made('Users', {
      userName: 'UserName123',
      active: true,
      displayName: 'BobIsAmazing',
      schemas: [core],
      externalId: 'ms-1',
      name: { formatted: 'Ryan Leenay', familyName: 'Leenay', givenName: 'Ryan' },
      emails: [
        { Primary: true, type: 'work', value: 'testing@bob.com' },
        { Primary: false, type: 'home', value: 'testinghome@bob.com' },
      ],
    })
    const second = await made('Users', {
      userName: 'UserName222',
      active: true,
      displayName: 'lennay',
      schemas: [enterprise, core],
      externalId: 'ms-2',
      name: { formatted: 'Adrew Ryan', familyName: 'Ryan', givenName: 'Andrew' },
      emails: [{ Primary: true, type: 'work', value: 'testing@bob2.com' }],
      [enterprise]: { Department: 'bob', Manager: { Value: 'SuzzyQ' } },
    })
    expect((await send('GET', `/Users/${second}`)).body).toMatchObject({
      schemas: [core, enterprise],
      [enterprise]: { department: 'bob', manager: { value: 'SuzzyQ' } },
    })
    expect((await send('GET', '/users')).status).toBe(200)
    const some = await send('GET', '/Users?attributes=userName,emails')
    const first = some.body.Resources.find((one: { id: string }) => one.id === user)
    expect(Object.keys(first).toSorted()).toEqual(['emails', 'id', 'schemas', 'userName'])
    for (const filter of [
      'DisplayName eq "BobIsAmazing"',
      'userName eq "username123"',
      'emails[type eq "work" and value co "@bob.com"]',
      'emails.value eq "TESTING@bob.com"',
      `(emails[type eq "work"].value eq "testing@bob.com") and not (userName eq "x")`,
      'externalId eq "ms-1"',
      'name.familyName sw "Lee" or (title pr and title eq "x")',
      'active eq True and emails co "@bob.com"',
      `id eq "${user}"`,
    ]) {
      const found = await filtered('Users', filter)
      expect(
        found.body.Resources?.map((one: { id: string }) => one.id),
        filter,
      ).toEqual([user])
    }
    expect((await filtered('Users', `${enterprise}:department eq "BOB"`)).body.totalResults).toBe(1)
    const both = 'externalId sw "ms-" and meta.lastModified gt "2000-01-01T00:00:00Z"'
    expect((await filtered('Users', both, '&count=0')).body).toMatchObject({
      totalResults: 2,
      itemsPerPage: 0,
    })
    const all = await patch(
      `/Users/${user}`,
      { op: 'Replace', path: 'active', value: 'False' },
      { op: 'Add', path: 'emails[type eq "other"].value', value: 'third@bob.com' },
      { op: 'Add', path: 'emails[type eq "work"].value', value: 'moved@bob.com' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+49 30 1234567' },
      { op: 'Replace', path: `${enterprise}:manager`, value: 'boss-id' },
      {
        op: 'Replace',
        value: { 'name.givenName': 'Bryan', [`${enterprise}:department`]: 'Ward 3', DisplayName: 'Bob' },
      },
      { op: 'Add', path: 'roles[primary eq "True"].value', value: 'Nurse' },
      { op: 'Remove', path: 'emails[type eq "home"]' },
    )
    expect(all, JSON.stringify(all.body)).toMatchObject({
      status: 200,
      body: {
        active: false,
        displayName: 'Bob',
        name: { givenName: 'Bryan', familyName: 'Leenay' },
        roles: [{ primary: true, value: 'Nurse' }],
        phoneNumbers: [{ type: 'mobile', value: '+49 30 1234567' }],
        [enterprise]: { manager: { value: 'boss-id' }, department: 'Ward 3' },
      },
    })
    expect(all.body.emails).toEqual([
      { primary: true, type: 'work', value: 'moved@bob.com' },
      { type: 'other', value: 'third@bob.com' },
    ])
    const gone = await patch(`/Users/${user}`, { op: 'Remove', path: `${enterprise}:manager` })
    expect(gone.body[enterprise]).toEqual({ department: 'Ward 3' })
  })

  test('adds and removes group members by the hundreds', async () => {
    const people = await Promise.all(
      Array.from({ length: 120 }, (_one, at) => made('Users', { schemas: [core], userName: `many-${at}` })),
    )
    const group = await made('Groups', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      displayName: 'Many',
      externalId: 'g-1',
    })
    const members = people.map(value => ({ $ref: null, value }))
    expect((await patch(`/Groups/${group}`, { op: 'Add', path: 'members', value: members })).status).toBe(204)
    expect((await send('GET', `/Groups/${group}`)).body.members).toHaveLength(120)
    expect((await send('GET', `/Groups/${group}?excludedAttributes=members`)).body.members).toBeUndefined()
    const one = await filtered('Groups', `id eq "${group}" and members eq "${people[3]}"`)
    expect(one.body.totalResults).toBe(1)
    const pages = await send(
      'GET',
      `/Users?filter=${encodeURIComponent(`groups.value eq "${group}"`)}&cursor=&count=50`,
    )
    expect(pages.body.Resources).toHaveLength(50)
    expect(pages.body.nextCursor).toEqual(expect.any(String))
    await patch(
      `/Groups/${group}`,
      { op: 'Remove', path: 'members', value: members.slice(0, 100) },
      { op: 'Remove', path: `members[value eq "${people[100]}"]` },
    )
    expect((await send('GET', `/Groups/${group}`)).body.members).toHaveLength(19)
    const strange = await patch(`/Groups/${group}`, {
      op: 'Add',
      path: 'members',
      value: [{ value: people[0] }, { value: '00000000-0000-4000-8000-000000000000' }],
    })
    expect(strange).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } })
    expect((await send('GET', `/Groups/${group}`)).body.members).toHaveLength(19)
    await patch(
      `/Groups/${group}`,
      { op: 'Replace', path: 'displayName', value: 'Renamed' },
      { op: 'Remove', path: 'members' },
    )
    expect((await send('GET', `/Groups/${group}`)).body).toMatchObject({ displayName: 'Renamed' })
    expect((await send('GET', `/Groups/${group}`)).body.members).toBeUndefined()
    expect((await send('DELETE', `/Groups/${group}`)).status).toBe(204)
    expect((await send('GET', `/Groups/${group}`)).status).toBe(404)
  })

  test('finds the service provider configuration, resource types, and schemas', async () => {
    expect((await send('GET', '/ResourceTypes')).body.Resources[0].endpoint).toBe('/Users')
    expect((await send('GET', '/ServiceProviderConfig')).body).toMatchObject({
      patch: { supported: true },
      pagination: { cursor: true },
    })
    expect(JSON.stringify((await send('GET', '/Schemas')).body)).toContain('User Account')
    expect((await send('GET', `/Schemas/${core}`)).body.id).toBe(core)
  })
})

test('passes the Okta specification test', async () => {
  const nobody = '010101001010101011001010101011'
  const person = {
    schemas: [core],
    userName: 'Runscope300@example.com',
    name: { givenName: 'Runscope300', familyName: 'Hfluaklab151' },
    emails: [{ primary: true, value: 'Runscope300@example.com', type: 'work' }],
    displayName: 'Runscope300 Hfluaklab151',
    active: true,
  }
  expect((await filtered('Users', 'userName eq "abcdefgh@example.com"')).body).toMatchObject({
    schemas: [listUrn],
    totalResults: 0,
    Resources: [],
  })
  expect(await send('GET', `/Users/${nobody}`)).toMatchObject({
    status: 404,
    body: { schemas: [errorUrn], status: '404', detail: expect.any(String) as string },
  })
  const id = await made('Users', person)
  expect((await send('GET', `/Users/${id}`)).body).toMatchObject(person)
  expect((await send('POST', '/Users', person)).status).toBe(409)
  expect((await filtered('Users', 'userName eq "RUNSCOPE300@example.com"')).body.totalResults).toBe(1)
  const one = await send('GET', '/Users?count=1&startIndex=1')
  expect(one.body).toMatchObject({ itemsPerPage: 1, startIndex: 1, totalResults: expect.any(Number) as number })
  expect((await send('GET', '/Groups?count=0')).body).toMatchObject({ schemas: [listUrn], Resources: [] })
  expect(
    (await send('PUT', `/Users/${id}`, { ...person, id, active: false, meta: { resourceType: 'User' } })).body.active,
  ).toBe(false)
  expect((await patch(`/Users/${id}`, { op: 'replace', value: { active: true } })).body.active).toBe(true)
  const raw = await send('GET', '/Users?count=0', undefined, {
    accept: 'application/scim+json',
    'user-agent': 'OKTA SCIM Integration',
  })
  expect(String(raw.headers['content-type'])).toContain('application/scim+json')
})

describe('the RFC protocol features', () => {
  test('search by POST, sort, and page with cursors', async () => {
    for (let at = 1; at <= 21; at++)
      await made('Users', { schemas: [core], userName: `row-${at}`, displayName: `Row ${at}` })
    const search = await send('POST', '/.search', {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
      attributes: ['displayName', 'userName'],
      filter: 'displayName sw "row 21"',
      startIndex: 1,
      count: 10,
    })
    expect(search.body).toMatchObject({ schemas: [listUrn], totalResults: 1 })
    const sorted = await send('POST', '/Users/.search', {
      filter: 'userName sw "row-1"',
      sortBy: 'userName',
      sortOrder: 'descending',
      count: 3,
    })
    expect(sorted.body.Resources.map((one: { userName: string }) => one.userName)).toEqual([
      'row-19',
      'row-18',
      'row-17',
    ])
    const seen = new Set<string>()
    let cursor: string | undefined = ''
    while (cursor !== undefined) {
      const page = await send('GET', `/Users?count=8&cursor=${cursor}`)
      for (const one of page.body.Resources) seen.add(one.id)
      cursor = page.body.nextCursor
    }
    expect(seen.size).toBe((await send('GET', '/Users?count=0')).body.totalResults)
    expect(await send('GET', '/Users?cursor=bm9uc2Vuc2U')).toMatchObject({
      status: 400,
      body: { scimType: 'invalidCursor' },
    })
    const second = await send('GET', '/Users?count=10&startIndex=11')
    expect(second.body).toMatchObject({ startIndex: 11, itemsPerPage: 10 })
  })

  test('process bulk requests with references between operations', async () => {
    const bulk = await send('POST', '/Bulk', {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
      failOnErrors: 1,
      Operations: [
        {
          method: 'POST',
          path: '/Groups',
          bulkId: 'ytrewq',
          data: { displayName: 'Tour Guides', members: [{ type: 'User', value: 'bulkId:qwerty' }] },
        },
        { method: 'POST', path: '/Users', bulkId: 'qwerty', data: { schemas: [core], userName: 'Alice' } },
      ],
    })
    expect(bulk.body.Operations.map((one: { status: string }) => one.status)).toEqual(['201', '201'])
    const [group] = bulk.body.Operations as { location: string }[]
    const { body } = await send('GET', group?.location.replace(/^.*\/v2/, '') ?? '')
    expect(body.members).toHaveLength(1)
    const circle = { method: 'POST', path: '/Groups', data: {} }
    const stuck = await send('POST', '/Bulk', {
      Operations: [
        { ...circle, bulkId: 'a', data: { displayName: 'A', members: [{ value: 'bulkId:b' }] } },
        { ...circle, bulkId: 'b', data: { displayName: 'B', members: [{ value: 'bulkId:a' }] } },
      ],
    })
    expect(stuck.body.Operations.map((one: { status: string }) => one.status)).toEqual(['409', '409'])
    const many = Array.from({ length: 201 }, (_one, at) => ({ method: 'DELETE', path: `/Users/${at}` }))
    expect((await send('POST', '/Bulk', { Operations: many })).status).toBe(413)
  })

  test('report errors in the standard format', async () => {
    const cases: [string, string, unknown, number, string?][] = [
      ['GET', `/Users?filter=${encodeURIComponent('userName eq')}`, undefined, 400, 'invalidFilter'],
      ['GET', `/Users?filter=${'('.repeat(1500)}`, undefined, 400, 'invalidFilter'],
      [
        'GET',
        `/Users?filter=${encodeURIComponent(`userName eq "${'a'.repeat(3000)}"`)}`,
        undefined,
        400,
        'invalidFilter',
      ],
      ['GET', '/Users?filter=nothing%20pr', undefined, 400, 'invalidFilter'],
      ['POST', '/Users', '{"userName":', 400, 'invalidSyntax'],
      ['POST', '/Users', { schemas: [core] }, 400, 'invalidValue'],
      ['POST', '/Users', { schemas: ['urn:unknown'], userName: 'x' }, 400, 'invalidSyntax'],
      ['POST', '/Users', { schemas: [core], userName: 'x', active: 'perhaps' }, 400, 'invalidValue'],
      ['POST', '/Users', `{"userName":"${'a'.repeat(1_100_000)}"}`, 413],
      ['GET', '/Me', undefined, 501],
      ['GET', '/Nothing', undefined, 404],
      ['PATCH', '/Users', { Operations: [] }, 405],
      ['DELETE', '/Schemas', undefined, 405],
    ]
    for (const [method, path, body, status, scimType] of cases) {
      const answer = await send(method, path, body)
      expect(answer, `${method} ${path.slice(0, 60)}`).toMatchObject({
        status,
        body: { schemas: [errorUrn], status: String(status) },
      })
      expect(answer.body.scimType).toBe(scimType)
    }
    const user = await made('Users', { schemas: [core], userName: 'Guide' })
    for (const path of [
      '__proto__.polluted',
      'constructor.prototype.polluted',
      'name.__proto__',
      'emails[__proto__ eq "x"].value',
      'nothing',
    ])
      expect((await patch(`/Users/${user}`, { op: 'add', path, value: 'yes' })).status, path).toBe(400)
    await patch(`/Users/${user}`, {
      op: 'add',
      value: JSON.parse('{"__proto__":{"polluted":"yes"},"title":"Guide"}') as object,
    })
    expect(({} as { polluted?: string }).polluted).toBeUndefined()
    expect((await send('GET', `/Users/${user}`)).body).toMatchObject({ title: 'Guide' })
    expect(await patch(`/Users/${user}`, { op: 'replace', path: 'id', value: 'x' })).toMatchObject({
      status: 400,
      body: { scimType: 'mutability' },
    })
    const wrong = await home.app.inject({ url: '/api/scim/v2/Users', headers: { authorization: 'Bearer cvg_scim_x' } })
    expect(wrong.statusCode).toBe(401)
    expect(wrong.json()).toMatchObject({ schemas: [errorUrn], status: '401' })
  })
})
