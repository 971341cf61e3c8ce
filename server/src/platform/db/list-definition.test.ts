import { groups } from '@claviger/contract/people/groups'
import { units } from '@claviger/contract/people/units'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import { users } from '@claviger/contract/people/users'
import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { newId } from '../ids.ts'

const home = await startTestApp()
const { as, given, world } = home
const owner = as(given.owner.accessToken)
const { workspace } = given.owner

const [nurse, chemist] = [await given.addUser('Nora', 'Sought'), await given.addUser('Carl', 'Sought')]
for (const person of [nurse, chemist]) await given.addKey(person, { name: 'Sought key' })
const ward = await owner.tell(units.create, { name: 'Ward', description: '' })
await owner.tell(units.addMembers, { id: ward.id, users: [nurse] })
const unknown = await owner.tell(groups.create, { name: 'Unknown to units' })
await owner.tell(groups.addMembers, { groupId: unknown.id, users: [nurse] })
const head = await given.addUser('Uma', 'Units')
await testData(home).appointOver(head, [ward.id], 3, [1])

const question = {
  of: 'users',
  there: [],
  facts: [],
  places: [],
  pattern: '%sought%',
  searched: 'search',
  numbers: [],
  sort: { column: 'sort_name' },
  alone: false,
  descending: false,
  skipped: 0,
  size: 51,
  sample: 100,
  walk: 100,
  share: 0.01,
}

async function found(from: { workspace: string; administrator?: string }, more: object): Promise<string[]> {
  const client: pg.PoolClient = await world.pool.connect()
  try {
    await client.query(`begin; set local app.workspace = '${from.workspace}'`)
    if (from.administrator)
      await client.query(`set local role claviger_unit; set local app.administrator = '${from.administrator}'`)
    const ask = JSON.stringify({ ...question, ...more })
    const { rows } = await client.query<{ ids: string[] }>('select ids from find_rows($1)', [ask])
    return rows[0]?.ids ?? []
  } finally {
    await client.query('rollback')
    client.release()
  }
}

describe('rows found by a function that bypasses row-level security', () => {
  const here = { workspace }

  test('belong to the workspace of the running transaction', async () => {
    expect(new Set(await found(here, {}))).toEqual(new Set([nurse, chemist]))
    expect(await found({ workspace: given.ownerElsewhere.workspace }, {})).toEqual([])
    expect(
      await found({ workspace: given.ownerElsewhere.workspace }, { pattern: null, facts: [['id', '=', nurse]] }),
    ).toEqual([])
    const keys = { of: 'security_keys', searched: 'sort_name', numbers: [['card_hash', '= any', []]] }
    expect(await found(here, keys)).toHaveLength(2)
    expect(await found({ workspace: given.ownerElsewhere.workspace }, keys)).toEqual([])
  })

  test('are limited to users of the units, and what belongs to them, for a unit administrator', async () => {
    const from = { workspace, administrator: head }
    expect(await found(from, {})).toEqual([nurse])
    expect(await found(from, { pattern: null })).toEqual([nurse])
    const keys = { of: 'security_keys', searched: 'sort_name', numbers: [['card_hash', '= any', []]] }
    expect(await found(from, keys)).toHaveLength(1)
    expect(await found(from, { of: 'devices', pattern: null })).toEqual([])
  })

  test('accept no SQL fragment and no other table', async () => {
    for (const more of [
      { of: 'sessions' },
      { of: 'users where true --' },
      { facts: [['id', '= any (array[1]) or true or 1 =', '1']] },
      { facts: [["id' or true --", '=', nurse]] },
      { facts: [['id', '=', `${nurse}' or true --`]] },
      { sort: { column: 'sort_name; select 1' } },
      { places: [{ members: 'group_members m where true --', of: 'group_id', id: nurse }] },
    ])
      await expect(found(here, more), JSON.stringify(more)).rejects.toThrow()
  })
})

test('a unit administrator finds no user by a group outside the units', async () => {
  const session = as((await given.session({ id: head, workspace })).accessToken)
  for (const search of [undefined, 'sought']) {
    expect((await session.tell(users.list, { group: unknown.id, search })).items).toEqual([])
    expect((await session.tell(securityKeys.list, { group: unknown.id, search })).items).toEqual([])
  }
  expect((await session.tell(users.list, { search: 'sought' })).total).toBe(1)
})

test('a filter by several values, no value, or an unknown value returns the expected rows', async () => {
  const all = await owner.tell(users.list, { search: 'sought' })
  expect((await owner.tell(users.list, { search: 'sought', status: [] })).total).toBe(all.total)
  expect((await owner.tell(users.list, { search: 'sought', withoutKey: false })).total).toBe(all.total)
  expect((await owner.tell(users.list, { search: 'sought', group: newId() })).items).toEqual([])
  const status = all.items.map(item => item.status)
  expect((await owner.tell(users.list, { search: 'sought', status: [...status, 40] })).total).toBe(all.total)
})
