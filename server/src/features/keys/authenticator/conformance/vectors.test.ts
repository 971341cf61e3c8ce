import { createECDH, createPrivateKey, createPublicKey, hash, sign, verify } from 'node:crypto'
import { decode } from 'cborg'
import { describe, expect, test } from 'vitest'
import { ctapClient, readData } from '#test/emulators/ctap-client.ts'
import { softwareCard } from '#test/emulators/software-card.ts'
import { vectors } from '#features/keys/ceremony/conformance/vectors.ts'

interface Vector {
  readonly id: string
  readonly registration: {
    readonly credential_private_key: string
    readonly credential_id: string
    readonly clientDataJSON: string
    readonly attestationObject: string
  }
  readonly authentication: {
    readonly authenticatorData: string
    readonly clientDataJSON: string
    readonly signature: string
  }
}

const file = vectors('w3c-level3') as { readonly rpId: string; readonly vectors: readonly Vector[] } | undefined
const es256 = (file?.vectors ?? []).filter(({ id }) => id.endsWith('es256'))
const hex = (text: string) => Buffer.from(text, 'hex')

function keyOf(secret: Buffer) {
  const half = createECDH('prime256v1')
  half.setPrivateKey(secret)
  const point = half.getPublicKey()
  const [x, y] = [point.subarray(1, 33), point.subarray(33)]
  const text = (bytes: Buffer) => bytes.toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', d: text(secret), x: text(x), y: text(y) }
  return { x, y, privateKey: createPrivateKey({ key: jwk, format: 'jwk' }) }
}

describe(file ? 'the vectors of WebAuthn Level 3' : 'the vectors of WebAuthn Level 3 (absent)', () => {
  test('are either complete or absent', () => {
    expect(es256.length > 0).toBe(file !== undefined)
  })

  test.each(es256.map(vector => [vector.id, vector] as const))(
    '%s: the same key creates the same credential, except for model and flags',
    async (_, { registration, authentication }) => {
      const { x, y, privateKey } = keyOf(hex(registration.credential_private_key))
      const card = softwareCard({ verification: 'none' })
      card.faculties = {
        random: () => hex(registration.credential_id),
        makeKey: () => Promise.resolve({ key: 'the vector', publicKey: { x, y } }),
        sign: (_key, data) => Promise.resolve(sign('sha256', data, privateKey)),
      }
      const { make, get } = ctapClient(card.send)
      const rp = { id: file?.rpId }
      const made = await make({ rp, clientDataHash: hash('sha256', hex(registration.clientDataJSON), 'buffer') })
      const ours = Buffer.from(made.body.get(2) as Uint8Array)
      const object: { authData: Uint8Array } = decode(hex(registration.attestationObject))
      const theirs = Buffer.from(object.authData)
      for (const [from, to] of [
        [0, 32],
        [33, 37],
        [53, ours.length],
      ] as const)
        expect(ours.subarray(from, to)).toEqual(theirs.subarray(from, to))

      card.tap()
      const clientDataHash = hash('sha256', hex(authentication.clientDataJSON), 'buffer')
      const used = await get({ rpId: file?.rpId ?? '', clientDataHash })
      const data = Buffer.from(used.body.get(2) as Uint8Array)
      expect(data.subarray(0, 32)).toEqual(hex(authentication.authenticatorData).subarray(0, 32))
      expect(readData(data).counter).toBe(1)
      const key = createPublicKey(privateKey)
      const signed = (bytes: Buffer) => Buffer.concat([bytes, clientDataHash])
      expect(verify('sha256', signed(data), key, used.body.get(3) as Uint8Array)).toBe(true)
      const given = hex(authentication.authenticatorData)
      expect(verify('sha256', signed(given), key, hex(authentication.signature))).toBe(true)
    },
  )
})
