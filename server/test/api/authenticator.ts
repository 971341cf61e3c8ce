import {
  createPrivateKey,
  generateKeyPairSync,
  hash,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import type { Assertion, CreationOptions, Registration, RequestOptions } from '@claviger/contract/keys/ceremony'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { encode } from 'cborg'

export interface AuthenticatorFault {
  readonly type?: string
  readonly challenge?: string
  readonly origin?: string
  readonly crossOrigin?: boolean
  readonly topOrigin?: string
  readonly tokenBinding?: unknown
  readonly rpId?: string
  readonly userPresent?: boolean
  readonly userVerified?: boolean
  readonly backupEligible?: boolean
  readonly backupState?: boolean
  /** Reports this counter instead of the next one. */
  readonly signCount?: number
  /** Names another user; null names none. */
  readonly userHandle?: string | null
  readonly credentialId?: Buffer
  readonly residentKey?: boolean
  readonly extensions?: Record<string, unknown>
  readonly trailing?: Buffer
  readonly attestation?: 'none' | 'self'
  readonly data?: (bytes: Buffer) => Buffer
  readonly signature?: (bytes: Buffer) => Buffer
  readonly statement?: (map: Map<string, unknown>) => void
}

export interface SoftwareKey {
  create(options: CreationOptions, spoil?: AuthenticatorFault): RegistrationResponseJSON
  get(options: RequestOptions, spoil?: AuthenticatorFault): AuthenticationResponseJSON
  /** A clone with the same secrets and counters, as a thief would have it. */
  copy(): SoftwareKey
  kept(): KeptCredential[]
}

export interface KeptCredential {
  readonly id: string
  readonly rpId: string
  readonly userHandle: string
  readonly secret: JsonWebKey
  readonly alg: number
  readonly signCount: number
}

interface Resident {
  readonly id: Buffer
  readonly rpId: string
  readonly userHandle: string
  readonly secret: KeyObject
  readonly alg: number
  signCount: number
}

interface Made {
  readonly origin: string
  /** Model; defaults to a YubiKey 5 NFC. */
  readonly aaguid?: string
  readonly alg?: -7 | -8 | -257
  readonly attestation?: 'none' | 'self'
}

const FLAGS = {
  userPresent: 0x01,
  userVerified: 0x04,
  backupEligible: 0x08,
  backupState: 0x10,
  attested: 0x40,
  extensions: 0x80,
}
const secrets = {
  [-7]: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  [-8]: () => generateKeyPairSync('ed25519'),
  [-257]: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
}

const bytes = (text = '') => Buffer.from(text, 'base64url')

function coseOf(jwk: JsonWebKey, alg: number): Buffer {
  const parts: Record<string, [number, unknown][]> = {
    EC: [
      [1, 2],
      [-1, 1],
      [-2, bytes(jwk.x)],
      [-3, bytes(jwk.y)],
    ],
    OKP: [
      [1, 1],
      [-1, 6],
      [-2, bytes(jwk.x)],
    ],
    RSA: [
      [1, 3],
      [-1, bytes(jwk.n)],
      [-2, bytes(jwk.e)],
    ],
  }
  return Buffer.from(encode(new Map([[3, alg], ...(parts[jwk.kty ?? ''] ?? [])] as [number, unknown][])))
}

function clientData(type: string, challenge: string, made: Made, spoil: AuthenticatorFault): Buffer {
  const { crossOrigin = false, topOrigin, tokenBinding } = spoil
  const said = {
    type: spoil.type ?? type,
    challenge: spoil.challenge ?? challenge,
    origin: spoil.origin ?? made.origin,
    crossOrigin,
  }
  return Buffer.from(JSON.stringify({ ...said, topOrigin, tokenBinding }))
}

function authenticatorData(
  rpId: string,
  signCount: number,
  spoil: AuthenticatorFault,
  attested: Buffer = Buffer.alloc(0),
): Buffer {
  const { userPresent = true, userVerified = true, backupEligible = false, backupState = false, extensions } = spoil
  const said = {
    userPresent,
    userVerified,
    backupEligible,
    backupState,
    attested: attested.length > 0,
    extensions: extensions !== undefined,
  }
  let bits = 0
  for (const [name, holds] of Object.entries(said)) if (holds) bits |= FLAGS[name as keyof typeof FLAGS]
  const head = Buffer.alloc(37)
  hash('sha256', spoil.rpId ?? rpId, 'buffer').copy(head)
  head.writeUInt8(bits, 32)
  head.writeUInt32BE(spoil.signCount ?? signCount, 33)
  const whole = Buffer.concat([
    head,
    attested,
    extensions ? encode(extensions) : Buffer.alloc(0),
    spoil.trailing ?? Buffer.alloc(0),
  ])
  return spoil.data?.(whole) ?? whole
}

function signed({ secret, alg }: Resident, data: Buffer, client: Buffer, spoil: AuthenticatorFault): Buffer {
  const signature = sign(alg === -8 ? null : 'sha256', Buffer.concat([data, hash('sha256', client, 'buffer')]), secret)
  return spoil.signature?.(signature) ?? signature
}

function attestedData(aaguid: string, id: Buffer, cose: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(id.length)
  return Buffer.concat([Buffer.from(aaguid.replaceAll('-', ''), 'hex'), length, id, cose])
}

function make(made: Made, residents: Resident[]): SoftwareKey {
  const { aaguid = '2fc0579f-8113-47ea-b116-bb5a8db9202a', alg = -7 } = made
  return {
    create(options, spoil = {}) {
      const { publicKey, privateKey } = secrets[alg]()
      const id = spoil.credentialId ?? randomBytes(32)
      const resident = {
        id,
        rpId: options.rp.id,
        userHandle: options.user.id,
        secret: privateKey,
        alg,
        signCount: 1,
      }
      residents.push(resident)
      const client = clientData('webauthn.create', options.challenge, made, spoil)
      const attested = attestedData(aaguid, id, coseOf(publicKey.export({ format: 'jwk' }), alg))
      const data = authenticatorData(resident.rpId, resident.signCount, spoil, attested)
      const format = spoil.attestation ?? made.attestation ?? 'self'
      const statement = new Map<string, unknown>(
        format === 'self'
          ? [
              ['alg', alg],
              ['sig', signed(resident, data, client, spoil)],
            ]
          : [],
      )
      spoil.statement?.(statement)
      const object = encode({ fmt: format === 'self' ? 'packed' : 'none', attStmt: statement, authData: data })
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        authenticatorAttachment: 'cross-platform',
        clientExtensionResults: { credProps: { rk: spoil.residentKey ?? true } },
        response: {
          clientDataJSON: client.toString('base64url'),
          attestationObject: Buffer.from(object).toString('base64url'),
          transports: ['usb'],
        },
      }
    },
    get(options, spoil = {}) {
      const allowed = options.allowCredentials?.map(({ id }) => id) ?? []
      const resident = residents.findLast(
        ({ id, rpId }) => rpId === options.rpId && (allowed.length === 0 || allowed.includes(id.toString('base64url'))),
      )
      if (!resident) throw new Error('This key holds no credential that was asked for')
      resident.signCount += 1
      const client = clientData('webauthn.get', options.challenge, made, spoil)
      const data = authenticatorData(resident.rpId, resident.signCount, spoil)
      const id = (spoil.credentialId ?? resident.id).toString('base64url')
      const handle = spoil.userHandle === undefined ? resident.userHandle : spoil.userHandle
      return {
        id,
        rawId: id,
        type: 'public-key',
        authenticatorAttachment: 'cross-platform',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signed(resident, data, client, spoil).toString('base64url'),
          ...(handle !== null && { userHandle: handle }),
        },
      }
    },
    copy: () =>
      make(
        made,
        residents.map(resident => ({ ...resident })),
      ),
    kept: () =>
      residents.map(({ id, secret, ...rest }) => ({
        ...rest,
        id: id.toString('base64url'),
        secret: secret.export({ format: 'jwk' }),
      })),
  }
}

/** A software security key with resident credentials, user verification, and a counter. */
export const softwareKey = (made: Made): SoftwareKey => make(made, [])

export const keptKey = (made: Made, kept: readonly KeptCredential[]): SoftwareKey =>
  make(
    made,
    kept.map(one => ({ ...one, id: bytes(one.id), secret: createPrivateKey({ key: one.secret, format: 'jwk' }) })),
  )

export const asRegistration = ({ id, response, clientExtensionResults }: RegistrationResponseJSON): Registration => ({
  id,
  type: 'public-key',
  clientDataJSON: response.clientDataJSON,
  attestationObject: response.attestationObject,
  transports: response.transports ?? [],
  metadata: { residentKey: clientExtensionResults.credProps?.rk },
})

export const asAssertion = ({ id, response }: AuthenticationResponseJSON): Assertion => ({
  id,
  type: 'public-key',
  clientDataJSON: response.clientDataJSON,
  authenticatorData: response.authenticatorData,
  signature: response.signature,
  userHandle: response.userHandle,
})
