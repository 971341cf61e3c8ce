import { describe, expect, test } from 'vitest'
import { type Status, ctapStatuses } from '#platform/ctap/ctap-status.ts'
import {
  authenticate,
  commands,
  ctapClient,
  pinPermissions,
  type Protocol,
  request,
  seal,
} from '#test/emulators/ctap-client.ts'
import { type SoftwareCard, softwareCard } from '#test/emulators/software-card.ts'

const PIN = '274936'
const refused = (status: Status) => ({ status: ctapStatuses[status] })
const protocols: Protocol[] = [1, 2]

async function withPin(settings: Parameters<typeof softwareCard>[0] = {}, protocol: Protocol = 2) {
  const card = softwareCard(settings)
  const client = ctapClient(card.send)
  await client.setPin(PIN, protocol)
  return { card, ...client }
}

const retries = async (card: SoftwareCard) => {
  const { body } = await ctapClient(card.send).pin(1, 2)
  return [body.get(3), body.get(4)]
}

describe.each(protocols)('protocol %i', protocol => {
  test('§6.5.5.5 sets the first PIN only once', async () => {
    const card = softwareCard()
    const { setPin } = ctapClient(card.send)
    expect(await setPin(PIN, protocol)).toMatchObject({ status: 0 })
    expect(card.log).toMatchObject([{ kind: 'PIN set', first: true }])
    expect(JSON.stringify(card.card)).not.toContain(PIN)
    expect(await setPin('1234', protocol)).toMatchObject(refused('PIN_AUTH_INVALID'))
  })

  test('§6.5.5.6 changes the PIN only with the current PIN', async () => {
    const { card, changePin, tokenReply } = await withPin({}, protocol)
    expect(await changePin('0000', '998877', protocol)).toMatchObject(refused('PIN_INVALID'))
    expect(await changePin(PIN, '998877', protocol)).toMatchObject({ status: 0 })
    expect(card.log.at(-1)).toMatchObject({ kind: 'PIN set', first: false })
    expect(await tokenReply(PIN, { protocol })).toMatchObject(refused('PIN_INVALID'))
    expect(await tokenReply('998877', { protocol })).toMatchObject({ status: 0 })
  })

  test('§6.5.5.7.1 returns a token without permissions', async () => {
    const { tokenReply, make } = await withPin({}, protocol)
    const { token } = await tokenReply(PIN, { protocol })
    expect(token?.value).toHaveLength(32)
    expect(await make({ token: token! })).toMatchObject({ status: 0 })
  })

  test('§6.5.5.7.2 returns a token with permissions', async () => {
    const { token, make } = await withPin({}, protocol)
    const given = await token(PIN, pinPermissions.make | pinPermissions.get, 'example.org', protocol)
    expect(await make({ token: given })).toMatchObject({ status: 0 })
  })
})

test('§6.5.5.2 returns the remaining attempts and whether a tap is needed', async () => {
  const { card, tokenReply } = await withPin()
  expect(await retries(card)).toEqual([8, false])
  for (const _ of [1, 2, 3]) await tokenReply('0000')
  expect(await retries(card)).toEqual([5, true])
  card.tap()
  expect(await retries(card)).toEqual([5, false])
})

test.each(protocols)(
  '§6.5.5.5 step 5, §6.5.5.6 step 5: protocol %i refuses a PIN with a wrong authentication parameter',
  async protocol => {
    const card = softwareCard()
    const { agree, pin, setPin } = ctapClient(card.send)
    const first = await agree(protocol)
    const sealed = seal(first, Buffer.concat([Buffer.from(PIN), Buffer.alloc(58)]))
    const param = Buffer.alloc(protocol === 1 ? 16 : 32)
    expect(await pin(3, protocol, { 3: first.cose, 4: param, 5: sealed })).toMatchObject(refused('PIN_AUTH_INVALID'))
    await setPin(PIN)
    const next = await agree(protocol)
    const change = { 3: next.cose, 4: param, 5: seal(next, Buffer.alloc(64)), 6: seal(next, Buffer.alloc(16)) }
    expect(await pin(4, protocol, change)).toMatchObject(refused('PIN_AUTH_INVALID'))
    expect(card.card.tries.left).toBe(8)
  },
)

