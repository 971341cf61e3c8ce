import { computers } from '@claviger/contract/keys/computers'
import { expect, test } from 'vitest'
import { computersOf, signInAt } from '#test/api/agents.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addPasskey } from '#test/api/passkeys.ts'
import type { Operator } from '#admin/command.ts'
import { rotateWorkspaceKey } from '#admin/rotation/rotate-workspace-key.ts'
import { minutes } from '#platform/clock.ts'
import { transact } from '#platform/db/transaction.ts'
import { sweepKeys } from '#jobs/sweep-keys.ts'

const home = await startTestApp()
const { as, given, world, clock } = home
const request = { id: 't', ip: '', userAgent: '' }
const operator = {
  world,
  inside: (id, work) => transact(world, { actor: { kind: 'operator', name: 'Test' }, request, workspace: id }, work),
} as Operator

test('a fixed account is resealed when the workspace key rotates', async () => {
  const pc = await (await computersOf(home))('WARD-1')
  const { key } = await addPasskey(home, given.user.accessToken)
  const account = { username: 'NORTHGATE\\ward1', password: 'Wr4d-One!' }
  await as((await given.session(given.owner)).accessToken).tell(computers.setAccount, { _id: pc.id, ...account })
  const sealed = async () => {
    const { rows } = await world.superPool.query<{ account_sealed: Buffer }>('select account_sealed from devices')
    return rows[0]?.account_sealed.toString('hex')
  }
  const before = await sealed()
  await rotateWorkspaceKey.work(operator, { at: () => 'northgate', option: () => undefined })
  await sweepKeys.work(world, {})
  clock.forward(minutes(11))
  await sweepKeys.work(world, {})
  expect(await sealed()).not.toBe(before)
  expect(await signInAt(home, pc, key)).toMatchObject({ status: 200, body: { accounts: [account] } })
})
