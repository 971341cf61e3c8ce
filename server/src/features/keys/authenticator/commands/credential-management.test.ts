import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Status, ctapStatuses } from '#platform/ctap/ctap-status.ts'
import { commands, ctapClient, pinPermissions, readData, request, type Token } from '#test/emulators/ctap-client.ts'
import { softwareCard } from '#test/emulators/software-card.ts'

const PIN = '274936'
const hashOf = (rpId: string) => hash('sha256', rpId, 'buffer')
const refused = (status: Status) => ({ status: ctapStatuses[status] })

async function holding() {
  const card = softwareCard()
  const client = ctapClient(card.send)
  await client.setPin(PIN)
  const ids: Buffer[] = []
  for (const [rpId, user, rk] of [
    ['example.org', 1, true],
    ['example.org', 2, true],
    ['other.org', 1, true],
    ['third.org', 1, false],
  ] as const) {
    const token = await client.token(PIN, pinPermissions.make, rpId)
    const named = { id: Buffer.of(user), name: `user ${user}` }
    const made = { rp: { id: rpId, name: rpId.toUpperCase() }, user: named, options: { rk }, token }
    const { body } = await client.make({ ...made, extensions: { credProtect: 2 } })
    ids.push(readData(body.get(2) as Uint8Array).id)
    card.tap()
  }
  return { card, ids, ...client, all: () => client.token(PIN, pinPermissions.manage) }
}

const idOf = (id: Uint8Array) => new Map([[2, { id, type: 'public-key' }]])

test('§6.8.2 counts passkeys', async () => {
  const { manage, all } = await holding()
  const { body } = await manage(1, await all())
  expect(body.get(1)).toBe(3)
  expect(body.get(2)).toBe(496)
})

test('§6.8.3 lists relying parties', async () => {
  const { manage, all, ask } = await holding()
  const first = await manage(2, await all())
  expect(first.body.get(3)).toEqual(
    new Map([
      ['id', 'example.org'],
      ['name', 'EXAMPLE.ORG'],
    ]),
  )
  expect(Buffer.from(first.body.get(4) as Uint8Array)).toEqual(hashOf('example.org'))
  expect(first.body.get(5)).toBe(2)
  const next = await ask(request(commands.manage, { 1: 3 }))
  expect(next.body.get(3)).toEqual(
    new Map([
      ['id', 'other.org'],
      ['name', 'OTHER.ORG'],
    ]),
  )
  expect(next.body.has(5)).toBe(false)
  expect(await ask(request(commands.manage, { 1: 3 }))).toMatchObject(refused('NOT_ALLOWED'))
})

test('§6.8.4 lists the passkeys of one relying party', async () => {
  const { manage, token, ask, ids } = await holding()
  const by = await token(PIN, pinPermissions.manage, 'example.org')
  const first = await manage(4, by, new Map([[1, hashOf('example.org')]]))
  expect([...first.body.keys()]).toEqual([6, 7, 8, 9, 10])
  expect((first.body.get(6) as Map<string, unknown>).get('name')).toBe('user 1')
  expect(first.body.get(9)).toBe(2)
  expect(first.body.get(10)).toBe(2)
  const next = await ask(request(commands.manage, { 1: 5 }))
  expect((next.body.get(7) as Map<string, unknown>).get('id')).toEqual(new Uint8Array(ids[1]!))
  expect(next.body.has(9)).toBe(false)
  expect(await ask(request(commands.manage, { 1: 5 }))).toMatchObject(refused('NOT_ALLOWED'))
})

test.each<[string, (client: Awaited<ReturnType<typeof holding>>, by: Token) => unknown]>([
  ['another command', ({ ask }) => ask(request(commands.info))],
  ['a similar command', ({ ask }) => ask(request(commands.pin, { 1: 3, 2: 1 }))],
  ['another subcommand', ({ manage }, by) => manage(1, by)],
  ['thirty seconds', ({ card }) => (card.now += 30_001)],
])('§6.8 discards an enumeration after %s', async (_, happens) => {
  const client = await holding()
  const by = await client.all()
  await client.manage(2, by)
  await happens(client, by)
  expect(await client.ask(request(commands.manage, { 1: 3 }))).toMatchObject(refused('NOT_ALLOWED'))
})

test('§6.8 continues an enumeration for thirty seconds, only with the matching command', async () => {
  const { manage, all, ask, card } = await holding()
  await manage(2, await all())
  expect(await ask(request(commands.manage, { 1: 5 }))).toMatchObject(refused('NOT_ALLOWED'))
  card.now += 30_000
  expect(await ask(request(commands.manage, { 1: 3 }))).toMatchObject({ status: 0 })
})

test('§6.8.5 deletes a passkey, which is then not found', async () => {
  const { manage, all, ids, card } = await holding()
  const by = await all()
  expect(await manage(6, by, idOf(ids[2]!))).toMatchObject({ status: 0 })
  expect(card.log.at(-1)).toMatchObject({ kind: 'credential removed' })
  expect(await manage(6, by, idOf(ids[2]!))).toMatchObject(refused('NO_CREDENTIALS'))
  expect(await manage(4, by, new Map([[1, hashOf('other.org')]]))).toMatchObject(refused('NO_CREDENTIALS'))
})

