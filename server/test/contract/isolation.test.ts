// Two barriers separate workspaces: each statement restricts itself to one, and row-level security blocks
// everything else. Each is removed in turn, and the other must hold.
import { reachesOtherWorkspaces } from '@claviger/contract/platform/permissions'
import { units } from '@claviger/contract/people/units'
import { groups } from '@claviger/contract/people/groups'
import { users } from '@claviger/contract/people/users'
import { deviceGroups } from '@claviger/contract/keys/device-groups'
import type { Endpoint } from '@claviger/contract/platform/endpoint'
import { describe, expect, test, vi } from 'vitest'
import { features } from '../../src/features.ts'
import { tenants } from '../../src/platform/db/db.types.ts'
import { runSingleStatement, runAutocommit } from '../../src/platform/db/transaction.ts'
import { startTestApp } from '../app/test-app.ts'
import { asOwner } from '../app/plans.ts'
import { keepStatements, mixedIn, mixturesOf, straysIn, straysOf } from '../app/workspace-scope.ts'
import { sampleInput } from '../api/sample.ts'

// Calls every endpoint, possibly on a busy machine
vi.setConfig({ testTimeout: 120_000 })

const { as, given, world } = await startTestApp({ BILLING: 'on' })
const texts = keepStatements(world)
const owners = { here: given.owner, elsewhere: given.ownerElsewhere }
const request = { id: 'test', ip: '127.0.0.1', userAgent: '' }

for (const [where, { accessToken, workspace }] of Object.entries(owners)) {
  const caller = as(accessToken)
  const { id: group } = await caller.tell(groups.create, { name: 'Night shift' })
  await caller.tell(units.create, { name: 'Ward', description: '' })
  await caller.tell(deviceGroups.create, { name: 'Trolleys' })
  for (let i = 0; i < 3; i++) {
    const userId = `${where}-${i}@northgate.example`
    const { id } = await caller.tell(users.create, { userId, firstName: 'Nora', lastName: `Night ${i}`, email: userId })
    await caller.tell(groups.addMembers, { groupId: group, users: [id] })
    await world.superPool.query(
      `insert into security_keys (workspace_id, id, user_id, kind, name, status, credential_storage, proximity, audit, offline,
         remembered_pin_hours, activation, made_by_name, created_at, changed_at)
       values ($1, gen_random_uuid(), $2, 3, 'Key', 20, 1, false, true, false, 0, 1, 'Test', now(), now())`,
      [workspace, id],
    )
  }
}

const guarded = Object.entries(tenants)
const open = guarded.map(([name]) => `alter table ${name} disable row level security`)
const shut = guarded.map(([name]) => `alter table ${name} enable row level security`)
const withoutGuard = async (work: () => Promise<void>) => {
  await asOwner(world, ...open)
  try {
    await work()
  } finally {
    await asOwner(world, ...shut)
  }
}

describe('without row-level security', () => {
  const later = new Set(['activity', 'statistics'])
  const reading = features
    .map(bound => bound.endpoint)
    .filter(({ method, path, changes }) => method === 'GET' && !path.includes('{') && !changes)
    .filter(({ may, feature }) => may.includes('.') && !reachesOtherWorkspaces(may) && !later.has(feature))
  const idsIn = (body: unknown) => JSON.stringify(body).match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []
  const told = async (endpoint: Endpoint, search: string | undefined, known: ReadonlySet<string>) => {
    const answers = []
    for (const { accessToken } of Object.values(owners)) {
      const { status, body } = await as(accessToken).ask(endpoint, search === undefined ? {} : { search })
      const ids = idsIn(body).filter(id => known.has(id))
      answers.push({ status, ids: ids.toSorted(), total: body['total'] })
    }
    return { call: `${endpoint.feature}.${endpoint.call} ${search ?? ''}`, answers }
  }

  test('each call that reads returns only its own workspace, and the same as with it', async () => {
    const known = new Set<string>()
    for (const table of ['users', 'groups', 'security_keys', 'organization_units', 'device_groups', 'workspaces']) {
      const { rows } = await world.superPool.query<{ id: string }>(`select id from ${table}`)
      for (const { id } of rows) known.add(id)
    }
    const ask = async () => {
      const all = []
      for (const endpoint of reading)
        for (const search of [undefined, 'night']) all.push(await told(endpoint, search, known))
      return all
    }
    const before = await ask()
    expect(before.length).toBeGreaterThan(20)
    await withoutGuard(async () => expect(await ask()).toEqual(before))
  })

  test('a user of another workspace cannot be read or removed', async () => {
    const [mine] = (await as(given.owner.accessToken).tell(users.list, { search: 'night' })).items
    const [group] = (await as(given.owner.accessToken).tell(groups.list, { search: 'night' })).items
    if (!mine || !group) throw new Error('nothing was created')
    const stranger = as(given.ownerElsewhere.accessToken)
    await withoutGuard(async () => {
      expect(await stranger.ask(users.get, { id: mine.id })).toMatchObject({ status: 404 })
      expect(await stranger.ask(users.remove, { id: mine.id })).toMatchObject({ status: 404 })
    })
    expect(await as(given.owner.accessToken).tell(users.get, { id: mine.id })).toMatchObject({ firstName: 'Nora' })
  })
})