describe('wrong PINs', () => {
  test('§6.5.5.6 step 3: also count when changing the PIN', async () => {
    const { card, changePin } = await withPin()
    for (const status of ['PIN_INVALID', 'PIN_INVALID', 'PIN_AUTH_BLOCKED', 'PIN_AUTH_BLOCKED'] as const)
      expect(await changePin('0000', '998877')).toMatchObject(refused(status))
    expect(card.card.tries.left).toBe(5)
    card.card = { ...card.card, tries: { left: 0, notBefore: 0 } }
    expect(await changePin(PIN, '998877')).toMatchObject(refused('PIN_BLOCKED'))
  })

  test('§6.5.5.7.2 step 9: three in a row require a tap, and use no attempts until then', async () => {
    const { card, tokenReply } = await withPin()
    expect(await tokenReply('0000')).toMatchObject(refused('PIN_INVALID'))
    expect(await tokenReply('0000')).toMatchObject(refused('PIN_INVALID'))
    expect(await tokenReply('0000')).toMatchObject(refused('PIN_AUTH_BLOCKED'))
    card.now += 3_600_000
    expect(await tokenReply(PIN)).toMatchObject(refused('PIN_AUTH_BLOCKED'))
    expect(card.card.tries.left).toBe(5)
    card.tap()
    expect(await tokenReply(PIN)).toMatchObject({ status: 0 })
    expect(card.card.tries).toEqual({ left: 8, notBefore: 0 })
  })

  test('cause growing delays, and eight block the card', async () => {
    const { card, tokenReply } = await withPin()
    for (const [place, seconds] of [0, 0, 30, 60, 120, 300, 900].entries()) {
      card.tap()
      expect([place, (await tokenReply('0000')).status]).toEqual([place, ctapStatuses.PIN_INVALID])
      card.tap()
      if (seconds > 0) {
        card.now += seconds * 1000 - 1
        card.tap()
        expect(await tokenReply(PIN)).toMatchObject(refused('PIN_AUTH_BLOCKED'))
        card.now += 1
      }
      expect(card.card.tries.left).toBe(7 - place)
    }
    card.tap()
    expect(await tokenReply('0000')).toMatchObject(refused('PIN_BLOCKED'))
    card.now += 86_400_000
    card.tap()
    expect(await tokenReply(PIN)).toMatchObject(refused('PIN_BLOCKED'))
    expect(await retries(card)).toEqual([0, false])
  })

  test('a right PIN in between restores the attempts', async () => {
    const { card, tokenReply } = await withPin()
    await tokenReply('0000')
    expect(card.card.tries.left).toBe(7)
    expect(await tokenReply(PIN)).toMatchObject({ status: 0 })
    expect(card.log.at(-1)).toEqual({ kind: 'tries restored' })
    expect(card.card.tries.left).toBe(8)
  })

  test('the attempt is used before the PIN is checked', async () => {
    const { card, tokenReply } = await withPin()
    const order: number[] = []
    card.faculties = {
      spendTry(from, to) {
        order.push(from.left, to.left)
        return Promise.reject(new Error('The process dies here'))
      },
    }
    await expect(tokenReply(PIN)).rejects.toThrow('dies')
    expect(order).toEqual([8, 7])
    expect(card.log.map(({ kind }) => kind)).toEqual(['PIN set'])
  })

  test('a concurrent attempt is refused with CHANNEL_BUSY and does not count as wrong', async () => {
    const { card, agree, pin } = await withPin()
    const agreed = await agree(2)
    const ask = () => pin(5, 2, { 3: agreed.cose, 6: seal(agreed, Buffer.alloc(16)) })
    const stale = card.card
    await ask()
    card.faculties = { spendTry: from => Promise.resolve(from.left === card.card.tries.left && from !== stale.tries) }
    card.card = { ...card.card, tries: stale.tries }
    const again = await agree(2)
    const late = await pin(5, 2, { 3: again.cose, 6: seal(again, Buffer.alloc(16)) })
    expect(late).toMatchObject(refused('CHANNEL_BUSY'))
    expect(card.card.tries).toEqual(stale.tries)
  })

  test('step 9.1.1: regenerate the key of their protocol and keep the key of the other', async () => {
    const { pin, tokenReply } = await withPin()
    const keys = async () => [(await pin(2, 1)).body, (await pin(2, 2)).body]
    const [one, two] = await keys()
    await tokenReply('0000')
    const [oneAfter, twoAfter] = await keys()
    expect(oneAfter).toEqual(one)
    expect(twoAfter).not.toEqual(two)
  })

  test('revoke a token from an earlier right PIN', async () => {
    const { token, tokenReply, make } = await withPin()
    const given = await token(PIN, pinPermissions.make, 'example.org')
    await tokenReply('0000')
    expect(await make({ token: given })).toMatchObject(refused('PIN_AUTH_INVALID'))
  })

  test('a blocked card makes no passkey for an earlier token', async () => {
    const { card, token, make } = await withPin()
    const given = await token(PIN, pinPermissions.make, 'example.org')
    card.card = { ...card.card, tries: { left: 0, notBefore: 0 } }
    expect(await make({ token: given })).toMatchObject(refused('PIN_BLOCKED'))
  })
})

