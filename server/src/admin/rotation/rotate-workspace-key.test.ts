import { expect, test } from 'vitest'
import { pinPermissions, readData } from '#test/emulators/ctap-client.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { assignCard, cardAt, registerReader } from '#test/api/reader.ts'
import { keysOfWorkspace } from '#features/tenancy/workspaces/workspaces.key.ts'
import { minutes } from '#platform/clock.ts'
import { transact } from '#platform/db/transaction.ts'
import { sealer } from '#platform/secrets/seal.ts'
import { sweepKeys } from '#jobs/sweep-keys.ts'
import type { Operator } from '../command.ts'
import { rotateWorkspaceKey } from './rotate-workspace-key.ts'

const home = await startTestApp()
const { world, given, clock } = home
const { workspace } = given.owner
const PIN = '274936'
const request = { id: 't', ip: '', userAgent: '' }
const operator = {
  world,
  inside: (id, work) => transact(world, { actor: { kind: 'operator', name: 'Test' }, request, workspace: id }, work),
} as Operator

const rotate = () => rotateWorkspaceKey.work(operator, { at: () => 'northgate', option: () => undefined })

async function keys() {
  const { rows } = await world.superPool.query<{ sealed_key: Buffer }>(
    'select sealed_key from workspaces where id = $1',
    [workspace],
  )
  return keysOfWorkspace(world.sealer, workspace, rows[0]!.sealed_key)
}

async function sealedByNewest() {
  const newest = sealer((await keys()).slice(0, 1))
  const { rows } = await world.superPool.query<{ sealed: Buffer }>(
    `select vault_key as sealed from held_credentials union all select hmac_seeds from held_credentials
     union all select card_sealed from security_keys where card_sealed is not null
     union all select pin_sealed from security_keys where pin_sealed is not null`,
  )
  return rows.map(({ sealed }) => !newest.isOld(sealed))
}

test('a workspace gets a new key, its secrets are resealed, and its cards sign during the rotation', async () => {
  const reader = home.as(await registerReader(home))
  await assignCard(home, await given.addUser('Ro', 'Tation'), 'ACE001', PIN)
  const card = cardAt(reader, 'ACE001')
  const token = await card.token(PIN, pinPermissions.make, 'example.org')
  const made = await card.make({ token, extensions: { 'hmac-secret': true } })
  const { id } = readData(made.body.get(2) as Uint8Array)
  const signs = async () => {
    card.tap()
    return (await card.get({ allow: [id], token: await card.token(PIN, pinPermissions.get, 'example.org') })).status
  }
  const [old] = await keys()
  await rotate()
  expect(await keys()).toHaveLength(2)
  expect(await sealedByNewest()).toEqual([false, false, false, false])
  expect(await signs()).toBe(0)
  await sweepKeys.work(world, {})
  expect(await sealedByNewest()).toEqual([true, true, true, true])
  expect(await signs()).toBe(0)
  // Concurrent transactions may still use the old key
  await sweepKeys.work(world, {})
  expect(await keys()).toHaveLength(2)
  clock.forward(minutes(11))
  await sweepKeys.work(world, {})
  const left = await keys()
  expect(left).toHaveLength(1)
  expect(left[0]).not.toEqual(old)
  expect(await signs()).toBe(0)
})

test('refuses an unknown workspace', async () => {
  await expect(rotateWorkspaceKey.work(operator, { at: () => 'nowhere', option: () => undefined })).rejects.toThrow(
    'There is no workspace nowhere',
  )
})
