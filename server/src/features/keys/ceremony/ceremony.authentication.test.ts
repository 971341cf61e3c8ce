import { describe, expect, test } from 'vitest'
import type { AuthenticatorFault } from '#test/api/authenticator.ts'
import {
  type AuthenticationExpectation,
  type AuthenticationResponse,
  CLONE_SUSPECTED,
  type StoredCredential,
  verifyAuthentication,
} from './ceremony.authentication.ts'
import { handleOf, requestOptions } from './ceremony.options.ts'
import { origin, registered, rpId } from '#test/api/ceremony.ts'

interface Given {
  readonly spoil?: AuthenticatorFault
  readonly expected?: Partial<AuthenticationExpectation>
  readonly credential?: Partial<StoredCredential>
  readonly response?: Partial<Record<keyof AuthenticationResponse, unknown>>
}

const ada = registered()
const stranger = handleOf('01890a5d-0000-774b-bcce-b302099a0001', '01890a5d-ac96-774b-bcce-b302099a0000')
const base64 = (value: string | Uint8Array) => Buffer.from(value).toString('base64url')
const friend = { topOrigins: ['https://portal.example.org'] }
const lastBitTurned = (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -1), Buffer.of((bytes.at(-1) ?? 0) ^ 1)])

function verify({ spoil, expected, credential, response }: Given) {
  const good = ada.use(spoil)
  return verifyAuthentication({
    response: { ...good.response, ...response } as AuthenticationResponse,
    expected: { ...good.expected, ...expected },
    credential: { ...good.credential, ...credential },
  })
}

describe('an authentication', () => {
  test.each([-7, -8, -257] as const)('with algorithm %i returns the values to store', alg => {
    const { use, credential } = registered({ alg })
    expect(verifyAuthentication(use())).toEqual({
      credentialId: credential.id,
      signCount: 2,
      flags: { userPresent: true, userVerified: true, backupEligible: false, backupState: false },
    })
  })

  test.each<[string, Given]>([
    ['with one of the allowed credentials', { expected: { allowCredentials: ['b3RoZXI', ada.credential.id] } }],
    ['without a user handle for an identified user', { spoil: { userHandle: null }, expected: { userKnown: true } }],
    [
      'with a null user handle for an identified user',
      { response: { userHandle: null }, expected: { userKnown: true } },
    ],
    ['with a matching raw ID', { response: { rawId: ada.credential.id } }],
    [
      'in an iframe of an allowed origin',
      { spoil: { crossOrigin: true, topOrigin: 'https://portal.example.org' }, expected: friend },
    ],
    [
      'without user verification if it is not required',
      { spoil: { userVerified: false }, expected: { userVerification: 'preferred' } },
    ],
    ['with extensions that were not requested', { spoil: { extensions: { unheard: 'of' } } }],
  ])('%s is accepted', (_, given) => {
    expect(verify(given).credentialId).toBe(ada.credential.id)
  })

  test.each<[string, string, Given]>([
    ['§7.2 step 3', 'another credential type', { response: { type: 'password' } }],
    ['§7.2 step 5', 'a credential that was not allowed', { expected: { allowCredentials: ['b3RoZXI'] } }],
    ['§7.2 step 6', 'the response of another credential', { response: { id: 'b3RoZXI' } }],
    ['§7.2 step 6', 'a different raw ID', { response: { rawId: 'b3RoZXI' } }],
    ['§7.2 step 6', 'the user handle of another user', { spoil: { userHandle: stranger } }],
    [
      '§7.2 step 6',
      'the user handle of a user other than the identified one',
      { spoil: { userHandle: stranger }, expected: { userKnown: true } },
    ],
    ['§7.2 step 6', 'a missing user handle if no user is identified', { spoil: { userHandle: null } }],
    ['§7.2 step 10', 'client data of a registration', { spoil: { type: 'webauthn.create' } }],
    ['§7.2 step 11', 'a different challenge', { spoil: { challenge: base64('x'.repeat(32)) } }],
    ['§7.2 step 11', 'the challenge in upper case', { expected: { challenge: 'ABC' }, spoil: { challenge: 'abc' } }],
    ['§7.2 step 12', 'a different origin', { spoil: { origin: 'https://id.example.org.evil.test' } }],
    ['§7.2 step 12', 'a subdomain', { spoil: { origin: 'https://x.id.example.org' } }],
    ['§7.2 step 13', 'an iframe', { spoil: { crossOrigin: true } }],
    [
      '§7.2 step 14',
      'an iframe of an unknown origin',
      { spoil: { crossOrigin: true, topOrigin: 'https://evil.test' }, expected: friend },
    ],
    [
      '§7.2 step 14',
      'a top origin without the cross-origin flag',
      { spoil: { topOrigin: 'https://portal.example.org' } },
    ],
    ['§5.8.1', 'token binding', { spoil: { tokenBinding: { status: 'present', id: 'x' } } }],
    ['§7.2 step 15', 'another relying party', { spoil: { rpId: 'example.org' } }],
    ['§7.2 step 16', 'no user presence', { spoil: { userPresent: false } }],
    ['§7.2 step 17', 'no user verification', { spoil: { userVerified: false } }],
    ['§7.2 step 18', "a backup of a credential that can't be backed up", { spoil: { backupState: true } }],
    ['§7.2 step 19', 'a credential that became eligible for backup', { spoil: { backupEligible: true } }],
    ['§7.2 step 19', 'a credential that is no longer eligible for backup', { credential: { backupEligible: true } }],
    ['§7.2 step 21', 'a signature with a changed bit', { spoil: { signature: lastBitTurned } }],
    ['§7.2 step 21', 'a signature that is not DER', { response: { signature: base64('nonsense') } }],
    ['§7.2 step 21', 'a signature by another key', { credential: { publicKey: registered().credential.publicKey } }],
    [
      '§7.2 step 21',
      'a signature by a key of another algorithm',
      { credential: { publicKey: registered({ alg: -257 }).credential.publicKey } },
    ],
  ])('%s refuses %s', (clause, _, given) => {
    expect(() => verify(given)).toThrow(expect.objectContaining({ code: 'refused', clause }) as Error)
  })

  test.each<[string, string, Given]>([
    ['§5.1', 'padded base64', { response: { signature: 'AA==' } }],
    ['§5.1', 'an empty signature', { response: { signature: '' } }],
    ['§5.8.1', 'client data that is not JSON', { response: { clientDataJSON: base64('{') } }],
    ['§6.1', 'truncated authenticator data', { response: { authenticatorData: base64(new Uint8Array(36)) } }],
    ['§6.1', 'trailing bytes', { spoil: { trailing: Buffer.of(0) } }],
    ['§6', 'truncated extensions', { spoil: { extensions: { a: 1 }, data: bytes => bytes.subarray(0, -1) } }],
  ])('%s finds %s malformed', (clause, _, given) => {
    expect(() => verify(given)).toThrow(expect.objectContaining({ code: 'malformed', clause }) as Error)
  })

  test('§6.1 refuses an assertion that carries a credential', () => {
    const { response } = ada.use()
    const data = Buffer.from(response.authenticatorData, 'base64url')
    data.writeUInt8(data.readUInt8(32) | 0x40, 32)
    const attested = Buffer.concat([data, Buffer.alloc(16), Buffer.of(0, 1, 7), Buffer.of(0xa0)])
    expect(() => verify({ response: { authenticatorData: base64(attested) }, spoil: {} })).toThrow(
      expect.objectContaining({ clause: '§6.1' }) as Error,
    )
  })
})