test.each<[string, string, Status]>([
  ['step 9', '123', 'PIN_POLICY_VIOLATION'],
  ['step 9', 'ääää', 'OK'],
  ['step 9', '😀😀😀', 'PIN_POLICY_VIOLATION'],
  ['step 9', '', 'PIN_POLICY_VIOLATION'],
  ['§6.5.1', 'x'.repeat(63), 'OK'],
  ['§6.5.1', 'x'.repeat(64), 'PIN_POLICY_VIOLATION'],
  ['step 7', 'x'.repeat(80), 'INVALID_PARAMETER'],
])('§6.5.5.5 %s: "%s" ends with %s', async (_, pin, status) => {
  expect(await ctapClient(softwareCard().send).setPin(pin)).toMatchObject(refused(status))
})

test('§6.5.5.5 step 10 applies the PIN rules of the workspace, §6.4 the minimum length of the card', async () => {
  const card = softwareCard({ minPinLength: 6 })
  const { setPin } = ctapClient(card.send)
  card.faculties = { acceptsPin: pin => pin !== '111111' }
  expect(await setPin('12345')).toMatchObject(refused('PIN_POLICY_VIOLATION'))
  expect(await setPin('111111')).toMatchObject(refused('PIN_POLICY_VIOLATION'))
  expect(await setPin('274936')).toMatchObject({ status: 0 })
})

test('§6.5.5.5 refuses a first PIN if setting it requires a link or an administrator', async () => {
  const { setPin } = ctapClient(softwareCard({ allows: { firstPin: false, create: true, manage: true } }).send)
  expect(await setPin(PIN)).toMatchObject(refused('OPERATION_DENIED'))
})

test.each(protocols)('§6.5.5.5 step 6: refuses bytes of impossible length with protocol %i', async protocol => {
  const { agree, pin } = ctapClient(softwareCard().send)
  for (const size of [0, 15, 63]) {
    const agreed = await agree(protocol)
    const sealed = Buffer.alloc(size)
    const reply = await pin(3, protocol, { 3: agreed.cose, 4: authenticate(protocol, agreed.mac, sealed), 5: sealed })
    expect(reply).toMatchObject(refused('PIN_AUTH_INVALID'))
  }
})

test('§6.5.5.5 refuses a PIN that is not valid text', async () => {
  const { agree, pin } = ctapClient(softwareCard().send)
  const agreed = await agree(2)
  const sealed = seal(agreed, Buffer.concat([Buffer.alloc(8, 0xff), Buffer.alloc(56)]))
  const reply = await pin(3, 2, { 3: agreed.cose, 4: authenticate(2, agreed.mac, sealed), 5: sealed })
  expect(reply).toMatchObject(refused('PIN_POLICY_VIOLATION'))
})

test('a new PIN that breaks the rules uses no attempt', async () => {
  const { card, changePin } = await withPin()
  expect(await changePin(PIN, '12')).toMatchObject(refused('PIN_POLICY_VIOLATION'))
  expect(card.card.tries.left).toBe(8)
})

test('§6.5.5.6 step 19: changing the PIN revokes earlier tokens', async () => {
  const { token, changePin, make } = await withPin()
  const given = await token(PIN, pinPermissions.make, 'example.org')
  await changePin(PIN, '998877')
  expect(await make({ token: given })).toMatchObject(refused('PIN_AUTH_INVALID'))
})

test('§6.4 forcePINChange: refuses tokens until the PIN is changed', async () => {
  const { card, tokenReply, changePin } = await withPin()
  card.card = { ...card.card, forcePinChange: true }
  expect(await tokenReply(PIN)).toMatchObject(refused('PIN_INVALID'))
  const permissions = pinPermissions.get
  expect(await tokenReply(PIN, { permissions, rpId: 'example.org' })).toMatchObject(refused('PIN_POLICY_VIOLATION'))
  expect(await changePin(PIN, PIN)).toMatchObject(refused('PIN_POLICY_VIOLATION'))
  expect(await changePin(PIN, '998877')).toMatchObject({ status: 0 })
  expect(await tokenReply('998877')).toMatchObject({ status: 0 })
})

