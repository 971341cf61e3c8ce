import { randomBytes, randomUUID } from 'node:crypto'
import { applications } from '@claviger/contract/apps/applications'
import type { Endpoint } from '@claviger/contract/platform/endpoint'
import { attendance } from '@claviger/contract/oversight/attendance'
import { attendanceTemplates } from '@claviger/contract/oversight/attendance/attendance-templates'
import { groups } from '@claviger/contract/people/groups'
import { workflows } from '@claviger/contract/automation/workflows'
import { namedLists } from '@claviger/contract/rules/named-lists'
import { policies } from '@claviger/contract/rules/policies'
import { expect, test } from 'vitest'
import { type $ZodType, toJSONSchema } from 'zod/v4/core'
import { features } from '../../src/features.ts'
import { transact } from '../../src/platform/db/transaction.ts'
import { record } from '../../src/platform/record/record.ts'
import { testData } from '../api/test-data.ts'
import { startTestApp } from '../app/test-app.ts'

// All searches behave alike: ignoring case and accents, by substring, with words in any order.
const home = await startTestApp({ BILLING: 'on' })
const { given, world, clock } = home
const { workspace } = given.owner
const owner = home.as(given.owner.accessToken)
const named = 'Zürich Ärztehaus 100%_a'
const finds = ['zurich', 'ÄRZTEHAUS', '100%_a', '100% ärztehaus  zurich']
const findsNot = ['100x', '100__a', 'z%h', 'zurick', 'ärztehaus zurick']

const put = async (table: string, values: Record<string, unknown>): Promise<string> => {
  const row = { workspace_id: workspace, id: randomUUID(), ...values }
  const names = Object.keys(row)
  await world.superPool.query(
    `insert into ${table} (${names.join()}) values (${names.map((_, n) => `$${n + 1}`).join()})`,
    Object.values(row),
  )
  return row.id
}
const person = (more: Record<string, unknown>) =>
  given.addUser('Zürich', 'Ärztehaus 100%_a', { email: `${randomBytes(6).toString('hex')}@some.example`, ...more })
const at = { created_at: clock.now() }

const program = { hash: randomBytes(32), platform: 'Windows', client: 'agent', version: '1', api_key_name: 'Given' }

const user = await person({ user_id: 'z-1', invited_at: clock.now() })
await person({ user_id: 'z-2', deleted_at: clock.now() })
await testData(home).appoint(await person({ user_id: 'z-3' }), 2)
await given.addKey(user, { name: named })
await given.addActiveKeys([user])

await put('devices', {
  ...program,
  kind: 1,
  name: named,
  host_name: 'host',
  registered_name: 'host',
  machine_id: randomUUID(),
  apps: '[]',
  last_seen_at: clock.now(),
  ...at,
})
await put('device_groups', { name: named, ...at })
await put('reader_apps', { ...program, name: named, computer_id: 'pc', api_key_id: randomUUID(), ...at })
await put('api_keys', { name: named, type: 0, hash: randomBytes(32), created_by: 'Given', ...at })
await put('shares', { account_id: user, person_id: given.user.id, made_by_name: 'Given', ...at })
const unit = await testData(home).addUnit(named, [user])
const { id: groupId } = await owner.tell(groups.create, { name: named })
await owner.tell(groups.addMembers, { groupId, users: [user] })
await owner.tell(applications.oidcCreate, { name: named, oidc: { redirectUris: ['https://app.example/'] } })
await owner.tell(applications.samlCreate, {
  name: `${named} SAML`,
  saml: { entityId: 'https://app.example/', acs: [{ url: 'https://app.example/acs' }] },
})
await owner.tell(workflows.create, { name: named, type: 9, trigger: 'schedule' })
await owner.tell(namedLists.create, { name: named, type: 1, entries: [] })
for (const protocol of [1, 2])
  await put('identity_providers', {
    name: named,
    protocol,
    preset: 'generic',
    issuer: 'https://login.example',
    settings: '{}',
    changed_at: clock.now(),
    changed_by: 'Given',
    ...at,
  })
await owner.tell(policies.create, { name: named, priority: 1, action: 1 })
const passkey = randomUUID()
await transact(world, { actor: { kind: 'nobody' }, request: { id: 'given', ip: '', userAgent: '' }, workspace }, ctx =>
  record(ctx, {
    action: 'passkey.renamed',
    by: { id: null, name: 'Granted' },
    object: { type: 'passkey', id: passkey, name: named },
  }),
)