test('a statement that names no workspace sees and changes only its own by row-level security', async () => {
  const at = { actor: { kind: 'nobody' }, request, workspace: given.owner.workspace } as const
  const foreign = []
  // Some tables are read only by functions of the database
  const { rows: readable } = await world.superPool.query<{ name: string }>(
    `select name from unnest($1::text[]) name where has_table_privilege('claviger_app', name, 'select')`,
    [guarded.map(([table]) => table)],
  )
  expect(readable.length).toBeGreaterThan(100)
  const names = new Set(readable.map(({ name }) => name))
  for (const [table, column] of guarded.filter(([name]) => names.has(name))) {
    const text = `select count(*)::integer as n from ${table} where ${column} <> $1`
    const [row] = await runAutocommit(world, at, there =>
      runSingleStatement<{ n: number }>(there, { text, values: [at.workspace] }),
    )
    if (row?.n !== 0) foreign.push(table)
  }
  expect(foreign).toEqual([])
  const rename = {
    text: `update groups set name = name where name = 'Night shift' returning workspace_id`,
    values: [],
  }
  const rows = await runAutocommit(world, at, there => runSingleStatement<{ workspace_id: string }>(there, rename))
  expect(rows).toEqual([{ workspace_id: at.workspace }])
})

// Files with statements that don't yet restrict every table to a workspace. This list may only shrink.
const still = new Set<string>([
  'platform/db/page.ts',
  'features/keys/sharing/share-queries.store.ts',
  'features/keys/devices/uses.store.ts',
  'features/people/units/units.store.ts',
  'features/oversight/activity/activity.store.ts',
  'features/oversight/statistics/statistics.store.ts',
])

test('the statements of all calls name the workspace for each table that they read', async () => {
  const owner = as(given.owner.accessToken)
  for (const { endpoint } of features)
    if (endpoint.takes === 'json' && endpoint.may.includes('.') && !reachesOtherWorkspaces(endpoint.may))
      await owner.ask(endpoint, sampleInput(endpoint, given.user.id))
  const found = await straysOf(world.config.databaseUrl ?? '', texts)
  expect(texts.size).toBeGreaterThan(80)
  expect(found.filter(one => !still.has(one.slice(0, one.indexOf(':'))))).toEqual([])
})

test('no statement joins tables of one workspace with tables of all workspaces', async () => {
  const found = await mixturesOf(world.config.databaseUrl ?? '', texts)
  expect(found.filter(one => !/^\S+: key_models in:/.test(one))).toEqual([])
})

describe('the check of statements', () => {
  const planOf = async (text: string) => {
    const { rows } = await world.superPool.query<{ 'QUERY PLAN': { Plan: object }[] }>(
      `explain (generic_plan, verbose, costs off, format json) ${text}`,
    )
    return rows[0]?.['QUERY PLAN'][0]?.Plan ?? {}
  }
  const strays = async (text: string) => straysIn(await planOf(text), new Map(guarded))

  test.each([
    ['select from users u join rate_limits r on r.key = u.user_id where u.workspace_id = $1', ['rate_limits']],
    ['select from users u join groups g on g.id = u.id', []],
    ['select from rate_limits', []],
  ])('finds tables of all workspaces in %s', async (text, found) => {
    expect(mixedIn(await planOf(text), new Map(guarded))).toEqual(found)
  })

  test.each([
    ['a missing condition', 'select * from users'],
    ['a condition with an alternative', 'select * from users where workspace_id = $1 or id = $2'],
    ['itself', 'select * from users where workspace_id = workspace_id'],
    ['several', 'select * from users where workspace_id = any($1::uuid[])'],
    [
      'a condition of another table without a workspace',
      'select from users u join groups g on g.workspace_id = u.workspace_id',
    ],
    [
      'a subquery without a workspace',
      'select from users u where workspace_id = $1 and exists (select from groups g where g.id = u.id)',
    ],
    ['a deletion without a workspace', 'delete from groups where id = $1'],
  ])('rejects a workspace condition: %s', async (_what, text) => {
    expect(await strays(text)).not.toEqual([])
  })

  test.each([
    'select * from users where workspace_id = $1',
    'select from users u join groups g on g.workspace_id = u.workspace_id where u.workspace_id = $1',
    'with here as (select $1::uuid as w) select from here join groups g on g.workspace_id = here.w',
    'update groups g set name = u.first_name from users u where u.workspace_id = g.workspace_id and g.workspace_id = $1 and g.id = u.id',
    'insert into groups (workspace_id, id, name) values ($1, $2, $3)',
  ])('accepts %s', async text => {
    expect(await strays(text)).toEqual([])
  })
})
