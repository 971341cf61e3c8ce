import { decode, encode } from 'cborg'
import { describe, expect, test } from 'vitest'
import type { AuthenticatorFault } from '#test/api/authenticator.ts'
import { CeremonyError } from './ceremony.ts'
import { ada, origin, registration, rpId } from '#test/api/ceremony.ts'
import { creationOptions, handleOf, rpIdOf, userOfHandle } from './ceremony.options.ts'
import { type RegistrationExpectation, type RegistrationResponse, verifyRegistration } from './ceremony.registration.ts'

interface Given {
  readonly spoil?: AuthenticatorFault
  readonly made?: { alg?: -7 | -8 | -257 }
  readonly expected?: Partial<RegistrationExpectation>
  readonly response?: (response: RegistrationResponse) => Partial<Record<keyof RegistrationResponse, unknown>>
}

function verify({ spoil, made, expected, response }: Given) {
  const good = registration(spoil, made)
  const spoilt = { ...good.response, ...response?.(good.response) } as RegistrationResponse
  return verifyRegistration({ response: spoilt, expected: { ...good.expected, ...expected } })
}

const refused = (code: 'refused' | 'malformed', clause: string): unknown => expect.objectContaining({ code, clause })
const base64 = (value: string | Uint8Array) => Buffer.from(value).toString('base64url')
const wrapped = (change: (parts: Map<string, unknown>) => void) => (good: RegistrationResponse) => {
  const parts: Map<string, unknown> = decode(Buffer.from(good.attestationObject, 'base64url'), { useMaps: true })
  change(parts)
  return { attestationObject: base64(encode(parts)) }
}
const saying = (client: unknown) => ({ response: () => ({ clientDataJSON: base64(JSON.stringify(client)) }) })
const friend = { topOrigins: ['https://portal.example.org'] }

