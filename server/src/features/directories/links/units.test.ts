// What administrators of units are told of people whom a directory keeps.
import { links } from '@claviger/contract/directories/links'
import { onBehalf } from '@claviger/contract/directories/on-behalf'
import { users } from '@claviger/contract/people/users'
import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { directories } from '../../../../test/directories.ts'
import { doors } from '../../../../test/doors.ts'
import { house } from '../../../../test/house.ts'
import { transact } from '../../../ground/db/transaction.ts'
import { applyPeople } from './links.ts'

const home = await house()
const { as, given, world } = home
const { add, inside } = directories(home)
const { addUnit, appointOver } = doors(home)
const { workspace } = given.owner

const told = (anchor: string) => ({
  anchor,
  active: true,
  fields: { userId: `${anchor}@corp`, firstName: anchor, lastName: 'Told', email: `${anchor}@corp.example` },
})

test('they see which directory keeps their people, and change nothing that it fills', async () => {
  const entra = await add({ kind: 1, name: 'Head office' })
  const applied = await inside(ctx => applyPeople(ctx, entra, [told('mine'), told('other')]))
  const [mine = '', other = ''] = applied.map(one => one.user ?? '')
  const local = await given.addUser('Kept', 'Here')
  const ward = await addUnit('Ward 3', [mine, local])
  const head = await given.addUser('Uma', 'Units')
  await appointOver(head, [ward], 3, [1])
  const unitAdmin = as((await given.session({ id: head, workspace })).accessToken)

  expect(await unitAdmin.tell(links.keeper, { userId: mine })).toEqual({
    keeper: { connection: entra.id, name: 'Head office', type: 1, leftAt: null },
  })
  expect(await unitAdmin.tell(links.keeper, { userId: local })).toEqual({ keeper: null })
  expect(await unitAdmin.ask(links.keeper, { userId: other })).toMatchObject({ status: 404 })
  const elsewhere = as((await given.session(given.ownerElsewhere)).accessToken)
  expect(await elsewhere.ask(links.keeper, { userId: mine })).toMatchObject({ status: 404 })

  const same = await unitAdmin.tell(users.get, { id: mine })
  const form = { id: mine, userId: same.userId, firstName: 'mine', lastName: 'Told', email: same.email }
  for (const change of [{ lastName: 'Else' }, { email: 'else@corp.example' }, { userId: 'else' }])
    expect(await unitAdmin.ask(users.update, { ...form, ...change })).toMatchObject({
      status: 409,
      body: { code: 'imported-read-only' },
    })
  await given.addActiveKeys([mine])
  expect((await unitAdmin.tell(bulkRuns.suspend, { ids: [mine] })).succeeded).toBe(1)
  expect((await unitAdmin.tell(bulkRuns.activate, { ids: [mine] })).succeeded).toBe(1)

  // How a directory is reached is none of theirs, so they register nothing there, and hear why
  await world.superPool.query('update directory_connections set api_application_id = gen_random_uuid() where id = $1', [
    entra.id,
  ])
  const { items } = await unitAdmin.tell(onBehalf.standing, { userId: mine })
  expect(items.map(one => one.reason)).toEqual(['whole-workspace', 'not-from-there'])
  const from = { actor: { kind: 'operator', name: 'Test' }, request: { id: 'test', ip: '', userAgent: '' } } as const
  const sealed = transact(world, { ...from, workspace, unitsOf: head }, ctx =>
    sql`select sealed from directory_connections`.execute(ctx.db),
  )
  await expect(sealed).rejects.toThrow('permission denied')
})
