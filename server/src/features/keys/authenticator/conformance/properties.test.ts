import { encode } from 'cborg'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ctapStatuses } from '#platform/ctap/ctap-status.ts'
import { commands, ctapClient, pinPermissions, request, seal } from '#test/emulators/ctap-client.ts'
import { type SoftwareCard, softwareCard } from '#test/emulators/software-card.ts'

const PIN = '274936'
const known = new Set<number>(Object.values(ctapStatuses))

async function lived(): Promise<SoftwareCard> {
  const card = softwareCard()
  const { setPin, token, make, manage } = ctapClient(card.send)
  await setPin(PIN)
  await make({ token: await token(PIN, pinPermissions.make, 'example.org') })
  card.tap()
  await manage(2, await token(PIN, pinPermissions.manage))
  return card
}

const leaf = fc.oneof(
  fc.integer({ min: -10, max: 300 }),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom('example.org', 'public-key', 'id', 'alg', 'uv', 'up', 'rk', ''),
  fc.uint8Array({ maxLength: 70 }),
  fc.constantFrom(...[16, 32, 64].map(size => new Uint8Array(size))),
)
const names = fc.constantFrom('id', 'name', 'alg', 'type', 'up', 'uv', 'rk', 'hmac-secret', 'credProtect', 'credBlob')
const { value } = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc
      .array(fc.tuple(fc.oneof(names, fc.integer({ min: -3, max: 10 })), tie('value')), { maxLength: 4 })
      .map(entries => new Map(entries)),
  ),
}))
const members = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 12 }), value), { maxLength: 10 })
  .map(entries => new Map(entries))
const code = fc.constantFrom(...Object.values(commands))
const wellFormed = fc.tuple(code, members).map(([command, map]) => Buffer.concat([Buffer.of(command), encode(map)]))
const anything = fc.oneof(fc.uint8Array({ maxLength: 200 }), wellFormed)

test('§8.2 responds to any bytes with a status, and with CBOR only on success', async () => {
  const card = await lived()
  await fc.assert(
    fc.asyncProperty(anything, async bytes => {
      const reply = await card.send(bytes)
      expect(known.has(reply[0] ?? -1)).toBe(true)
      if (reply[0] !== 0) expect(reply).toHaveLength(1)
    }),
    { numRuns: 3000 },
  )
})

test('§6.5.3.1 a key with a fingerprint reader never signs without a match, for any request', async () => {
  const card = softwareCard({ verification: 'match' })
  card.faculties = { userMatched: true }
  await ctapClient(card.send).make({ extensions: { 'hmac-secret': true } })
  card.faculties = {}
  const attempts = fc.oneof(
    anything,
    fc
      .record({
        up: fc.option(fc.boolean()),
        uv: fc.option(fc.boolean()),
        auth: fc.option(fc.uint8Array({ maxLength: 32 })),
      })
      .map(({ up, uv, auth }) => {
        const options = Object.fromEntries(Object.entries({ up, uv }).filter(([, given]) => given !== null))
        const proof = auth === null ? {} : { 6: auth, 7: 2 }
        return request(commands.get, { 1: 'example.org', 2: Buffer.alloc(32), 5: options, ...proof })
      }),
  )
  await fc.assert(
    fc.asyncProperty(attempts, async bytes => {
      card.tap()
      const before = card.log.length
      await card.send(bytes)
      for (const change of card.log.slice(before))
        if (change.kind === 'credential used') expect([change.present, change.verified]).toEqual([false, false])
        else expect(change.kind).toBe('tries restored')
    }),
    { numRuns: 1000 },
  )
})

test('§8.2 responds to a request with any altered byte with a status', async () => {
  const card = await lived()
  const { agree } = ctapClient(card.send)
  const agreed = await agree(2)
  const asked = { 1: 2, 2: 9, 3: agreed.cose, 6: seal(agreed, Buffer.alloc(16)), 9: 3, 10: 'example.org' }
  const good = [
    request(commands.pin, asked),
    request(commands.get, { 1: 'example.org', 2: Buffer.alloc(32), 5: { up: false } }),
    request(commands.make, {
      1: Buffer.alloc(32),
      2: { id: 'example.org' },
      3: { id: Buffer.of(1) },
      4: [{ alg: -7, type: 'public-key' }],
      7: { rk: true },
    }),
  ]
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...good), fc.nat(), fc.integer({ min: 1, max: 255 }), async (bytes, at, by) => {
      const spoilt = Buffer.from(bytes)
      spoilt[at % spoilt.length] = (spoilt[at % spoilt.length] ?? 0) ^ by
      expect(known.has((await card.send(spoilt))[0] ?? -1)).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

const act = fc.oneof(
  fc.record({
    do: fc.constant('try' as const),
    right: fc.boolean(),
    protocol: fc.constantFrom(1 as const, 2 as const),
  }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 1_000_000 }) }),
  fc.record({ do: fc.constant('tap' as const) }),
  fc.record({ do: fc.constant('noise' as const), bytes: wellFormed }),
)

test('§6.5.2.2 attempts increase only with the right PIN, and eight wrong PINs block permanently', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 40 }), async acts => {
      const card = softwareCard()
      const { setPin, tokenReply } = ctapClient(card.send)
      await setPin(PIN)
      let wrong = 0
      for (const one of acts) {
        const before = card.card.tries.left
        if (one.do === 'wait') card.now += one.ms
        if (one.do === 'tap') card.tap()
        if (one.do === 'noise') await card.send(one.bytes)
        const tried = one.do === 'try' ? await tokenReply(one.right ? PIN : '0000', { protocol: one.protocol }) : null
        const { left } = card.card.tries
        if (tried?.status === 0) {
          expect([left, before > 0]).toEqual([8, true])
          wrong = 0
        } else expect(left).toBeLessThanOrEqual(before)
        if (left < before) wrong += 1
        expect(left).toBe(8 - wrong)
        if (before === 0)
          expect([left, tried?.status ?? ctapStatuses.PIN_BLOCKED]).toEqual([0, ctapStatuses.PIN_BLOCKED])
      }
    }),
    { numRuns: 60 },
  )
})

test('§6.5.2.2 only one of twenty concurrent wrong PINs uses an attempt', async () => {
  const card = softwareCard()
  const { setPin, agree, pin } = ctapClient(card.send)
  await setPin(PIN)
  const agreed = await agree(2)
  const ask = () => pin(5, 2, { 3: agreed.cose, 6: seal(agreed, Buffer.alloc(16)) })
  const seen = await Promise.all(Array.from({ length: 20 }, ask))
  expect(seen.filter(({ status }) => status === ctapStatuses.CHANNEL_BUSY)).toHaveLength(19)
  expect(card.card.tries.left).toBe(7)
})

test('§6.1 the signature counter increases with every signature, whatever happens in between', async () => {
  const step = fc.constantFrom('sign', 'silent', 'refused', 'tap', 'info')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async steps => {
      const card = softwareCard({ verification: 'none' })
      const { make, get, ask } = ctapClient(card.send)
      await make()
      let last = 0
      for (const one of steps) {
        if (one === 'tap') card.tap()
        if (one === 'info') await ask(request(commands.info))
        if (one === 'refused') await get({ rpId: 'other.org' })
        if (one !== 'sign' && one !== 'silent') continue
        const { status, body } = await get({ options: { up: one === 'sign' } })
        if (status !== 0) continue
        const counter = Buffer.from(body.get(2) as Uint8Array).readUInt32BE(33)
        expect(counter).toBeGreaterThan(last)
        last = counter
      }
    }),
    { numRuns: 60 },
  )
})
