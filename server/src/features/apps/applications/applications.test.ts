import { activity } from '@claviger/contract/oversight/activity'
import { applications } from '@claviger/contract/apps/applications'
import { describe, expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { transact } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { applicationByClientId, applicationByEntityId, mayOpen, noteUse } from './applications.ts'
import { claimsOf } from './applications.claims.ts'

const home = await startTestApp()
const { as, given, clock, world } = home
const owner = as(given.owner.accessToken)
const elsewhere = as(given.ownerElsewhere.accessToken)
const inside = <T>(work: (ctx: TransactionContext) => Promise<T>, workspace = given.owner.workspace) =>
  transact(
    world,
    { actor: { kind: 'nobody' }, request: { id: 'test', ip: '127.0.0.1', userAgent: '' }, workspace },
    work,
  )

let count = 0
const newName = () => `Application ${++count}`
const makeOidc = (oidc: object = {}, more: object = {}) =>
  owner.tell(applications.oidcCreate, {
    name: newName(),
    oidc: { redirectUris: ['https://app.example/callback'], ...oidc },
    ...more,
  })
const makeSaml = (saml: object = {}, more: object = {}) =>
  owner.tell(applications.samlCreate, {
    name: newName(),
    saml: { entityId: `https://app.example/${++count}`, acs: [{ url: 'https://app.example/acs' }], ...saml },
    ...more,
  })
const nobody = { everyone: false, groups: [], units: [], users: [] }

describe('an application', () => {
  test('is created, read, changed, and deleted, and the log does not show its secret', async () => {
    const made = await makeOidc({}, { name: 'Grafana', description: 'Charts' })
    expect(made).toMatchObject({ protocol: 1, active: true, own: true, everyone: false, hasSecret: true, version: 1 })
    expect(made.warnings).toEqual(['nobody'])
    expect(made.oidc).toMatchObject({ kind: 'web', pkceRequired: true, grantTypes: ['authorization_code'] })
    expect(made.clientSecret).toMatch(/^[\w-]{43}$/)
    const { id } = made
    const { clientSecret, ...rest } = made
    expect(await owner.tell(applications.oidcGet, { id })).toEqual(rest)
    expect(await owner.ask(applications.samlGet, { id })).toMatchObject({ status: 404 })
    const oidc = { ...made.oidc, redirectUris: ['https://app.example/other'] }
    const edited = await owner.tell(applications.oidcUpdate, { id, name: 'Grafana', oidc, version: 1 })
    expect(edited).toMatchObject({
      version: 2,
      description: 'Charts',
      oidc: { redirectUris: ['https://app.example/other'] },
    })
    expect(await owner.ask(applications.oidcPut, { id, name: 'Grafana', oidc, version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'changed-meanwhile' },
    })
    expect((await owner.tell(applications.oidcPostOne, { id, name: 'Grafana', oidc })).version).toBe(2)
    expect(await owner.tell(applications.removeMany, { ids: [id, newId()] })).toEqual({ removed: 1 })
    const { items } = await owner.tell(activity.list, { object: id })
    expect(items.map(one => one.action)).toEqual(['application.deleted', 'application.updated', 'application.created'])
    expect(JSON.stringify(items)).not.toContain(clientSecret)
  })

  test('of type SAML has the same calls, and accepts only valid certificates', async () => {
    const { id, saml } = await makeSaml()
    expect(saml).toMatchObject({
      nameIdFormat: 'persistent',
      sign: 'assertion',
      acs: [{ binding: 'post', isDefault: false }],
    })
    const byRedirect = {
      id,
      name: 'By redirect',
      saml: { ...saml, acs: [{ url: 'https://app.example/acs', binding: 'redirect' }] },
    }
    expect(await owner.ask(applications.samlUpdate, byRedirect as never)).toMatchObject({
      status: 422,
      body: { fields: [{ field: 'saml.acs.0.binding' }] },
    })
    expect(await owner.tell(applications.samlActive, { ids: [id], active: false })).toEqual({ changed: 1 })
    expect(await owner.tell(applications.oidcActive, { ids: [id], active: true })).toEqual({ changed: 0 })
    expect(await owner.tell(applications.samlGet, { id })).toMatchObject({ active: false, warnings: [] })
    const wrong = {
      id,
      name: 'With certificate',
      saml: { ...saml, spCertificates: ['-----BEGIN CERTIFICATE-----\nAAAA'] },
    }
    expect(await owner.ask(applications.samlUpdate, wrong)).toMatchObject({
      status: 422,
      body: { code: 'certificate-unreadable', fields: [{ field: 'saml.spCertificates.0' }] },
    })
    expect(await owner.tell(applications.samlRemove, { id })).toEqual({ removed: 1 })
    expect(await owner.ask(applications.samlRemove, { id })).toMatchObject({ status: 404 })
  })

  test('of another workspace is not found, and can have the same client ID', async () => {
    const { id, clientId } = await makeOidc({}, { clientId: 'the-same' })
    await elsewhere.tell(applications.oidcCreate, {
      name: 'Theirs',
      clientId: 'the-same',
      oidc: { redirectUris: ['https://their.example/'] },
    })
    expect(await elsewhere.ask(applications.get, { id })).toMatchObject({ status: 404 })
    expect(await elsewhere.ask(applications.newSecret, { id })).toMatchObject({ status: 404 })
    expect(await elsewhere.ask(applications.assign, { id, ...nobody, everyone: true })).toMatchObject({ status: 404 })
    expect(await elsewhere.tell(applications.removeMany, { ids: [id] })).toEqual({ removed: 0 })
    const [ours, theirs] = await Promise.all([
      inside(ctx => applicationByClientId(ctx, clientId ?? '')),
      inside(ctx => applicationByClientId(ctx, clientId ?? ''), given.ownerElsewhere.workspace),
    ])
    expect([ours?.id === id, theirs?.name]).toEqual([true, 'Theirs'])
    expect(
      await owner.ask(applications.oidcCreate, {
        name: newName(),
        clientId,
        oidc: { redirectUris: ['https://a.example/'] },
      }),
    ).toMatchObject({
      status: 409,
      body: { code: 'client-id-taken' },
    })
  })
})

describe('access to an application', () => {
  const may = (id: string, user = given.user.id) => inside(ctx => mayOpen(ctx, { id }, user))

  test('is off at first, then for all users, or for users assigned directly or by a group or unit', async () => {
    const { id } = await makeOidc()
    const { addGroup, addUnit } = testData(home)
    const [group, unit] = [await addGroup('Night shift', [given.user.id]), await addUnit('Ward', [given.user.id])]
    const assign = (to: object) => owner.tell(applications.assign, { id, ...nobody, ...to })
    expect(await may(id)).toBe(false)
    for (const to of [{ everyone: true }, { groups: [group] }, { units: [unit] }, { users: [given.user.id] }]) {
      expect((await assign(to)).changed).toBeGreaterThan(0)
      expect([to, await may(id)]).toEqual([to, true])
      expect([to, await may(id, given.readOnly.id)]).toEqual([to, 'everyone' in to])
      await assign({})
      expect(await may(id)).toBe(false)
    }
    await assign({ groups: [group], units: [unit], users: [given.user.id] })
    expect(await owner.tell(applications.assignment, { id })).toEqual({
      everyone: false,
      groups: [{ id: group, name: 'Night shift' }],
      units: [{ id: unit, name: 'Ward' }],
      users: [{ id: given.user.id, name: 'Priya Raman' }],
    })
    expect(await owner.ask(applications.assign, { id, ...nobody, groups: [newId()] })).toMatchObject({ status: 404 })
    expect(await owner.ask(applications.assign, { id, ...nobody, users: [given.ownerElsewhere.id] })).toMatchObject({
      status: 404,
    })
  })

  test('is refused to suspended and deleted users, however it is assigned', async () => {
    const { id } = await owner.tell(applications.oidcCreate, {
      name: newName(),
      oidc: { redirectUris: ['https://app.example/'] },
    })
    await owner.tell(applications.assign, { id, ...nobody, everyone: true })
    const user = await given.addUser('Gone', 'Soon')
    await given.addActiveKeys([user])
    expect(await may(id, user)).toBe(true)
    await testData(home).suspend(user)
    expect(await may(id, user)).toBe(false)
    await testData(home).activate(user)
    await testData(home).remove(user)
    expect(await may(id, user)).toBe(false)
    expect(await may(id, given.ownerElsewhere.id)).toBe(false)
  })

  test('shows the application in the list of its protocol, and administrators see all applications', async () => {
    const one = await owner.tell(applications.samlCreate, {
      name: 'Wiki for all',
      saml: { entityId: 'urn:wiki', acs: [{ url: 'http://localhost:8081/acs' }] },
    })
    await owner.tell(applications.samlCreate, {
      name: 'Wiki for nobody',
      saml: { entityId: 'urn:other', acs: [{ url: 'https://wiki.example/acs' }] },
    })
    await owner.tell(applications.assign, { id: one.id, ...nobody, everyone: true })
    await inside(ctx => noteUse(ctx, one, given.user.id))
    await inside(ctx => noteUse(ctx, one, given.user.id))
    const seen = await as(given.user.accessToken).tell(applications.samlList, { search: 'wiki' })
    expect(seen.items).toMatchObject([{ name: 'Wiki for all', uses: null, warnings: [], everyone: false }])
    const all = await owner.tell(applications.list, { search: 'wiki', protocol: 2 })
    expect(all.items).toMatchObject([
      { name: 'Wiki for all', uses: 2, warnings: ['not-https'] },
      { name: 'Wiki for nobody', uses: 0, lastUsedAt: null, warnings: ['nobody'] },
    ])
    expect(all.items[0]?.lastUsedAt).not.toBeNull()
    expect((await owner.tell(applications.list, { everyone: true, search: 'wiki' })).total).toBe(1)
    expect((await owner.tell(applications.list, { secondFactor: true, search: 'wiki' })).total).toBe(0)
    expect((await owner.tell(applications.list, { secondFactor: false, search: 'wiki' })).total).toBe(2)
    for (const [who, status] of [
      [given.user, 403],
      [given.userManager, 403],
      [given.readOnly, 200],
      [given.administrator, 200],
    ] as const)
      expect((await as(who.accessToken).ask(applications.list)).status).toBe(status)
    expect((await as(given.readOnly.accessToken).ask(applications.removeMany, { ids: [one.id] })).status).toBe(403)
  })
})

test('an application receives the claims of its mapping, with only the groups it can see', async () => {
  const user = await given.addUser('Édith', 'Żak', {
    scim_attribute_2: 'R-17',
    phone_country: '+49',
    phone_number: '301234',
  })
  const { addGroup } = testData(home)
  const [one] = [await addGroup('Radiology', [user]), await addGroup('Choir', [user])]
  const mapping = [
    { name: 'mail', source: 'email' },
    { name: 'urn:name', source: 'fullName' },
    { name: 'room', source: 'attribute2' },
    { name: 'none', source: 'attribute3' },
    { name: 'tel', source: 'phone' },
    { name: 'groups', source: 'groups' },
    { name: '__proto__', source: 'fixed', value: 'x' },
  ] as const
  const made = await owner.tell(applications.oidcCreate, {
    name: newName(),
    mapping: [...mapping],
    oidc: { redirectUris: ['https://app.example/'], groupsFilter: [one] },
  })
  const claims = await inside(async ctx => {
    const found = await applicationByClientId(ctx, made.clientId ?? '')
    return found && claimsOf(ctx, found, user)
  })
  expect(claims && Object.entries(claims)).toEqual([
    ['mail', 'édith.żak@northgate.example'],
    ['urn:name', 'Édith Żak'],
    ['room', 'R-17'],
    ['tel', '+49301234'],
    ['groups', ['Radiology']],
    ['__proto__', 'x'],
  ])
  const shown = await owner.tell(applications.preview, {
    id: made.id,
    user,
    groupsFilter: [],
    mapping: mapping.slice(3, 6),
  })
  expect(shown).toEqual({
    claims: [
      { name: 'tel', values: ['+49301234'] },
      { name: 'groups', values: ['Choir', 'Radiology'] },
    ],
    empty: ['none'],
  })
  expect(await inside(ctx => applicationByEntityId(ctx, 'urn:wiki'))).toMatchObject({
    protocol: 2,
    name: 'Wiki for all',
  })
})

describe('input validation', () => {
  const addresses: [string, string, object][] = [
    ['http', 'http://app.example/cb', {}],
    ['a fragment', 'https://app.example/cb#x', {}],
    ['a wildcard', 'https://*.app.example/cb', {}],
    ['user name', 'https://app.example@evil.example/', {}],
    ['a backslash', 'https://app.example\\@evil.example/', {}],
    ['an executable scheme', 'javascript:alert(1)', { kind: 'native', tokenEndpointAuthMethod: 'none' }],
    ['a scheme of the operating system', 'ms-settings:cb', { kind: 'native', tokenEndpointAuthMethod: 'none' }],
    ['a custom scheme without a secret', 'com.example.app:/cb', { kind: 'spa', tokenEndpointAuthMethod: 'none' }],
    ['a custom scheme without PKCE', 'com.example.app:/cb', { pkceRequired: false }],
    ['look-alike letters', 'https://аpp.example/', {}],
    ['blanks', 'https://app.example/a b', {}],
    ['no host', 'https:///cb', {}],
  ]
  test.each(addresses)('refuses a redirect address with %s', async (_what, address, more) => {
    const { status, body } = await owner.ask(applications.oidcCreate, {
      name: newName(),
      oidc: { redirectUris: [address], ...more },
    })
    expect([status, JSON.stringify(body['fields'])]).toEqual([422, expect.stringContaining('oidc.redirectUris')])
  })

  test('accepts redirect URLs of native applications and of this computer', async () => {
    const oidc = {
      kind: 'native',
      tokenEndpointAuthMethod: 'none',
      redirectUris: ['com.example.app:/cb', 'http://127.0.0.1/cb'],
    }
    expect((await owner.ask(applications.oidcCreate, { name: newName(), oidc })).status).toBe(200)
  })

  const contents: [string, string, object][] = [
    ['a name with a text direction mark', 'name', { name: 'Graf\u202eana' }],
    ['a name with an invisible character', 'name', { name: 'Graf\u200bana' }],
    [
      'id_token without a code',
      'oidc.responseTypes',
      { oidc: { redirectUris: ['https://a.example/'], responseTypes: ['id_token'] } },
    ],
    [
      'a public client without PKCE',
      'oidc.pkceRequired',
      { oidc: { redirectUris: ['https://a.example/'], tokenEndpointAuthMethod: 'none', pkceRequired: false } },
    ],
    [
      'private keys',
      'oidc.jwks',
      { oidc: { redirectUris: ['https://a.example/'], jwks: { keys: [{ kty: 'EC', d: 'x' }] } } },
    ],
    [
      'an initiation address over http',
      'oidc.initiateLoginUri',
      { oidc: { redirectUris: ['https://a.example/'], initiateLoginUri: 'http://localhost/' } },
    ],
    ['no redirect address', 'oidc.redirectUris', { oidc: {} }],
    ['a mapping that replaces the name identifier', 'mapping', { mapping: [{ name: 'sub', source: 'email' }] }],
    ['a short secret', 'clientSecret', { clientSecret: 'short' }],
  ]
  test.each(contents)('refuses %s', async (_what, field, more) => {
    const { status, body } = await owner.ask(applications.oidcCreate, {
      name: newName(),
      oidc: { redirectUris: ['https://a.example/'] },
      ...more,
    })
    expect([status, JSON.stringify(body['fields'])]).toEqual([422, expect.stringContaining(`"field":"${field}`)])
  })
})

test('returns keys and other settings as they were saved', async () => {
  const jwks = { keys: [{ kty: 'EC', crv: 'P-256', x: 'x', y: 'y', kid: '1', key_ops: ['verify'] }] }
  const { id, oidc, clientSecret } = await makeOidc({ tokenEndpointAuthMethod: 'private_key_jwt', jwks })
  expect([oidc?.jwks, clientSecret]).toEqual([jwks, null])
  expect((await owner.tell(applications.get, { id })).oidc).toEqual(oidc)
})

test('refuses one of two concurrent applications with the same client ID', async () => {
  const add = (name: string) =>
    owner.ask(applications.oidcCreate, { name, clientId: 'twice', oidc: { redirectUris: ['https://app.example/'] } })
  const both = await Promise.all([add(newName()), add(newName())])
  expect(both.map(one => one.status).toSorted((one, other) => one - other)).toEqual([200, 409])
})

test('a new client secret is created, and the old one stays valid for a day', async () => {
  const { id, clientId, clientSecret } = await makeOidc()
  const { clientSecret: second } = await owner.tell(applications.newSecret, { id })
  const found = () => inside(ctx => applicationByClientId(ctx, clientId ?? ''))
  expect(await found()).toMatchObject({ secret: second, formerSecret: clientSecret })
  expect((await owner.tell(applications.get, { id })).warnings).toContain('secret-changes')
  clock.forward(25 * 3_600_000)
  expect(await found()).toMatchObject({ secret: second, formerSecret: null })
  const again = as((await given.session(given.owner)).accessToken)
  await again.tell(applications.newSecret, { id })
  expect(await again.tell(applications.endFormer, { id })).toEqual({ changed: 1 })
  expect(await found()).toMatchObject({ formerSecret: null })
  const spa = await again.tell(applications.oidcCreate, {
    name: newName(),
    oidc: { kind: 'spa', tokenEndpointAuthMethod: 'none', redirectUris: ['https://app.example/'] },
  })
  expect(spa.clientSecret).toBeNull()
  expect(await again.ask(applications.newSecret, { id: spa.id })).toMatchObject({
    status: 409,
    body: { code: 'no-secret' },
  })
})
