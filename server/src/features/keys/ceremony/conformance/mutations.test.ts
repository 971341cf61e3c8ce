import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { verifyAuthentication } from '../ceremony.authentication.ts'
import { registered } from '#test/api/ceremony.ts'

const parts = ['authenticatorData', 'clientDataJSON', 'signature'] as const
const ways = {
  turn: (bytes: Buffer, at: number, by: number) =>
    Buffer.from(bytes.map((octet, index) => (index === at ? octet ^ (by || 1) : octet))),
  cut: (bytes: Buffer, at: number) => bytes.subarray(0, at),
  drop: (bytes: Buffer, at: number) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]),
  insert: (bytes: Buffer, at: number, by: number) =>
    Buffer.concat([bytes.subarray(0, at), Buffer.of(by), bytes.subarray(at)]),
  leave: (bytes: Buffer) => bytes,
}
const mutation = fc.record({
  part: fc.constantFrom(...parts),
  way: fc.constantFrom(...(Object.keys(ways) as (keyof typeof ways)[])),
  at: fc.nat(300),
  by: fc.nat(255),
})
const signers = ([-7, -8, -257] as const).map(alg => registered({ alg }))

async function theirs({
  response,
  expected,
  credential,
}: ReturnType<(typeof signers)[number]['use']>): Promise<boolean> {
  const { id, userHandle, ...rest } = response
  const answer = {
    id,
    rawId: id,
    type: 'public-key' as const,
    clientExtensionResults: {},
    response: { ...rest, ...(userHandle && { userHandle }) },
  }
  try {
    const { verified } = await verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: expected.challenge,
      expectedOrigin: [...expected.origins],
      expectedRPID: expected.rpId,
      credential: {
        id: credential.id,
        publicKey: Uint8Array.from(credential.publicKey),
        counter: credential.signCount,
      },
    })
    return verified
  } catch {
    return false
  }
}

function ours(input: ReturnType<(typeof signers)[number]['use']>): boolean {
  try {
    return verifyAuthentication(input).signCount > 0
  } catch {
    return false
  }
}

/** Whether this is a DER signature: two positive integers in minimal form and nothing after them. */
function isDer(bytes: Buffer): boolean {
  if (bytes[0] !== 0x30 || bytes[1] !== bytes.length - 2) return false
  let at = 2
  for (let number = 0; number < 2; number++) {
    const length = bytes[at + 1] ?? 0
    const [first = 0x80, second = 0] = bytes.subarray(at + 2, at + 2 + length)
    if (bytes[at] !== 0x02 || first >= 0x80 || (first === 0 && length > 1 && second < 0x80)) return false
    at += 2 + length
  }
  return at === bytes.length
}

test('agrees with SimpleWebAuthn on altered responses', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...signers), fc.array(mutation, { maxLength: 2 }), async (signer, mutations) => {
      const good = signer.use()
      const response = { ...good.response }
      for (const { part, way, at, by } of mutations) {
        const bytes = Buffer.from(response[part], 'base64url')
        response[part] = ways[way](bytes, at % Math.max(1, bytes.length), by).toString('base64url')
      }
      const input = { ...good, response }
      const wrong = signer === signers[0] && !isDer(Buffer.from(response.signature, 'base64url'))
      expect(ours(input)).toBe(!wrong && (await theirs(input)))
    }),
    { numRuns: 400, examples: [[signers[0], [{ part: 'signature', way: 'turn', at: 1, by: 104 }]]] },
  )
})

test('agrees with SimpleWebAuthn on valid responses of every kind', async () => {
  const flags = { userPresent: fc.boolean(), userVerified: fc.boolean(), crossOrigin: fc.constant(false) }
  const origins = fc.constantFrom('https://id.example.org', 'https://evil.test')
  const spoil = fc.record({
    ...flags,
    origin: origins,
    rpId: fc.constantFrom('id.example.org', 'evil.test'),
    signCount: fc.nat(3),
  })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...signers), spoil, async (signer, how) => {
      const input = signer.use(how)
      expect(ours(input)).toBe(await theirs(input))
    }),
    { numRuns: 200 },
  )
})
