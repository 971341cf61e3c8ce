import { X509Certificate } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type AuthenticationResponse, verifyAuthentication } from '../ceremony.authentication.ts'
import { CeremonyError } from '../ceremony.ts'
import { type RegistrationResponse, verifyRegistration } from '../ceremony.registration.ts'
import { EVERY_ALGORITHM, withFlippedBit, vectors } from './vectors.ts'

interface Vector {
  readonly id: string
  readonly registration: {
    readonly challenge: string
    readonly credential_id: string
    readonly clientDataJSON: string
    readonly attestationObject: string
  }
  readonly authentication: {
    readonly challenge: string
    readonly authenticatorData: string
    readonly clientDataJSON: string
    readonly signature: string
  }
}

interface File {
  readonly rpId: string
  readonly origin: string
  readonly topOrigin: string
  readonly attestation_root: { readonly attestation_ca_cert: string }
  readonly vectors: readonly Vector[]
}

const file = vectors('w3c-level3') as File | undefined
const cases = (file?.vectors ?? []).map(vector => [vector.id, vector] as const)
const text = (hex: string) => Buffer.from(hex, 'hex').toString('base64url')
const root = file && new X509Certificate(Buffer.from(file.attestation_root.attestation_ca_cert, 'hex')).toString()

function made({ registration }: Vector) {
  const response: RegistrationResponse = {
    id: text(registration.credential_id),
    type: 'public-key',
    clientDataJSON: text(registration.clientDataJSON),
    attestationObject: text(registration.attestationObject),
  }
  const expected = {
    challenge: text(registration.challenge),
    origins: [file?.origin ?? ''],
    rpId: file?.rpId ?? '',
    algorithms: [-7, -257],
  }
  return { response, expected }
}

const wide = {
  userVerification: 'preferred',
  topOrigins: [file?.topOrigin ?? ''],
  algorithms: EVERY_ALGORITHM,
  trustAnchors: root ? [root] : [],
} as const

function registered(vector: Vector) {
  const { response, expected } = made(vector)
  return verifyRegistration({ response, expected: { ...expected, ...wide } })
}

function used(vector: Vector, userVerification: 'required' | 'preferred' = 'preferred') {
  const { authentication } = vector
  const { credentialId, publicKey, flags, signCount } = registered(vector)
  const response: AuthenticationResponse = {
    id: credentialId,
    type: 'public-key',
    clientDataJSON: text(authentication.clientDataJSON),
    authenticatorData: text(authentication.authenticatorData),
    signature: text(authentication.signature),
  }
  const credential = { id: credentialId, publicKey, signCount, backupEligible: flags.backupEligible, userHandle: '' }
  const { challenge } = authentication
  const expected = {
    ...made(vector).expected,
    challenge: text(challenge),
    topOrigins: wide.topOrigins,
    userVerification,
    userKnown: true,
  }
  return { response, credential, expected }
}

function outcome(run: () => string): string {
  try {
    return run()
  } catch (error) {
    if (error instanceof CeremonyError) return error.clause
    throw error
  }
}

const signIn = (input: ReturnType<typeof used>) => outcome(() => verifyAuthentication(input) && 'accepted')

describe(file ? 'the vectors of WebAuthn Level 3' : 'the vectors of WebAuthn Level 3 (absent)', () => {
  test('are either complete or absent', () => {
    expect(cases.length).toBe(file ? 15 : 0)
  })

  test.each(cases)('%s registers and signs in', (id, vector) => {
    const { attestation } = registered(vector)
    const certified = !/^(none|packed-self)/.test(id)
    expect(attestation).toMatchObject({
      format: /^(none|packed|tpm|android-key|apple|fido-u2f)/.exec(id)?.[0],
      trusted: certified,
    })
    expect(verifyAuthentication(used(vector)).signCount).toBe(0)
  })

  test.each(cases)('%s follows the product policy', (_, vector) => {
    const { response, expected } = made(vector)
    const { flags, algorithm } = registered(vector)
    const framed = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()).crossOrigin === true
    const reason = framed ? '§7.1 step 10' : flags.userVerified ? '§7.1 step 20' : '§7.1 step 16'
    const fits = !framed && flags.userVerified && expected.algorithms.includes(algorithm)
    expect(outcome(() => verifyRegistration({ response, expected }) && 'accepted')).toBe(fits ? 'accepted' : reason)
    const verified = (Buffer.from(vector.authentication.authenticatorData, 'hex').readUInt8(32) & 0x04) !== 0
    expect(signIn(used(vector, 'required'))).toBe(verified ? 'accepted' : '§7.2 step 17')
  })

  test.each(cases)('%s with any bit flipped is refused at sign-in', (_, vector) => {
    const good = used(vector)
    for (const part of ['authenticatorData', 'clientDataJSON', 'signature'] as const) {
      const bytes = Buffer.from(good.response[part], 'base64url')
      for (let at = 0; at < bytes.length; at++) {
        const response = { ...good.response, [part]: withFlippedBit(bytes, at).toString('base64url') }
        expect(signIn({ ...good, response }), `${part} ${at}`).not.toBe('accepted')
      }
    }
  })

  test.each(cases.filter(([id]) => !/^(none|packed-self)/.test(id)))(
    '%s with any bit of its attestation flipped is refused or not trusted',
    (id, vector) => {
      const { response, expected } = made(vector)
      const bytes = Buffer.from(response.attestationObject, 'base64url')
      const data = bytes.indexOf('authData') + 10
      // A U2F statement signs neither flags nor counter nor model.
      const unsigned = (at: number) => id === 'fido-u2f-es256' && at >= data + 32 && at < data + 53
      for (let at = 0; at < bytes.length; at++) {
        if (unsigned(at)) continue
        const spoilt = { ...response, attestationObject: withFlippedBit(bytes, at).toString('base64url') }
        const verify = () => verifyRegistration({ response: spoilt, expected: { ...expected, ...wide } })
        const verdict = outcome(() => (verify().attestation.trusted ? 'trusted' : 'doubtful'))
        expect(verdict, `byte ${at}`).not.toBe('trusted')
      }
    },
  )
})
