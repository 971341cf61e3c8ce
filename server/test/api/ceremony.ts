import { hash, randomBytes } from 'node:crypto'
import { decode } from 'cborg'
import { asAssertion, asRegistration, softwareKey, type AuthenticatorFault } from './authenticator.ts'
import type { AttestationSubject } from '../../src/features/keys/ceremony/attestation/attestation-evidence.ts'
import type {
  AuthenticationExpectation,
  StoredCredential,
} from '../../src/features/keys/ceremony/ceremony.authentication.ts'
import { readAuthenticatorData } from '../../src/features/keys/ceremony/authenticator-data.ts'
import { ALGORITHMS, creationOptions, requestOptions } from '../../src/features/keys/ceremony/ceremony.options.ts'
import { readPublicKey } from '../../src/features/keys/ceremony/public-key.ts'
import {
  type RegistrationExpectation,
  verifyRegistration,
} from '../../src/features/keys/ceremony/ceremony.registration.ts'

export const origin = 'https://id.example.org'
export const rpId = 'id.example.org'
export const ada = {
  workspace: '01890a5d-0000-774b-bcce-b302099a0001',
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  name: 'ada@example.org',
  displayName: 'Ada',
}

export function registration(spoil: AuthenticatorFault = {}, made: { alg?: -7 | -8 | -257 } = {}) {
  const challenge = randomBytes(32).toString('base64url')
  const options = creationOptions({ challenge, rp: { id: rpId, name: 'Example' }, user: ada })
  const key = softwareKey({ origin, ...made })
  const expected: RegistrationExpectation = { challenge, origins: [origin], rpId, algorithms: ALGORITHMS }
  return { key, options, response: asRegistration(key.create(options, spoil)), expected }
}

export function registered(made: { alg?: -7 | -8 | -257 } = {}, spoil: AuthenticatorFault = {}) {
  const { key, options, response, expected } = registration(spoil, made)
  const { credentialId, publicKey, signCount, flags } = verifyRegistration({
    response,
    expected: { ...expected, algorithms: [-7, -8, -257] },
  })
  const credential: StoredCredential = {
    id: credentialId,
    publicKey,
    signCount,
    backupEligible: flags.backupEligible,
    userHandle: options.user.id,
  }
  const use = (how: AuthenticatorFault = {}, holder = key) => {
    const challenge = randomBytes(32).toString('base64url')
    const wanted: AuthenticationExpectation = { challenge, origins: [origin], rpId }
    return { response: asAssertion(holder.get(requestOptions({ challenge, rpId }), how)), expected: wanted, credential }
  }
  return { key, credential, use }
}

export function attested() {
  const { response } = registration({ attestation: 'none' })
  const object: { authData: Uint8Array } = decode(Buffer.from(response.attestationObject, 'base64url'))
  const data = readAuthenticatorData(Buffer.from(object.authData))
  const credential = data.attested
  if (!credential) throw new Error('The software key made no credential')
  const clientDataHash = hash('sha256', Buffer.from(response.clientDataJSON, 'base64url'), 'buffer')
  const about: Omit<AttestationSubject, 'statement'> = {
    data,
    credential,
    publicKey: readPublicKey(credential.publicKey),
    clientDataHash,
  }
  return { about, signed: Buffer.concat([data.raw, clientDataHash]) }
}
