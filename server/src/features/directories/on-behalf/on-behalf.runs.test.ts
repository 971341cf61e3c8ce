import { onBehalf, onBehalfRuns } from '@claviger/contract/directories/on-behalf'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { activity } from '@claviger/contract/oversight/activity'
import { describe, expect, test } from 'vitest'
import { startOnBehalfApp } from '#test/api/on-behalf.ts'
import { transact } from '#platform/db/transaction.ts'
import { resumeWorks } from '#features/work/works/works.jobs.ts'

const home = await startOnBehalfApp()
const { given, world, owner, manager, entra, client, passkeys, factors } = home
const { person, heldBy, settle, look, wait, refusal } = home
const { workspace } = given.owner

describe('passkeys for many users', () => {
  const ended = (id: string) =>
    expect
      .poll(async () => (await manager.tell(onBehalfRuns.get, { id })).finishedAt, { timeout: 30_000 })
      .not.toBeNull()

  test('registers one passkey each for 25 users, explains the others, and reports the automatic run state (R173)', async () => {
    const people = await Promise.all(Array.from({ length: 25 }, () => person()))
    const without = await person(1, null)
    const ids = [...people.map(one => one.user), without.user, given.userManager.id]
    expect(await manager.tell(onBehalf.preview, { service: 'entra', ids })).toMatchObject({ total: 27, able: 25 })
    expect(await manager.tell(onBehalf.autoState)).toEqual({ state: 4, run: null })
    const begun = await manager.tell(onBehalf.autoStart, { ids })
    expect(begun.state).toBe(1)
    const run = begun.run?.id ?? ''
    await ended(run)
    expect(await manager.tell(onBehalf.autoState)).toMatchObject({ state: 2, run: { succeeded: 25, total: 27 } })
    for (const { user, anchor } of people) {
      expect(passkeys.of.get(anchor)).toHaveLength(1)
      expect(await heldBy(user)).toHaveLength(1)
    }
    const { items } = await manager.tell(onBehalfRuns.rows, { id: run, refused: true })
    expect(new Set(items.map(one => one.reason))).toEqual(new Set(['no-card', 'own-account']))
    const again = await manager.tell(onBehalf.autoStart, { ids: [people[0]?.user ?? ''] })
    await ended(again.run?.id ?? '')
    expect((await manager.tell(onBehalf.autoState)).state).toBe(4)
  })

  test('two concurrent runs over the same users register one passkey each', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => person()))
    const wish = { service: 'entra' as const, ids: people.map(one => one.user) }
    const runs = await Promise.all([manager.tell(onBehalf.begin, wish), manager.tell(onBehalf.begin, wish)])
    for (const { id } of runs)
      await expect
        .poll(
          async () => {
            await world.superPool.query("update works set touched_at = now() - interval '1 minute'")
            await resumeWorks.work(world, {})
            return (await manager.tell(onBehalfRuns.get, { id })).finishedAt
          },
          { timeout: 20_000 },
        )
        .not.toBeNull()
    expect(people.map(({ anchor }) => passkeys.of.get(anchor)?.length)).toEqual(people.map(() => 1))
    const [one, two] = await Promise.all(runs.map(({ id }) => manager.tell(onBehalfRuns.get, { id })))
    expect((one?.succeeded ?? 0) + (two?.succeeded ?? 0)).toBe(8)
    for (const { user } of people) expect(await heldBy(user)).toHaveLength(1)
  })

  test('a killed run resumes without registering a second passkey', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => person()))
    const run = await manager.tell(onBehalf.begin, { service: 'entra', ids: people.map(one => one.user) })
    await ended(run.id)
    await world.superPool.query(
      `update works set state = 'running', finished_at = null, processed = 5, last_row = 5, counts = '{"done": 5}',
         touched_at = now() - interval '1 minute' where id = $1`,
      [run.id],
    )
    await world.superPool.query('update work_rows set outcome = null where work_id = $1 and row > 5', [run.id])
    await world.superPool.query(
      `update on_behalf_passkeys set state = 'making', remote_id = null where work_id = $1 and user_id = (
         select subject from work_rows where work_id = $1 and row = 7)`,
      [run.id],
    )
    await resumeWorks.work(world, {})
    await ended(run.id)
    expect(people.map(({ anchor }) => passkeys.of.get(anchor)?.length)).toEqual(people.map(() => 1))
    expect(await manager.tell(onBehalfRuns.get, { id: run.id })).toMatchObject({ succeeded: 12 })
  })
})