describe('the signature counter', () => {
  test.each([
    [0, 0, 'fine'],
    [0, 1, 'fine'],
    [5, 6, 'fine'],
    [5, 0xffffffff, 'fine'],
    [5, 5, 'suspect'],
    [5, 4, 'suspect'],
    [5, 0, 'suspect'],
  ])('stored %i, received %i: %s', (signCount, said, verdict) => {
    const run = () => verify({ credential: { signCount }, spoil: { signCount: said } })
    if (verdict === 'fine') expect(run().signCount).toBe(said)
    else expect(run).toThrow(expect.objectContaining({ code: 'refused', clause: CLONE_SUSPECTED }) as Error)
  })

  test('detects a copied key after both were used', () => {
    const { key, use, credential } = registered()
    const thief = key.copy()
    const { signCount } = verifyAuthentication(use())
    expect(() => verifyAuthentication({ ...use({}, thief), credential: { ...credential, signCount } })).toThrow(
      /copied/,
    )
  })
})

test('request options match R169', () => {
  expect(requestOptions({ challenge: 'Y2hhbGxlbmdl', rpId })).toEqual({
    challenge: 'Y2hhbGxlbmdl',
    rpId,
    timeout: 90_000,
    userVerification: 'required',
    allowCredentials: [],
  })
  expect(requestOptions({ challenge: 'Y2hhbGxlbmdl', rpId, allow: [{ id: 'a2V5' }] }).allowCredentials).toEqual([
    { id: 'a2V5', type: 'public-key' },
  ])
  expect(origin).toBe(`https://${rpId}`)
})