describe('a registration', () => {
  test('returns the values to store (R170)', () => {
    expect(verify({ spoil: { backupEligible: true, backupState: true } })).toMatchObject({
      algorithm: -7,
      signCount: 1,
      aaguid: '2fc0579f-8113-47ea-b116-bb5a8db9202a',
      flags: { userPresent: true, userVerified: true, backupEligible: true, backupState: true },
      attestation: { format: 'packed', type: 'self', trusted: false },
      transports: ['usb'],
    })
  })

  test.each<[string, Given]>([
    ['without attestation', { spoil: { attestation: 'none' } }],
    ['with an RSA key', { made: { alg: -257 } }],
    [
      'with a byte order mark before the client data',
      {
        spoil: { attestation: 'none' },
        response: good => ({
          clientDataJSON: base64(
            Buffer.concat([Buffer.from('efbbbf', 'hex'), Buffer.from(good.clientDataJSON, 'base64url')]),
          ),
        }),
      },
    ],
    ['with extensions that were not requested', { spoil: { extensions: { credProtect: 2, unheard: 'of' } } }],
    ['with an ID of 1023 bytes', { spoil: { credentialId: Buffer.alloc(1023, 7) } }],
    ['by a browser that does not report whether the key is discoverable', { response: () => ({ metadata: {} }) }],
    [
      'in an iframe of an allowed origin',
      { spoil: { crossOrigin: true, topOrigin: 'https://portal.example.org' }, expected: friend },
    ],
    [
      'without user verification if it is not required',
      { spoil: { userVerified: false }, expected: { userVerification: 'preferred' } },
    ],
    ['at the second of two origins', { expected: { origins: ['https://login.example.org', origin] } }],
  ])('%s is accepted', (_, given) => {
    expect(verify(given).publicKey.length).toBeGreaterThan(70)
  })

  test.each<[string, string, Given]>([
    ['§7.1 step 3', 'another credential type', { response: () => ({ type: 'password' }) }],
    ['§7.1 step 7', 'client data of a sign-in', { spoil: { type: 'webauthn.get' } }],
    ['§7.1 step 8', 'a different challenge', { spoil: { challenge: base64('x'.repeat(32)) } }],
    ['§7.1 step 8', 'a truncated challenge', { spoil: { challenge: '' } }],
    ['§7.1 step 8', 'an empty challenge if none was stored', { spoil: { challenge: '' }, expected: { challenge: '' } }],
    ['§7.1 step 9', 'a different origin', { spoil: { origin: 'https://id.example.org.evil.test' } }],
    ['§7.1 step 9', 'another port', { spoil: { origin: 'https://id.example.org:8443' } }],
    ['§7.1 step 9', 'another scheme', { spoil: { origin: 'http://id.example.org' } }],
    ['§7.1 step 9', 'an origin with a path', { spoil: { origin: 'https://id.example.org/' } }],
    ['§7.1 step 10', 'an iframe', { spoil: { crossOrigin: true } }],
    [
      '§7.1 step 11',
      'an iframe of an unknown origin',
      { spoil: { crossOrigin: true, topOrigin: 'https://evil.test' }, expected: friend },
    ],
    [
      '§7.1 step 11',
      'a top origin without the cross-origin flag',
      { spoil: { topOrigin: 'https://portal.example.org' }, expected: friend },
    ],
    ['§5.8.1', 'token binding', { spoil: { tokenBinding: { status: 'present', id: 'x' } } }],
    ['§7.1 step 14', 'another relying party', { spoil: { rpId: 'example.org' } }],
    ['§7.1 step 15', 'no user presence', { spoil: { userPresent: false } }],
    ['§7.1 step 16', 'no user verification', { spoil: { userVerified: false } }],
    ['§7.1 step 17', "a backup of a credential that can't be backed up", { spoil: { backupState: true } }],
    ['§7.1 step 20', 'an algorithm that was not requested', { made: { alg: -8 } }],
    ['§7.1 step 21', 'SafetyNet attestation', { response: wrapped(parts => parts.set('fmt', 'android-safetynet')) }],
    ['§7.1 step 21', 'a format in upper case', { response: wrapped(parts => parts.set('fmt', 'PACKED')) }],
    [
      '§8.2',
      'an attestation statement signed with another key',
      { spoil: { signature: bytes => Buffer.concat([bytes.subarray(0, -1), Buffer.of((bytes.at(-1) ?? 0) ^ 1)]) } },
    ],
    ['§8.2', 'an attestation statement with another algorithm', { spoil: { statement: map => map.set('alg', -257) } }],
    ['§8.2', 'an attestation statement without a signature', { spoil: { statement: map => map.delete('sig') } }],
    [
      '§8.2',
      'an attestation statement with an empty certificate list',
      { spoil: { statement: map => map.set('x5c', []) } },
    ],
    [
      '§8.2',
      'an attestation statement with an invalid certificate',
      { spoil: { statement: map => map.set('x5c', [Buffer.from('nonsense')]) } },
    ],
    [
      '§8.7',
      'a none attestation with a statement',
      { spoil: { attestation: 'none', statement: map => map.set('x', 1) } },
    ],
    ['§8.6', 'U2F attestation without certificates', { response: wrapped(parts => parts.set('fmt', 'fido-u2f')) }],
    ['§8.3', 'TPM attestation without certificates', { response: wrapped(parts => parts.set('fmt', 'tpm')) }],
    [
      '§8.4',
      'Android attestation without certificates',
      { response: wrapped(parts => parts.set('fmt', 'android-key')) },
    ],
    ['§8.8', 'Apple attestation without certificates', { response: wrapped(parts => parts.set('fmt', 'apple')) }],
    ['§7.1 step 25', 'an ID of 1024 bytes', { spoil: { credentialId: Buffer.alloc(1024, 7) } }],
    ['§7.1 step 25', 'an empty ID', { spoil: { credentialId: Buffer.alloc(0) }, response: () => ({ id: '' }) }],
    ['§7.1 step 27', 'a different ID', { response: () => ({ id: base64('another') }) }],
    ['§7.1 step 27', 'a different raw ID', { response: () => ({ rawId: base64('another') }) }],
    ['§7.1 step 28', 'a key that is not discoverable', { spoil: { residentKey: false } }],
  ])('%s refuses %s', (clause, _, given) => {
    expect(() => verify(given)).toThrow(refused('refused', clause))
  })

  test.each<[string, string, Given]>([
    ['§5.1', 'padded base64', { response: good => ({ clientDataJSON: `${good.clientDataJSON}=` }) }],
    ['§5.1', 'missing client data', { response: () => ({ clientDataJSON: '' }) }],
    ['§5.8.1', 'client data that is not JSON', { response: () => ({ clientDataJSON: base64('{') }) }],
    [
      '§5.8.1',
      'client data that is not UTF-8',
      { response: () => ({ clientDataJSON: base64(Buffer.from('7b22ff227d', 'hex')) }) },
    ],
    ['§5.8.1', 'null as client data', saying(null)],
    ['§5.8.1', 'a list as client data', saying(['webauthn.create'])],
    ['§5.8.1', 'client data without a challenge', saying({ type: 'webauthn.create', origin })],
    ['§5.8.1', 'a number as challenge', saying({ type: 'webauthn.create', origin, challenge: 1 })],
    [
      '§5.8.1',
      'a string as crossOrigin',
      saying({ type: 'webauthn.create', origin, challenge: 'x', crossOrigin: 'false' }),
    ],
    ['§5.8.1', 'a list as topOrigin', saying({ type: 'webauthn.create', origin, challenge: 'x', topOrigin: [origin] })],
    ['§6', 'an attestation object that is not CBOR', { response: () => ({ attestationObject: base64('nonsense') }) }],
    ['§6', 'deeply nested CBOR', { response: () => ({ attestationObject: base64(Buffer.alloc(60_000, 0x81)) }) }],
    [
      '§6',
      'trailing bytes after the attestation object',
      {
        response: good => ({
          attestationObject: base64(Buffer.concat([Buffer.from(good.attestationObject, 'base64url'), Buffer.of(0)])),
        }),
      },
    ],
    ['§7.1 step 13', 'a missing format', { response: wrapped(parts => parts.delete('fmt')) }],
    [
      '§7.1 step 13',
      'a compound statement',
      { response: wrapped(parts => parts.set('fmt', 'compound').set('attStmt', [])) },
    ],
    ['§6.1', 'truncated authenticator data', { response: wrapped(parts => parts.set('authData', new Uint8Array(36))) }],
    ['§6.1', 'truncated credential data', { spoil: { data: bytes => bytes.subarray(0, 50) } }],
    ['§6.1', 'a truncated ID', { spoil: { data: bytes => bytes.subarray(0, 60) } }],
    ['§6', 'a truncated public key', { spoil: { data: bytes => bytes.subarray(0, -1) } }],
    ['§6.1', 'trailing bytes', { spoil: { trailing: Buffer.of(0) } }],
    ['§6.1', 'extensions that are not a map', { spoil: { extensions: [1] as unknown as Record<string, unknown> } }],
    [
      '§6.5.1',
      'missing credential data',
      {
        response: wrapped(parts =>
          parts.set(
            'authData',
            Buffer.from(parts.get('authData') as Uint8Array)
              .subarray(0, 37)
              .fill(5, 32, 33),
          ),
        ),
      },
    ],
  ])('%s finds %s malformed', (clause, _, given) => {
    expect(() => verify(given)).toThrow(refused('malformed', clause))
  })
})

