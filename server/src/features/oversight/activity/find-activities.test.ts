import { activity } from '@claviger/contract/oversight/activity'
import { beforeAll, expect, test } from 'vitest'
import { house } from '../../../../test/house.ts'
import { lowestIdAt } from '../../../ground/ids.ts'

const { as, given, world } = await house()
const { workspace } = given.owner
const entries = 12_000

// More than a search looks through before it asks the index: one rare name, old, and one that is everywhere
beforeAll(async () => {
  await world.superPool.query(
    `insert into activities (workspace_id, id, at, kind, action, status, actor_name)
     select $1, ($2 || lpad(to_hex(n), 12, '0'))::uuid, to_timestamp(n), 'use', 'sign-in.passkey', 1,
       case when n in (7, 9, 11000) then 'Ingrid Solberg' else 'Everybody Else' end
     from generate_series(1, $3::integer) n`,
    [workspace, lowestIdAt(new Date(1000)).slice(0, 24), entries],
  )
  await world.superPool.query('analyze activities')
})

const found = async (input: Record<string, unknown>) => {
  const { body } = await as(given.owner.accessToken).ask(activity.list, input)
  return { ...body, seconds: (body['items'] as { at: string }[]).map(item => Date.parse(item.at) / 1000) }
}

test('a rare name is found beyond the newest entries, each mention once and in order', async () => {
  expect(await found({ search: 'solberg' })).toMatchObject({ seconds: [11_000, 9, 7], total: 3, totalIs: 'exact' })
  expect(await found({ search: 'solberg', order: 'asc' })).toMatchObject({ seconds: [7, 9, 11_000] })
  expect(await found({ search: 'solberg', to: new Date(9000).toISOString() })).toMatchObject({
    seconds: [11_000, 9, 7],
  })
})

test('pages of a rare name follow each other', async () => {
  const first = await found({ search: 'solberg', pageSize: 2 })
  expect(first).toMatchObject({ seconds: [11_000, 9], total: 3, totalIs: 'at least' })
  const second = await found({ search: 'solberg', pageSize: 2, after: (first as { next?: unknown }).next })
  expect(second).toMatchObject({ seconds: [7], total: 3, totalIs: 'exact', next: null })
})

test('a name that is everywhere is not counted to the end', async () => {
  expect(await found({ search: 'everybody', pageSize: 5 })).toMatchObject({ total: 6, totalIs: 'at least' })
})

test('totals without a search are exact up to the bound', async () => {
  expect(await found({ kind: 'use' })).toMatchObject({ total: 10_000, totalIs: 'at least' })
})
