import { encode } from 'cborg'
import { bytes64, joined, text64 } from '../ctap/bytes.ts'
import { type CardClient, pinPermissions } from '../ctap/card-client.ts'
import { clientData, originOf } from './client-data.ts'
import type { CreateOptions } from './options.ts'
import { CeremonyRefused } from './ceremony-refusals.ts'
import { type AskPin, tokenFor } from './verification.ts'

// SubjectPublicKeyInfo of an uncompressed P-256 point (RFC 5480 §2): everything before the point
const spki = bytes64('MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE')
const es256 = -7

/** Parses credential ID and coordinates from authenticator data (WebAuthn §6.5.1); a P-256 COSE key has 77 bytes. */
function attested(data: Uint8Array) {
  const view = new DataView(data.buffer, data.byteOffset)
  const end = 55 + view.getUint16(53)
  const key = data.subarray(end, end + 77)
  return { id: data.slice(55, end), publicKey: joined(spki, key.subarray(10, 42), key.subarray(45, 77)) }
}

const mustBeRoaming = (options: CreateOptions) => {
  if (options.authenticatorSelection?.authenticatorAttachment === 'platform')
    throw new CeremonyRefused('NotAllowedError', "The page asks for the computer's own authenticator, not a card")
}

/** navigator.credentials.create() with a card: maps to CTAP 2.1 §6.1; returns PublicKeyCredential.toJSON(). */
export async function create(options: CreateOptions, card: CardClient, askPin: AskPin) {
  mustBeRoaming(options)
  const { rp, user, authenticatorSelection: chosen = {} } = options
  const { json, hash } = await clientData('webauthn.create', options.challenge, originOf(options, rp.id))
  const verification = chosen.userVerification
  const token = await tokenFor(card, { verification, permission: pinPermissions.make, rpId: rp.id }, askPin)
  const rk = chosen.requireResidentKey === true || ['required', 'preferred'].includes(chosen.residentKey ?? '')
  const exclude = options.excludeCredentials?.map(one => ({ id: bytes64(one.id), type: one.type })) ?? []
  const members = {
    1: hash,
    2: { id: rp.id, name: rp.name },
    3: { id: bytes64(user.id), name: user.name, displayName: user.displayName },
    4: options.pubKeyCredParams.map(({ alg, type }) => ({ alg, type })),
    5: exclude.length > 0 ? exclude : undefined,
    7: rk ? { rk } : undefined,
  }
  const made = await card.make(members, hash, token)
  const authData = made.get(2) as Uint8Array
  // §5.1.3 step 25: without a requested attestation, no statement leaves the browser
  const stated = ['direct', 'enterprise', 'indirect'].includes(options.attestation ?? 'none')
  const statement = stated ? { fmt: made.get(1), attStmt: made.get(3) } : { fmt: 'none', attStmt: {} }
  const { id, publicKey } = attested(authData)
  return {
    id: text64(id),
    rawId: text64(id),
    type: 'public-key',
    authenticatorAttachment: 'cross-platform',
    response: {
      clientDataJSON: text64(json),
      attestationObject: text64(encode({ ...statement, authData })),
      authenticatorData: text64(authData),
      publicKey: text64(publicKey),
      publicKeyAlgorithm: es256,
      transports: ['usb'],
    },
    clientExtensionResults: options.extensions?.credProps === true ? { credProps: { rk } } : {},
  }
}