test('a refusal has its own error class', () => {
  expect(() => verify({ spoil: { userPresent: false } })).toThrow(CeremonyError)
})

describe('creation options', () => {
  const ask = { challenge: 'Y2hhbGxlbmdl', rp: { id: rpId, name: 'Example' }, user: ada }

  test('match R169', () => {
    const options = creationOptions({ ...ask, exclude: [{ id: 'a2V5', transports: ['usb'] }, { id: 'b2xk' }] })
    expect(options).toMatchObject({ timeout: 60_000, attestation: 'direct', extensions: { credProps: true } })
    expect(options.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-7, -257])
    expect(options.authenticatorSelection).toEqual({
      authenticatorAttachment: 'cross-platform',
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    })
    expect(options.excludeCredentials).toEqual([
      { id: 'a2V5', type: 'public-key', transports: ['usb'] },
      { id: 'b2xk', type: 'public-key' },
    ])
  })

  test('can request a platform authenticator', () => {
    expect(creationOptions({ ...ask, attachment: 'platform' }).authenticatorSelection.authenticatorAttachment).toBe(
      'platform',
    )
    expect(creationOptions({ ...ask, attachment: 'any' }).authenticatorSelection).not.toHaveProperty(
      'authenticatorAttachment',
    )
  })

  test('contain a handle that identifies only this user', () => {
    const { workspace, id } = ada
    expect(userOfHandle(creationOptions(ask).user.id)).toEqual({ workspace, user: id })
    expect(Buffer.from(handleOf(workspace, id), 'base64url')).toHaveLength(32)
    const strange = ['', 'x', null, base64('ada@example.org'), `${handleOf(workspace, id)}AA`]
    expect(strange.map(userOfHandle).filter(Boolean)).toEqual([])
  })

  test.each([
    ['https://id.example.org', rpId],
    ['http://localhost:8080', 'localhost'],
  ])('%s has the relying party id %s', (url, id) => {
    expect(rpIdOf(url)).toBe(id)
  })
})