const work = (kind: string, parameters: object) =>
  put('works', {
    kind,
    state: 'done',
    parameters: JSON.stringify(parameters),
    name: named,
    file: JSON.stringify({ encoding: 'utf-8', delimiter: ';', headers: ['a'], mapping: ['userId'] }),
    counts: '{}',
    actor_id: given.owner.id,
    actor_name: 'Ada Byron',
    started_at: clock.now(),
    finished_at: clock.now(),
    ...at,
  })
const row = async (work_id: string) => {
  const values = [workspace, work_id, JSON.stringify([named]), named]
  await world.superPool.query(
    "insert into work_rows (workspace_id, work_id, row, cells, named, outcome) values ($1, $2, 2, $3, $4, 'new')",
    values,
  )
  return { id: work_id }
}
const usersFile = await row(await work('user-import', { deletes: false }))
const cardsFile = await row(await work('card-import', { format: 'decimal' }))
await work('user-acts', { act: 'suspend', target: null })
await work('key-acts', { act: 'block' })
await work('on-behalf', { service: 'entra', byCall: true, auto: false })

const scimConnection = await put('directory_connections', {
  kind: 7,
  name: named,
  settings: '{}',
  mapping: '[]',
  changed_at: clock.now(),
  changed_by: 'Given',
  ...at,
})
await put('scim_records', {
  connection_id: scimConnection,
  at: clock.now(),
  method: 'POST',
  path: '/api/scim/v2/Users',
  status: 201,
  took: 1,
  name: named,
  told: '{"did":"created"}',
  ip: '192.0.2.1',
})
const read = await work('directory-sync', { run: randomUUID(), connection: scimConnection, mode: 2 })
await row(read)
await world.superPool.query('update work_rows set facts = $2 where work_id = $1', [
  read,
  JSON.stringify({ do: 'person', plan: 'add', anchor: 'one', active: true, fields: {} }),
])
const run = await put('directory_runs', {
  connection_id: scimConnection,
  connection_name: named,
  kind: 6,
  mode: 2,
  dry: true,
  started_by: 'person',
  state: 'done',
  counts: '{}',
  work_id: read,
  actor_name: 'Ada Byron',
  ...at,
})
await world.superPool.query(
  `insert into directory_clashes (workspace_id, connection_id, anchor, local_id, because, fields, found_at)
   values ($1, $2, 'one', $3, 'email', $4, now())`,
  [workspace, scimConnection, user, JSON.stringify({ userId: 'z', firstName: 'Zürich', lastName: 'Ärztehaus 100%_a' })],
)
const told = await owner.tell(applications.oidcCreate, {
  name: 'Told by SCIM',
  oidc: { redirectUris: ['https://told.example/'] },
})
await put('provisioning_targets', {
  id: told.id,
  address: 'https://told.example/scim',
  sealed: randomBytes(8),
  at_end: 'deactivate',
  deletes_found: false,
  groups: 'none',
  mapping: JSON.stringify([{ name: 'userName', source: 'userName' }]),
  changed_at: clock.now(),
  changed_by: 'Given',
  ...at,
})
await world.superPool.query(
  'insert into provisioning_items (workspace_id, application_id, what, local_id, state) values ($1, $2, 1, $3, 1)',
  [workspace, told.id, user],
)
await world.superPool.query(
  `insert into provisioning_looks (workspace_id, id, application_id, state, begun_at, begun_by) values ($1, $2, $3, 'done', now(), 'Given')`,
  [workspace, randomUUID(), told.id],
)
await put('provisioning_differences', {
  application_id: told.id,
  kind: 'missing',
  what: 1,
  local_id: user,
  name: named,
})
await owner.tell(attendanceTemplates.create, { name: named, title: named })
const { sessionId } = await owner.tell(attendance.create, {
  title: named,
  startsAt: clock.now().toISOString(),
  endsAt: new Date(clock.now().getTime() + 3_600_000).toISOString(),
  open: true,
  expected: { users: [user] },
})
await owner.tell(attendance.close, { sessionId })
const period = {
  from: new Date(clock.now().getTime() - 86_400_000).toISOString(),
  to: new Date(clock.now().getTime() + 86_400_000).toISOString(),
}
const city = randomUUID()
const address = (id: string, slug: string, type: number) =>
  world.superPool.query(
    `insert into workspaces (id, slug, name, type, sealed_key) select $1, $2, $3, $4, sealed_key from workspaces limit 1`,
    [id, slug, named, type],
  )