test('§6.8.6 renames the user, and discards fields that are missing', async () => {
  const { manage, all, ids, card } = await holding()
  const by = await all()
  const user = (id: number) => new Map<number, unknown>([...idOf(ids[0]!), [3, { id: Buffer.of(id), name: 'Ada L' }]])
  expect(await manage(7, by, user(9))).toMatchObject(refused('INVALID_PARAMETER'))
  expect(await manage(7, by, user(1))).toMatchObject({ status: 0 })
  expect(card.card.credentials[0]?.user).toEqual({ id: Uint8Array.of(1), name: 'Ada L' })
})

test('§6.8.3 finds no relying parties on an empty card', async () => {
  const { setPin, token, manage } = ctapClient(softwareCard().send)
  await setPin(PIN)
  expect(await manage(2, await token(PIN, pinPermissions.manage))).toMatchObject(refused('NO_CREDENTIALS'))
})

test.each<[string, string, number, (by: Awaited<ReturnType<typeof holding>>) => Promise<Token | undefined>, Status]>([
  ['step 1', 'a missing token', 1, () => Promise.resolve(undefined), 'PUAT_REQUIRED'],
  [
    'step 4',
    'a proof for other parameters',
    1,
    async c => ({ ...(await c.all()), value: Buffer.alloc(32) }),
    'PIN_AUTH_INVALID',
  ],
  [
    'step 5',
    'a token with permission to sign only',
    1,
    c => c.token(PIN, pinPermissions.get, 'example.org'),
    'PIN_AUTH_INVALID',
  ],
  [
    'step 6',
    'metadata with a token for one relying party',
    1,
    c => c.token(PIN, pinPermissions.manage, 'example.org'),
    'PIN_AUTH_INVALID',
  ],
  [
    'step 6',
    'relying parties with a token for one relying party',
    2,
    c => c.token(PIN, pinPermissions.manage, 'example.org'),
    'PIN_AUTH_INVALID',
  ],
])('§6.8.2 %s refuses %s', async (_, __, subcommand, given, status) => {
  const card = await holding()
  expect(await card.manage(subcommand, await given(card))).toMatchObject(refused(status))
})

test('§6.8.4 to §6.8.6 refuse a token of another relying party', async () => {
  const { manage, token, ids } = await holding()
  const by = await token(PIN, pinPermissions.manage, 'other.org')
  expect(await manage(4, by, new Map([[1, hashOf('example.org')]]))).toMatchObject(refused('PIN_AUTH_INVALID'))
  expect(await manage(6, by, idOf(ids[0]!))).toMatchObject(refused('PIN_AUTH_INVALID'))
})

test('§6.8 the authentication covers the parameters', async () => {
  const { card, all, ids } = await holding()
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
  const swapped = ctapClient(bytes =>
    card.send(Buffer.from(hex(bytes).replace(hex(ids[0] ?? bytes), hex(ids[1] ?? bytes)), 'hex')),
  )
  expect(await swapped.manage(6, await all(), idOf(ids[0]!))).toMatchObject(refused('PIN_AUTH_INVALID'))
  expect(card.card.credentials).toHaveLength(4)
})

test.each<[string, Record<number, unknown>, Status]>([
  ['an unknown subcommand', { 1: 8 }, 'INVALID_SUBCOMMAND'],
  ['a missing subcommand', { 3: 2 }, 'MISSING_PARAMETER'],
  ['a missing protocol', { 1: 1, 4: Buffer.alloc(32) }, 'MISSING_PARAMETER'],
  ['an unknown protocol', { 1: 1, 3: 7, 4: Buffer.alloc(32) }, 'INVALID_PARAMETER'],
  ['a missing relying party', { 1: 4, 2: new Map() }, 'MISSING_PARAMETER'],
  ['missing parameters', { 1: 6 }, 'MISSING_PARAMETER'],
  ['a user without an ID', { 1: 7, 2: new Map([[3, { name: 'x' }]]) }, 'MISSING_PARAMETER'],
])('§6.8 refuses %s', async (_, members, status) => {
  const { ask } = await holding()
  expect(await ask(request(commands.manage, members))).toMatchObject(refused(status))
})

test('§6.8 is unavailable if the workspace does not allow it, and without a PIN', async () => {
  const kept = ctapClient(softwareCard({ allows: { firstPin: true, create: true, manage: false } }).send)
  await kept.setPin(PIN)
  expect(await kept.manage(1)).toMatchObject(refused('INVALID_COMMAND'))
  expect(await kept.tokenReply(PIN, { permissions: pinPermissions.manage })).toMatchObject(
    refused('UNAUTHORIZED_PERMISSION'),
  )
  const pinless = ctapClient(softwareCard({ verification: 'none' }).send)
  expect(await pinless.manage(1)).toMatchObject(refused('INVALID_COMMAND'))
})