test.each<[string, string, number, Record<number, unknown>, Status]>([
  ['§6.5.5', 'an unknown subcommand', 8, {}, 'INVALID_SUBCOMMAND'],
  ['§6.5.5', 'built-in user verification', 6, {}, 'INVALID_SUBCOMMAND'],
  ['§6.5.5.4', 'an unknown protocol', 2, { 1: 3 }, 'INVALID_PARAMETER'],
  ['§6.5.5.4', 'a missing protocol', 2, { 1: undefined }, 'MISSING_PARAMETER'],
  ['§6.5.5.5', 'a PIN without a platform key', 3, { 4: Buffer.alloc(16), 5: Buffer.alloc(64) }, 'MISSING_PARAMETER'],
  ['§6.5.5.7.1', 'a missing PIN', 5, { 3: new Map() }, 'MISSING_PARAMETER'],
  ['§6.5.5.7.1', 'permissions with the legacy subcommand', 5, { 9: 1 }, 'INVALID_PARAMETER'],
  ['§6.5.5.7.1', 'a relying party with the legacy subcommand', 5, { 10: 'x' }, 'INVALID_PARAMETER'],
  ['§6.5.5.7.2', 'missing permissions', 9, {}, 'MISSING_PARAMETER'],
  ['§6.5.5.7.2 step 3', 'empty permissions', 9, { 9: 0 }, 'INVALID_PARAMETER'],
  ['§6.5.5.7.2 step 4', 'bio enrollment', 9, { 9: 8 }, 'UNAUTHORIZED_PERMISSION'],
  ['§6.5.5.7.2 step 4', 'large blobs', 9, { 9: 0x11, 10: 'x' }, 'UNAUTHORIZED_PERMISSION'],
  ['§6.5.5.7.2', 'permission to sign without a relying party', 9, { 9: 2 }, 'MISSING_PARAMETER'],
  ['§6.5.6', 'a point off the curve', 5, { 3: point(Buffer.alloc(32, 1)) }, 'INVALID_PARAMETER'],
  ['§6.5.6', 'an incomplete point', 5, { 3: point(Buffer.alloc(31)) }, 'INVALID_PARAMETER'],
])('%s refuses %s', async (_, __, subcommand, more, status) => {
  const { agree, pin } = await withPin()
  const agreed = await agree(2)
  const usual = subcommand === 5 || subcommand === 9 ? { 3: agreed.cose, 6: seal(agreed, Buffer.alloc(16)) } : {}
  const given = subcommand === 5 && 3 in more && (more[3] as Map<number, unknown>).size === 0 ? {} : usual
  expect(await pin(subcommand, 2, { ...given, ...more })).toMatchObject(refused(status))
})

function point(x: Buffer): Map<number, unknown> {
  return new Map<number, unknown>([
    [1, 2],
    [3, -25],
    [-1, 1],
    [-2, x],
    [-3, Buffer.alloc(32, 2)],
  ])
}

test('§6.5.5.4 refuses a shared secret before its key was requested', async () => {
  const { agree } = await withPin()
  const { pin } = ctapClient(softwareCard({ pinHash: Buffer.alloc(16) }).send)
  const agreed = await agree(2)
  const reply = await pin(5, 2, { 3: agreed.cose, 6: seal(agreed, Buffer.alloc(16)) })
  expect(reply).toMatchObject(refused('INVALID_PARAMETER'))
})

test('§6.5.5.7 returns no token while no PIN is set', async () => {
  const card = softwareCard()
  expect(await ctapClient(card.send).tokenReply(PIN)).toMatchObject(refused('PIN_NOT_SET'))
  expect(card.card.tries.left).toBe(8)
})

test('a PINless card supports key agreement and no PIN commands', async () => {
  const { pin, setPin, agree } = ctapClient(softwareCard({ verification: 'none' }).send)
  await agree(1)
  expect(await setPin(PIN)).toMatchObject(refused('INVALID_SUBCOMMAND'))
  expect(await pin(1, 2)).toMatchObject(refused('INVALID_SUBCOMMAND'))
})

test('§6.5.2.1 a token is valid for at most ten minutes', async () => {
  const { card, token, manage } = await withPin()
  const given = await token(PIN, pinPermissions.manage)
  card.now += 30_000
  expect(await manage(1, given)).toMatchObject({ status: 0 })
  card.now += 570_000
  expect(await manage(1, given)).toMatchObject({ status: 0 })
  card.now += 1
  expect(await manage(1, given)).toMatchObject(refused('PIN_AUTH_INVALID'))
})

test('§6.5.2.1 a new token replaces the old one, with either protocol', async () => {
  const { token, manage } = await withPin()
  const old = await token(PIN, pinPermissions.manage, undefined, 1)
  const recent = await token(PIN, pinPermissions.manage, undefined, 2)
  expect(await manage(1, old)).toMatchObject(refused('PIN_AUTH_INVALID'))
  expect(await manage(1, recent)).toMatchObject({ status: 0 })
})

test('§6.5.4 a token works only with its own protocol', async () => {
  const { token, manage } = await withPin()
  const given = await token(PIN, pinPermissions.manage, undefined, 2)
  expect(await manage(1, { ...given, protocol: 1 })).toMatchObject(refused('PIN_AUTH_INVALID'))
})

test('draws a new private key if the number is out of range', async () => {
  const card = softwareCard()
  const draws = [Buffer.alloc(32), Buffer.alloc(32, 0xff), Buffer.alloc(32, 7)]
  card.faculties = { random: () => draws.shift()! }
  const { body } = await ctapClient(card.send).ask(request(commands.pin, { 1: 1, 2: 2 }))
  expect(body.has(1)).toBe(true)
  expect(draws).toHaveLength(0)
})
