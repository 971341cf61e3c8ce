import { hash, randomBytes } from 'node:crypto'
import { accessKeys } from '@claviger/contract/keys/access-keys'
import { activity } from '@claviger/contract/oversight/activity'
import { expect, test } from 'vitest'
import { pinPermissions, readData } from '#test/emulators/ctap-client.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { assignCard, cardAt, COMPUTER, registerReader } from '#test/api/reader.ts'

const home = await startTestApp()
const { as, given } = home
const reader = as(await registerReader(home))
const PIN = '274936'

test('a card registers and signs in at a site, and both are logged', async () => {
  const owner = await given.addUser('Carla', 'Card')
  const key = await assignCard(home, owner, '04A1B2C3', PIN)
  expect(await reader.tell(accessKeys.status, { cardId: '04 a1 b2 c3' })).toEqual({
    cardId: '04A1B2C3',
    status: 'active',
    pin: 'set',
  })
  const card = cardAt(reader, '04A1B2C3')
  const info = await card.ask(Buffer.of(4))
  expect(info.status).toBe(0)
  const clientDataHash = randomBytes(32)
  const made = await card.make({ clientDataHash, token: await card.token(PIN, pinPermissions.make, 'example.org') })
  expect(made.status).toBe(0)
  const { id, flags, counter } = readData(made.body.get(2) as Uint8Array)
  expect([flags & 0x05, counter]).toEqual([0x05, 0])
  for (const expected of [1, 2]) {
    card.tap()
    const got = await card.get({ allow: [id], token: await card.token(PIN, pinPermissions.get, 'example.org') })
    expect(got.status).toBe(0)
    expect(readData(got.body.get(2) as Uint8Array).counter).toBe(expected)
  }
  const { accessToken } = await given.session(given.owner)
  const lines = await as(accessToken).tell(activity.list, { search: 'card', kind: 'use' })
  expect(lines.items.map(line => line.action)).toEqual(
    expect.arrayContaining(['security-key.signed-in', 'security-key.registered']),
  )
  expect(lines.items[0]).toMatchObject({ actorId: owner, objectId: key })
  const rows = await home.world.superPool.query('select * from held_credentials')
  expect(JSON.stringify(rows.rows)).not.toContain(hash('sha256', PIN))
})

test('signs nothing without the PIN, and explains what to do with an unknown card', async () => {
  await assignCard(home, await given.addUser('Paul', 'Pin'), '04A1B2C4', PIN)
  const card = cardAt(reader, '04A1B2C4')
  expect((await card.make()).status).toBe(0x36)
  expect(
    await reader.ask(accessKeys.execute, { cardId: '04FFFFFF', format: 'hex', computerId: COMPUTER, request: 'BA' }),
  ).toMatchObject({ status: 404, body: { code: 'card-unknown', message: expect.stringContaining('administrator') } })
})
