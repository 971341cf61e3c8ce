// Whoever acts on someone must hold every permission that one holds, over at least the same scope.
import { everyGrant } from '@claviger/contract/ground/permissions'
import { keyActCalls } from '@claviger/contract/keys/security-keys/key-acts'
import { keyAssignment } from '@claviger/contract/keys/security-keys/key-assignment'
import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import { users } from '@claviger/contract/people/users'
import { describe, expect, test } from 'vitest'
import { house } from '../../../../../test/house.ts'
import { place, type Placed, reaches } from '../../../../../test/standings.ts'

const built = await house()
const { world, given } = built
const { people, askers, named } = await place(built)
const write = (text: string, ...values: unknown[]) => world.superPool.query(text, values)
const mayWrite = askers.filter(one => one.holds.has('users.write') && !one.isSuper)
const keyOf = new Map<string, string>()
for (const { id } of people) keyOf.set(id, await given.addKey(id))

const above = { status: 403, body: { code: 'above-you' } }
const reasonOf = (run: { unable: { reason: string }[] }) => run.unable[0]?.reason ?? null

test('what the database judges by is what the contract says', async () => {
  const { rows } = await write(
    'select role, additional, units_only as "unitsOnly", permissions from role_grants order by 3, 1 nulls last, 2',
  )
  expect(rows).toEqual(everyGrant)
})

describe.each(mayWrite)('$called', asker => {
  const others = people.filter(target => target.id !== asker.id)

  test.each(others)('acts on $called only when reaching them', async target => {
    const { id } = target
    const form = { id, userId: `${id}@x.example`, firstName: 'Any', lastName: 'Placed', email: `${id}@x.example` }
    const wanted = reaches(asker, target)
    const answer = await asker.caller.ask(users.update, form)
    if (wanted) expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    else expect(answer).toMatchObject(above)
    const reason = wanted ? expect.not.stringMatching('above-you') : 'above-you'
    for (const act of ['suspend', 'delete', 'activate', 'invite', 'deactivate'] as const) {
      const preview = await asker.caller.tell(bulkRuns.preview, { act, ids: [id] })
      expect([act, reasonOf(preview) ?? 'none']).toEqual([act, reason])
    }
    const key = keyOf.get(id) as string
    const onKey = await asker.caller.tell(keyActCalls.preview, { act: 'delete', ids: [key] })
    expect(reasonOf(onKey) ?? 'none').toEqual(reason)
    const onKeys = await asker.caller.tell(keyAssignment.previewMany, { ids: [id], type: 3, activation: 2 })
    expect(reasonOf(onKeys) ?? 'none').toEqual(reason)
  })
})

describe('restoring', () => {
  const binned = async (target: Placed, work: () => Promise<void>) => {
    await write('update users set deleted_at = $2 where id = $1', target.id, new Date())
    await work()
    await write('update users set deleted_at = null where id = $1', target.id)
  }
  test('is refused for somebody above, one by one and many at once', async () => {
    const asker = named('user manager')
    for (const called of ['owner', 'reader with full access'] as const) {
      const target = named(called)
      await binned(target, async () => {
        expect(await asker.caller.ask(users.restore, { id: target.id })).toMatchObject(above)
        expect(await asker.caller.tell(bulkRuns.restore, { ids: [target.id] })).toMatchObject({ succeeded: 0 })
        const { rows } = await write('select deleted_at from users where id = $1', target.id)
        expect(rows).toEqual([{ deleted_at: expect.any(Date) }])
      })
    }
    await binned(named('plain user'), async () => {
      expect(await asker.caller.ask(users.restore, { id: named('plain user').id })).toMatchObject({ status: 200 })
    })
  })
})
