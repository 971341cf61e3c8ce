// Every call by everyone without permission: never 200, never a server error.
import { sensitiveActsOf, apiKeys } from '@claviger/contract/connect/api-keys'
import { sensitivePermissions } from '@claviger/contract/connect/api-keys/sensitive-acts'
import type { Endpoint } from '@claviger/contract/platform/endpoint'
import {
  reachesOtherWorkspaces,
  permissionsOf,
  permissionsOfKeys,
  type Permission,
} from '@claviger/contract/platform/permissions'
import { beforeAll, describe, expect, test } from 'vitest'
import { features } from '../../src/features.ts'
import { days, later, minutes } from '../../src/platform/clock.ts'
import { openSession } from '../../src/features/access/sessions/sessions.ts'
import { transact } from '../../src/platform/db/transaction.ts'
import type { TransactionContext } from '../../src/platform/app-context.ts'
import { testData } from '../api/test-data.ts'
import type { Person } from '../api/fixtures.ts'
import { startTestApp } from '../app/test-app.ts'
import { sampleInput } from '../api/sample.ts'

const home = await startTestApp({ BILLING: 'on' })
const { as, given, clock, app } = home
const calls = features.map(bound => bound.endpoint)
const named = calls.map(endpoint => [`${endpoint.feature}.${endpoint.call}`, endpoint] as const)
const passing: readonly Permission[] = ['public', 'interim', 'enrolling', 'self-service', 'reader', 'agent', 'kiosk']
const facts = { id: 'matrix', ip: '127.0.0.1', userAgent: 'matrix' }
const unknownId = '01890000-0000-7000-8000-000000000000'
const needsSession = named.filter(([, endpoint]) => !passing.includes(endpoint.may))

const people = {
  owner: [given.owner, { accountRole: 1, workspaceRole: 1, additional: [] }],
  administrator: [given.administrator, { accountRole: 2, workspaceRole: 2, additional: [] }],
  userManager: [given.userManager, { accountRole: 2, workspaceRole: 3, additional: [] }],
  readOnly: [given.readOnly, { accountRole: 2, workspaceRole: 5, additional: [] }],
  user: [given.user, { accountRole: 3, workspaceRole: null, additional: [] }],
  superAdmin: [given.superAdmin, { accountRole: 0, workspaceRole: null, additional: [] }],
} as const

describe('without a session', () => {
  test.each(needsSession)('%s answers 401', async (_name, endpoint) => {
    const answer = await as(undefined).ask(endpoint, sampleInput(endpoint, given.user.id))
    expect(answer).toMatchObject({ status: 401, body: { code: expect.any(String), message: expect.any(String) } })
  })
  test.each(named)('%s does not accept an invalid token', async (_name, endpoint) => {
    const answer = await as('bm90LWEtcmVmZXJlbmNl').ask(endpoint, sampleInput(endpoint, given.user.id))
    expect(answer.status).toBeLessThan(500)
    if (endpoint.may !== 'public') expect(answer.status).toBe(401)
  })
})

describe.each(Object.entries(people))('as %s', (_who, [person, standing]) => {
  const may = permissionsOf(standing)
  const forbidden = needsSession.filter(([, endpoint]) => !may.has(endpoint.may))
  test.runIf(forbidden.length > 0).each(forbidden)('%s answers 403', async (_name, endpoint) => {
    const answer = await as(person.accessToken).ask(endpoint, sampleInput(endpoint, given.user.id))
    expect(answer).toMatchObject({ status: 403, body: { code: 'not-permitted' } })
  })
})

describe('with a session without a passkey check', async () => {
  const opened = async (person: Person) => {
    const from = { actor: { kind: 'nobody' }, request: facts, workspace: person.workspace } as const
    const open = (ctx: TransactionContext) => openSession(ctx, { user: person.id, method: 'code', verified: false })
    return (await transact(home.world, from, open)).accessToken
  }
  const [owner, superAdmin] = [await opened(given.owner), await opened(given.superAdmin)]
  const ask = ([, endpoint]: (typeof named)[number]) =>
    as(endpoint.may.startsWith('super.') ? superAdmin : owner).ask(endpoint, {
      ...sampleInput(endpoint, given.user.id),
      id: unknownId,
      ids: [unknownId],
    })
  const ofPrograms: readonly Permission[] = ['clients', 'mobiles', 'kiosk-opening']
  // Partners: matrix-of-governance.test.ts
  const changing = needsSession.filter(
    ([, { changes, may }]) => changes && !ofPrograms.includes(may) && !may.startsWith('partner.'),
  )
  test.each(changing.filter(([, { unconfirmed }]) => unconfirmed === undefined))('%s requires it', async (...one) => {
    expect(await ask(one)).toMatchObject({ status: 401, body: { code: 'verify-first' } })
  })
  // Last, because one of these ends the session
  const excused = changing.filter(
    ([name, { unconfirmed }]) => ![undefined, 'asks-itself'].includes(unconfirmed) && name !== 'sign-in.logout',
  )
  test.each(excused)('%s does not require it', async (...one) => {
    expect((await ask(one)).body['code']).not.toBe('verify-first')
  })
})