describe('a removal on this side', () => {
  test('of a key or a user also removes the passkey there', async () => {
    const [one, two] = [await person(), await person()]
    for (const { user } of [one, two]) await manager.tell(onBehalf.entra, { userId: user })
    await manager.tell(keyActCalls.removeOne, { id: one.key })
    await transact(world, { actor: { kind: 'nobody' }, request: { id: 't', ip: '', userAgent: '' }, workspace }, ctx =>
      ctx.db.deleteFrom('users').where('id', '=', two.user).execute(),
    )
    await settle()
    expect([passkeys.of.get(one.anchor), passkeys.of.get(two.anchor)]).toEqual([[], []])
    const { items } = await owner.tell(activity.list, { action: ['on-behalf.removed'] })
    expect(new Set(items.map(item => item.objectId))).toEqual(new Set([one.user, two.user]))
  })

  test('waits for an unreachable service, and completes when it responds', async () => {
    const { user, anchor, key } = await person()
    await manager.tell(onBehalf.entra, { userId: user })
    const leadTo = (address: string) =>
      world.superPool.query(
        "update api_applications set address = $1, version = version + 1 where type = 'azure' and workspace_id = $2",
        [address, workspace],
      )
    await leadTo('http://127.0.0.1:9')
    await manager.tell(keyActCalls.removeOne, { id: key })
    await settle()
    expect(passkeys.of.get(anchor)).toHaveLength(1)
    await leadTo(entra.address)
    await settle()
    expect(passkeys.of.get(anchor)).toEqual([])
    const { items } = await owner.tell(activity.list, { action: ['on-behalf.removed'], object: user })
    expect(items).toMatchObject([{ status: 1 }])
  })

  test('is logged as incomplete if the connection lacks the permission', async () => {
    const { user, anchor, key } = await person()
    await manager.tell(onBehalf.entra, { userId: user })
    entra.clients.set(client, { name: 'Claviger', secret: 'shh', roles: new Set() })
    entra.endTokens()
    await manager.tell(keyActCalls.removeOne, { id: key })
    await settle()
    expect(passkeys.of.get(anchor)).toHaveLength(1)
    const { items } = await owner.tell(activity.list, { action: ['on-behalf.removed'] })
    expect(items[0]).toMatchObject({ objectId: user, status: 2 })
  })
})

describe('a passkey removed at the provider', () => {
  test.each([
    ['Entra ID', 1 as const, onBehalf.entra, (anchor: string) => passkeys.of.set(anchor, [])],
    ['Okta', 2 as const, onBehalf.okta, (anchor: string) => factors.of.set(anchor, [])],
  ])(
    'at %s is reported in the passport by the next day, once, and can be registered again',
    async (_at, kind, call, removes) => {
      const [{ user, anchor }, other] = [await person(kind), await person(kind)]
      await manager.tell(call, { userId: user })
      await manager.tell(call, { userId: other.user })
      removes(anchor)
      await look()
      await look()
      expect((await heldBy(user)).map(one => one.goneAt !== null)).toEqual([true])
      expect((await heldBy(other.user)).map(one => one.goneAt !== null)).toEqual([false])
      const { items } = await owner.tell(activity.list, { action: ['on-behalf.gone'], object: user })
      expect(items).toHaveLength(1)
      await manager.tell(call, { userId: user })
      expect((await heldBy(user)).map(one => one.goneAt)).toEqual([null])
      // A manual registration checks the provider itself as soon as the passkey must be listed there
      removes(anchor)
      await refusal(manager.tell(call, { userId: user })).toMatchObject({ code: 'on-behalf-refused' })
      await wait()
      await manager.tell(call, { userId: user })
      expect((await heldBy(user)).map(one => one.goneAt)).toEqual([null])
      await refusal(manager.tell(call, { userId: user })).toMatchObject({ code: 'on-behalf-refused' })
    },
  )

  test('is not reported while the provider is unreachable', async () => {
    const { user, anchor } = await person()
    await manager.tell(onBehalf.entra, { userId: user })
    passkeys.of.set(anchor, [])
    entra.clients.set(client, { name: 'Claviger', secret: 'shh', roles: new Set() })
    entra.endTokens()
    await look()
    expect((await heldBy(user)).map(one => one.goneAt)).toEqual([null])
  })
})