await address(city, 'city', 1)
const domain = await put('trust_domains', { workspace_id: city, domain: 'city.example', proof: 'x'.repeat(20) })
const own = randomUUID()
await address(own, 'own', 2)
await address(randomUUID(), 'resold', 3)
await put('users', {
  workspace_id: own,
  user_id: 'z-4',
  first_name: 'Zürich',
  last_name: 'Ärztehaus 100%_a',
  email: 'z@city.example',
})

await put('support_requests', {
  kind: 1,
  quantity: 1,
  sender_id: user,
  sender_name: named,
  created_at: clock.now(),
  changed_at: clock.now(),
})

await put('bills', {
  kind: 1,
  number: named,
  status: 1,
  plan: 1,
  from_day: '2026-01-01',
  to_day: '2026-01-31',
  currency: 'EUR',
  keys: 0,
  price: 0,
  lines: '[]',
  subtotal: 0,
  tax_rate: 0,
  reverse_charge: false,
  tax: 0,
  total: 0,
  seller: '{}',
  workspace_name: named,
  language: 'en',
  issued_at: clock.now(),
  ...at,
})

const needed: Record<string, Record<string, unknown>> = {
  'all-bills.history': { id: workspace },
  'activity.ofUser': { id: user },
  'activity.ofCredential': { id: user, credentialId: passkey },
  'all-administrators.ofWorkspace': { id: workspace },
  'all-administrators.filtered': { id: workspace, role: 2 },
  'all-administrators.candidates': { id: workspace },
  'attendance-reports.report': { ...period, by: 'person' },
  'attendance-reports.reportFile': { ...period, by: 'session' },
  'card-import.rows': cardsFile,
  'user-import.rows': usersFile,
  'groups.members': { groupId },
  'units.members': { id: unit },
  'personal-accounts.list': { id: domain },
  'scim.records': { id: scimConnection },
  'syncs.rows': { id: run },
  'look-ups.keys': { id: workspace },
  'provisioning.items': { id: told.id },
  'provisioning.differences': { id: told.id },
}

/** Searches executed by external systems, or by partners (partner-panel.test.ts). */
const theirs = new Set([
  'partner-panel.list',
  'entra.groups',
  'entra.users',
  'okta.groups',
  'okta.users',
  'cloud-devices.list',
])

/** Lists without names: codes have letters, digits, and hyphens only, and the log of a personal account is its owner's. */
const nameless = new Set(['individual.logs', 'promo-codes.list', 'promo-codes.uses'])

const fieldsOf = ({ input }: Endpoint) =>
  Object.keys(toJSONSchema(input as unknown as $ZodType, { io: 'input', unrepresentable: 'any' }).properties ?? {})
const searches = features
  .map(bound => bound.endpoint)
  .filter(endpoint => fieldsOf(endpoint).includes('search'))
  .map(endpoint => [`${endpoint.feature}.${endpoint.call}`, endpoint] as const)
  .filter(([name]) => !theirs.has(name) && !nameless.has(name))

test.each(searches)('%s finds a name in any spelling, and nothing by wildcards', async (name, endpoint) => {
  const who = endpoint.may.startsWith('super.') ? given.superAdmin : given.owner
  const { id, groupId: group, credentialId, ...rest } = needed[name] ?? {}
  const url = endpoint.path
    .replace('{id}', String(id))
    .replace('{groupId}', String(group))
    .replace('{sessionId}', sessionId)
    .replace('{credentialId}', String(credentialId))
  const found = async (search: string) => {
    const query = new URLSearchParams({ ...rest, search, ...(endpoint.answers === 'file' && { format: 'csv' }) })
    const answer = await home.app.inject({
      url: `${url}?${query.toString()}`,
      headers: { authorization: who.accessToken, accept: 'application/json' },
    })
    expect(answer.statusCode, answer.body).toBe(200)
    // Counting calls return no names
    if (name.endsWith('.total')) return answer.json<{ total: number }>().total > 0
    if (name.endsWith('.histogram'))
      return answer
        .json<{ buckets: { succeeded: number; failed: number }[] }>()
        .buckets.some(({ succeeded, failed }) => succeeded + failed > 0)
    return answer.body.includes('rztehaus 100%_a')
  }
  for (const search of finds) expect(await found(search), search).toBe(true)
  for (const search of findsNot) expect(await found(search), search).toBe(false)
})