const makeKey = (more: Record<string, unknown> = {}) =>
  as(given.owner.accessToken).tell(apiKeys.create, { name: 'Matrix', type: 0, expiry: 0, ...more })

describe('with an Admin API key', async () => {
  const { value } = await makeKey({ granted: sensitiveActsOf({ type: 0, scopes: null }) })
  const { value: ungranted } = await makeKey()
  // Own requests belong to a user, so API keys have none
  const isOpen = ({ may, feature, call }: Endpoint) =>
    permissionsOfKeys.includes(may) && `${feature}.${call}` !== 'support.list'
  const open = needsSession.filter(([, endpoint]) => isOpen(endpoint))
  const shut = needsSession.filter(([, endpoint]) => !isOpen(endpoint))
  test.each(open)('%s accepts it', async (_name, endpoint) => {
    const answer = await as(value).ask(endpoint, {
      ...sampleInput(endpoint, given.user.id),
      id: unknownId,
      ids: [unknownId],
    })
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500)
    expect([401, 403], JSON.stringify(answer.body)).not.toContain(answer.status)
  })
  test.each(shut)('%s answers 403', async (_name, endpoint) => {
    const answer = await as(value).ask(endpoint, sampleInput(endpoint, given.user.id))
    expect(answer).toMatchObject({ status: 403, body: { code: 'not-permitted' } })
  })
  const sensitive = open.filter(([, endpoint]) => endpoint.granted)
  test('every sensitive permission has a description for owners', () => {
    // Sensitive calls are declared in the contract
    expect(sensitivePermissions).toEqual(expect.arrayContaining(sensitive.map(([, endpoint]) => endpoint.may)))
  })
  test.each(sensitive)('%s answers 403 without a grant by an owner', async (_name, endpoint) => {
    const answer = await as(ungranted).ask(endpoint, sampleInput(endpoint, given.user.id))
    expect(answer).toMatchObject({ status: 403, body: { code: 'not-permitted' } })
  })
})

describe('with an Admin API key whose creator left', async () => {
  const id = await given.addUser('Left', 'Behind')
  await given.addActiveKeys([id])
  await testData(home).appoint(id, 2)
  const { accessToken } = await given.session({ id, workspace: given.owner.workspace })
  const { value } = await as(accessToken).tell(apiKeys.create, { name: 'Orphan', type: 0 })
  await testData(home).suspend(id)
  test.each(needsSession)('%s refuses it', async (_name, endpoint) => {
    const answer = await as(value).ask(endpoint, sampleInput(endpoint, given.user.id))
    expect(answer).toMatchObject({ status: 401, body: { code: 'api-key-orphaned' } })
  })
})

describe.each([
  ['Clients', 2, 'clients'],
  ['Shared Mobile', 1, 'mobiles'],
] as const)('with a %s API key', async (_which, type, opens) => {
  const { value } = await makeKey({ type })
  const isOpen = ({ may }: Endpoint) => may === opens || may === 'kiosk-opening'
  test.each(needsSession.filter(([, endpoint]) => isOpen(endpoint)))('%s allows it', async (_name, endpoint) => {
    const answer = await as(value).ask(endpoint, sampleInput(endpoint, given.user.id))
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500)
    // A computer also needs its enrollment secret
    if (answer.body['code'] !== 'enrolment-refused')
      expect([401, 403], JSON.stringify(answer.body)).not.toContain(answer.status)
  })
  test.each(needsSession.filter(([, endpoint]) => !isOpen(endpoint)))('%s answers 403', async (_name, endpoint) => {
    const answer = await as(value).ask(endpoint, sampleInput(endpoint, given.user.id))
    expect(answer).toMatchObject({ status: 403, body: { code: 'not-permitted' } })
  })
})

describe('with an API key that', async () => {
  const deleted = await makeKey()
  await as(given.owner.accessToken).tell(apiKeys.remove, { id: deleted.key.id })
  const refused = [
    ['comes from another address', (await makeKey({ addresses: ['192.0.2.0/24'] })).value, 403, 'api-key-address'],
    ['was deleted', deleted.value, 401, 'api-key-refused'],
    ['was mistyped', `${deleted.value}0`, 401, 'api-key-refused'],
  ] as const
  describe.each(refused)('%s', (_which, value, status, code) => {
    test.each(needsSession)('%s refuses the key', async (_name, endpoint) => {
      const answer = await as(value).ask(endpoint, sampleInput(endpoint, given.user.id))
      expect(answer).toMatchObject({ status, body: { code } })
    })
  })
})

describe('as the owner of a personal workspace', () => {
  const business = needsSession.filter(
    ([, endpoint]) => endpoint.may.includes('.') && !reachesOtherWorkspaces(endpoint.may),
  )
  test.each(business)('%s answers that the workspace is personal', async (_name, endpoint) => {
    const answer = await as(given.individual.accessToken).ask(endpoint, sampleInput(endpoint, given.user.id))
    expect(answer).toMatchObject({ status: 403, body: { code: 'personal-workspace' } })
  })
})

