import { createHash } from 'node:crypto'
import { reachesOtherWorkspaces } from '@claviger/contract/platform/permissions'
import type { Endpoint } from '@claviger/contract/platform/endpoint'
import { users } from '@claviger/contract/people/users'
import { beforeAll, describe, expect, test } from 'vitest'
import { type $ZodType, toJSONSchema } from 'zod/v4/core'
import { features } from '../../src/features.ts'
import { startTestApp } from '../app/test-app.ts'
import { asOwner, analyzeTables, vacuumTables, watchPlans } from '../app/plans.ts'
import { sampleInput } from '../api/sample.ts'

// A session reuses a statement's plan for all workspaces. A plan made for a small workspace must not scan a
// large one completely.
const { as, given, world } = await startTestApp({ BILLING: 'on' })
const { workspace } = given.owner
const small = as(given.ownerElsewhere.accessToken)
const large = as(given.owner.accessToken)
const places: Readonly<Record<string, object>> = {
  'groups.members': { groupId: idOf('group1') },
  'units.members': { id: idOf('unit1') },
}
const tables = ['users', 'user_sign_ins', 'security_keys', 'credentials', 'held_credentials', 'devices', 'activities']
const others = [
  'groups',
  'group_members',
  'organization_units',
  'unit_members',
  'sessions',
  'shares',
  'head_counts',
  'key_counts',
]
function idOf(text: string): string {
  const hex = createHash('md5').update(text).digest('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
let plansOf: Awaited<ReturnType<typeof watchPlans>>

const takes = (endpoint: Endpoint, field: string) => {
  const { properties = {} } = toJSONSchema(endpoint.input as unknown as $ZodType, {
    io: 'input',
    unrepresentable: 'any',
  }) as { properties?: object }
  return field in properties
}
const lists = features
  .map(({ endpoint }) => endpoint)
  .filter(
    endpoint => endpoint.may.includes('.') && !reachesOtherWorkspaces(endpoint.may) && takes(endpoint, 'pageSize'),
  )
const asks = lists.flatMap(list => [
  [`${list.feature}.${list.call}`, list, {}] as const,
  ...(takes(list, 'search') ? [[`${list.feature}.${list.call}, searched`, list, { search: 'perso' }] as const] : []),
])

beforeAll(async () => {
  const here = `'${workspace}'::uuid`
  await asOwner(
    world,
    `insert into users (workspace_id, id, user_id, first_name, last_name, email, active_keys, had_key, created_at)
     select ${here}, md5('person' || n)::uuid, 'p' || n, 'Person', lpad(n::text, 5, '0'), 'p' || n || '@large.example', 1, true, now() - n * interval '1 minute'
     from generate_series(1, 10000) n`,
    `insert into security_keys (workspace_id, id, user_id, kind, name, status, credential_storage, proximity, audit, offline,
       remembered_pin_hours, activation, made_by_name, created_at, changed_at)
     select ${here}, md5('key' || n)::uuid, md5('person' || n)::uuid, 1, 'Key ' || n, 20, 1, false, true, false, 0, 1, 'Test', now() - n * interval '1 minute', now()
     from generate_series(1, 10000) n`,
    `insert into credentials (workspace_id, id, user_id, security_key_id, credential_id, public_key, algorithm, aaguid, name,
       backup_eligible, attestation, backup_state)
     select ${here}, md5('passkey' || n)::uuid, md5('person' || n)::uuid, md5('key' || n)::uuid, sha256(n::text::bytea), '', -7,
       md5('model' || n % 9)::uuid, 'Passkey', false, 'none', false
     from generate_series(1, 10000) n`,
    `insert into groups (workspace_id, id, name) select ${here}, md5('group' || n)::uuid, 'Group ' || n from generate_series(1, 2000) n`,
    `insert into organization_units (workspace_id, id, name) select ${here}, md5('unit' || n)::uuid, 'Unit ' || n from generate_series(1, 2000) n`,
    `insert into group_members (workspace_id, group_id, user_id)
     select ${here}, md5('group' || (1 + n % 2000))::uuid, md5('person' || n)::uuid from generate_series(1, 10000) n`,
    `insert into unit_members (workspace_id, unit_id, user_id)
     select ${here}, md5('unit' || (1 + n % 2000))::uuid, md5('person' || n)::uuid from generate_series(1, 10000) n`,
  )
  await vacuumTables(
    world,
    'users',
    'user_sign_ins',
    'security_keys',
    'credentials',
    'groups',
    'group_members',
    'organization_units',
    'unit_members',
  )
  await analyzeTables(world, workspace, 'users', 'security_keys')
  plansOf = await watchPlans(world)
}, 180_000)

/** Closes all connections, so that the next ones have no cached plans. */
const forget = () =>
  asOwner(
    world,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name in ('claviger app', 'claviger read', 'claviger super')`,
  )

test('the last page by its number holds the last users, and reads as few rows as the first page', async () => {
  const rowsOf = async (input: object) => {
    const scans = await plansOf(() => large.ask(users.list, { pageSize: 50, ...input }))
    return scans.filter(({ table }) => table === 'users').reduce((sum, scan) => sum + scan.rows, 0)
  }
  const { total, totalIs, items: first } = await large.tell(users.list, { pageSize: 50, order: 'desc' })
  expect(totalIs).toBe('exact')
  const page = Math.ceil(total / 50)
  const last = await large.tell(users.list, { pageSize: 50, order: 'asc', page })
  const ids = first.slice(0, total - (page - 1) * 50).map(({ id }) => id)
  expect(last.items.map(({ id }) => id)).toEqual(ids.toReversed())
  expect(last).toMatchObject({ total, page, next: null })
  const before = await large.tell(users.list, { pageSize: 50, order: 'asc', page: page - 1 })
  expect(before.items).toHaveLength(50)
  expect((await large.tell(users.list, { pageSize: 50, after: String(before.next) })).items).toEqual(last.items)
  expect((await large.tell(users.list, { pageSize: 50, page: page + 1 })).items).toEqual([])
  expect(await rowsOf({ page })).toBeLessThanOrEqual((await rowsOf({})) * 3 + 200)
})

describe('a page of a large workspace reads as few rows after a small workspace as before it', () => {
  test.each(asks)('%s', async (_name, list, more) => {
    const ask = {
      ...sampleInput(list, given.user.id),
      ...places[`${list.feature}.${list.call}`],
      ...more,
      pageSize: 50,
    }
    const looked = async (first: typeof small) => {
      await forget()
      for (let turn = 0; turn < 8; turn++) await first.ask(list, ask)
      const scans = await plansOf(() => large.ask(list, ask))
      return scans
        .filter(({ table }) => [...tables, ...others].includes(table))
        .reduce((sum, scan) => sum + scan.rows, 0)
    }
    const before = await looked(large)
    expect(await looked(small)).toBeLessThanOrEqual(before * 2 + 200)
  })
})
