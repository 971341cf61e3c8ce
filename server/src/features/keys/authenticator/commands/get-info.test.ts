import { expect, test } from 'vitest'
import { commands, ctapClient, request } from '#test/emulators/ctap-client.ts'
import { softwareCard } from '#test/emulators/software-card.ts'

async function info(card = softwareCard()) {
  const { body } = await ctapClient(card.send).ask(request(commands.info))
  return { body, options: Object.fromEntries(body.get(4) as Map<string, boolean>) }
}

test('§6.4 describes a card with a PIN', async () => {
  const { body, options } = await info(
    softwareCard({ pinHash: Buffer.alloc(16), minPinLength: 6, forcePinChange: true }),
  )
  expect([...body.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 20])
  expect(body.get(1)).toEqual(['FIDO_2_0', 'FIDO_2_1'])
  expect(body.get(3)).toHaveLength(16)
  expect(body.get(6)).toEqual([2, 1])
  expect(body.get(12)).toBe(true)
  expect(body.get(13)).toBe(6)
  expect(options).toEqual({
    rk: true,
    up: true,
    plat: false,
    alwaysUv: true,
    credMgmt: true,
    clientPin: true,
    pinUvAuthToken: true,
    makeCredUvNotRqd: false,
  })
})

test('§6.4 reports that the PIN is not set yet', async () => {
  expect((await info()).options).toMatchObject({ clientPin: false, pinUvAuthToken: true })
})

test('§6.4 reports that a PINless card does not verify users', async () => {
  const { body, options } = await info(softwareCard({ verification: 'none' }))
  expect(options).toEqual({ rk: true, up: true, plat: false, alwaysUv: false, makeCredUvNotRqd: true })
  expect(body.has(12)).toBe(false)
  expect(body.has(13)).toBe(false)
})

test('§6.4 describes a key with a fingerprint reader', async () => {
  const { body, options } = await info(softwareCard({ verification: 'match' }))
  expect(options).toEqual({
    rk: true,
    up: true,
    uv: true,
    plat: false,
    alwaysUv: true,
    credMgmt: true,
    pinUvAuthToken: true,
    makeCredUvNotRqd: false,
  })
  expect([12, 13, 17, 18].map(member => body.get(member))).toEqual([undefined, undefined, 5, 2])
})

test('§6.4 omits credential management if the workspace does not allow it', async () => {
  const { options } = await info(softwareCard({ allows: { firstPin: true, create: true, manage: false } }))
  expect(options).not.toHaveProperty('credMgmt')
})

test('§6.4 reports one free slot less for each passkey', async () => {
  const card = softwareCard({ verification: 'none' })
  const before = (await info(card)).body.get(20) as number
  await ctapClient(card.send).make()
  expect((await info(card)).body.get(20)).toBe(before - 1)
})