describe('as the owner of another workspace', () => {
  const withId = needsSession.filter(
    ([, endpoint]) => /\{id\}/.test(endpoint.path) || 'id' in sampleInput(endpoint, given.user.id),
  )
  test.each(withId.filter(([, endpoint]) => !reachesOtherWorkspaces(endpoint.may)))(
    '%s finds nothing of our workspace',
    async (_name, endpoint) => {
      const answer = await as(given.ownerElsewhere.accessToken).ask(endpoint, sampleInput(endpoint, given.user.id))
      expect([401, 404, 409, 422]).toContain(answer.status)
    },
  )
})

describe('the permissions of a caller are checked before the input', () => {
  /** A call whose path, query, and body are all wrong. */
  const wrongly = async ({ method, path }: Endpoint, authorization?: string) => {
    const headers = { ...(authorization !== undefined && { authorization }), 'content-type': 'application/json' }
    const url = `${path.replace(/\{\w+\}/g, 'x')}?pageSize=x`
    const answer = await app.inject({ method, url, headers, ...(method !== 'GET' && { payload: '{"a":' }) })
    return `${answer.statusCode} ${answer.json<{ code: string }>().code}`
  }
  const answers = async (among: typeof named, authorization?: string) => {
    const given_: Record<string, string> = {}
    for (const [name, endpoint] of among) given_[name] = await wrongly(endpoint, authorization)
    return given_
  }
  const all = (among: typeof named, answer: string) => Object.fromEntries(among.map(([name]) => [name, answer]))

  test('without a session', async () => {
    const codes = Object.values(await answers(needsSession))
    expect(codes.filter(code => !code.startsWith('401 '))).toEqual([])
  })
  test.each(['readOnly', 'user'] as const)('as %s', async who => {
    const [person, standing] = people[who]
    const forbidden = needsSession.filter(([, endpoint]) => !permissionsOf(standing).has(endpoint.may))
    const { accessToken } = await given.session(person)
    expect(await answers(forbidden, accessToken)).toEqual(all(forbidden, '403 not-permitted'))
  })
  test('as a super administrator without a permission', async () => {
    const changing = named.filter(([, { changes, may }]) => changes && may.startsWith('super.'))
    const person = { id: await given.addUser('Nat', 'Nothing'), workspace: given.owner.workspace }
    await home.world.superPool.query(
      "insert into super_administrators (workspace_id, user_id, permissions) values ($1, $2, '{}')",
      [person.workspace, person.id],
    )
    const { accessToken } = await given.session(person)
    expect(await answers(changing, accessToken)).toEqual(all(changing, '403 not-permitted'))
  })
})

describe('bad input', () => {
  const junk = [
    {},
    { id: 'x', code: 7, email: [] },
    { page: -1, pageSize: 5000, after: '%%%' },
    { name: 'x'.repeat(20_000), search: 'x'.repeat(20_000) },
  ]
  test.each(named)('%s never causes a server error', async (_name, endpoint) => {
    const who = endpoint.may.startsWith('super.') ? given.superAdmin : given.owner
    const { accessToken } = await given.session(who)
    for (const input of junk) {
      const answer = await as(passing.includes(endpoint.may) ? undefined : accessToken).ask(endpoint, {
        ...sampleInput(endpoint, 'not-an-id'),
        ...input,
      })
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500)
    }
  })
  test.each(named.filter(([, endpoint]) => endpoint.method !== 'GET'))(
    '%s refuses broken JSON and answers 413 to a huge body',
    async (_name, endpoint) => {
      const url = endpoint.path.replace(/\{\w+\}/g, given.user.id)
      const send = (payload: string) =>
        app.inject({ method: endpoint.method, url, payload, headers: { 'content-type': 'application/json' } })
      expect((await send('{"a":')).statusCode).toBe(endpoint.may === 'public' ? 400 : 401)
      const huge = await send(JSON.stringify({ a: 'x'.repeat(endpoint.bodyLimit + 1) }))
      expect(huge).toMatchObject({ statusCode: 413 })
      expect(huge.json()).toMatchObject({ code: 'too-large' })
    },
  )
})

describe('with expired credentials', () => {
  let expired: string
  beforeAll(async () => {
    const { accessToken } = await given.session(given.owner)
    const input = { name: 'Short', type: 0, expiry: 1, expiresAt: later(clock.now(), minutes(1)).toISOString() }
    expired = (await as(accessToken).tell(apiKeys.create, input)).value
    clock.forward(days(1))
  })
  test.each(needsSession)('%s refuses an expired API key', async (_name, endpoint) => {
    const answer = await as(expired).ask(endpoint, sampleInput(endpoint, given.user.id))
    expect(answer).toMatchObject({ status: 401, body: { code: 'api-key-expired' } })
  })
  test.each(needsSession)('%s answers 401', async (_name, endpoint) => {
    clock.forward(minutes(16))
    const answer = await as(given.owner.accessToken).ask(endpoint, sampleInput(endpoint, given.user.id))
    expect(answer.status).toBe(401)
  })
})
