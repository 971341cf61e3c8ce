import { hash } from 'node:crypto'
import type { Registration } from '@claviger/contract/keys/ceremony'
import { type Attestation, verifyAttestation } from './attestation/attestation.ts'
import {
  type AttestedCredential,
  type AuthenticatorData,
  backupIsPossible,
  type Flags,
  isForUs,
  readAuthenticatorData,
  userWasPresent,
  userWasVerified,
} from './authenticator-data.ts'
import { cborBytesOf, cborMapOf } from './bytes.ts'
import { CeremonyError, type CeremonyCheck, type CeremonyExpectation, runCeremonyChecks } from './ceremony.ts'
import {
  answersChallenge,
  claimsNoTokenBinding,
  type ClientData,
  isOwnOrigin,
  isFrameAllowed,
  isOfType,
  mayBeFramed,
  readClientData,
} from './client-data.ts'
import { type PublicKey, readPublicKey } from './public-key.ts'

export interface RegistrationResponse extends Registration {
  readonly rawId?: string | undefined
}

export interface RegistrationExpectation extends CeremonyExpectation {
  readonly algorithms: readonly number[]
  readonly trustAnchors?: readonly string[]
  readonly at?: Date
}

export interface RegistrationResult {
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly algorithm: number
  readonly signCount: number
  readonly aaguid: string
  readonly flags: Flags
  readonly attestation: { readonly format: string; readonly type: Attestation['type']; readonly trusted: boolean }
  readonly certificates: readonly string[]
  readonly transports: readonly string[]
}

interface Facts {
  readonly response: RegistrationResponse
  readonly expected: RegistrationExpectation
  readonly client: ClientData
  readonly data: AuthenticatorData
  readonly credential: AttestedCredential
  readonly publicKey: PublicKey
}

const checks: readonly CeremonyCheck<Facts>[] = [
  ['§7.1 step 3', 'The response is not a public key credential', isPublicKey],
  ['§7.1 step 7', 'The client data is not for a registration', isOfType('webauthn.create')],
  ['§7.1 step 8', 'The challenge is not the one the server sent', answersChallenge],
  ['§7.1 step 9', 'The credential was created for another origin', isOwnOrigin],
  ['§7.1 step 10', 'The credential was created in a framed page', mayBeFramed],
  ['§7.1 step 11', 'The page was framed by an unknown origin', isFrameAllowed],
  ['§5.8.1', 'Token binding is not supported', claimsNoTokenBinding],
  ['§7.1 step 14', 'The credential belongs to another relying party', isForUs],
  ['§7.1 step 15', 'User presence was not confirmed', userWasPresent],
  ['§7.1 step 16', 'The user was not verified', userWasVerified],
  ['§7.1 step 17', 'The credential is backed up but not eligible for backup', backupIsPossible],
  ['§7.1 step 20', 'The key uses an algorithm that was not requested', algorithmWasAskedFor],
  ['§7.1 step 25', 'The credential ID is longer than 1,023 bytes', idIsShort],
  ['§7.1 step 27', 'The credential ID differs from the one in the authenticator data', idIsAttested],
  ['§7.1 step 28', 'The credential is not discoverable', isDiscoverable],
]

function isPublicKey({ response }: Facts): boolean {
  return response.type === 'public-key'
}

function algorithmWasAskedFor({ publicKey, expected }: Facts): boolean {
  return expected.algorithms.includes(publicKey.algorithm)
}

function idIsShort({ credential }: Facts): boolean {
  return credential.id.length > 0 && credential.id.length <= 1023
}

function idIsAttested({ response, credential }: Facts): boolean {
  const id = credential.id.toString('base64url')
  return response.id === id && (response.rawId ?? id) === id
}

/** If the browser doesn't report the property, the answer is unknown (§10.1.3). */
function isDiscoverable({ response }: Facts): boolean {
  return response.metadata?.residentKey !== false
}

function readAttestationObject(text: string) {
  const parts = cborMapOf(cborBytesOf(text, 'The attestation object'), 'The attestation object')
  const [format, statement, authData] = [parts.get('fmt'), parts.get('attStmt'), parts.get('authData')]
  if (typeof format !== 'string' || !(statement instanceof Map) || !(authData instanceof Uint8Array)) {
    throw new CeremonyError('malformed', '§7.1 step 13', 'The attestation object has no format, statement, or data')
  }
  return { format, statement: statement as Map<unknown, unknown>, authData: Buffer.from(authData) }
}

/**
 * Verifies a new credential, §7.1 steps 3 to 28. That the ID is not yet registered (step 26) is left to the
 * table's constraint.
 * @throws CeremonyError
 */
export function verifyRegistration(input: {
  readonly response: RegistrationResponse
  readonly expected: RegistrationExpectation
}): RegistrationResult {
  const { response, expected } = input
  const clientBytes = cborBytesOf(response.clientDataJSON, 'The client data')
  const client = readClientData(clientBytes)
  const { format, statement, authData } = readAttestationObject(response.attestationObject)
  const data = readAuthenticatorData(authData)
  const credential = data.attested
  if (!credential) throw new CeremonyError('malformed', '§6.5.1', 'The response contains no new credential')
  const publicKey = readPublicKey(credential.publicKey)
  runCeremonyChecks({ response, expected, client, data, credential, publicKey }, checks)
  const clientDataHash = hash('sha256', clientBytes, 'buffer')
  const { type, trusted, path } = verifyAttestation(
    format,
    { statement, data, credential, publicKey, clientDataHash },
    expected.trustAnchors ?? [],
    expected.at,
  )
  return {
    credentialId: response.id,
    publicKey: credential.publicKey,
    algorithm: publicKey.algorithm,
    signCount: data.signCount,
    aaguid: credential.aaguid,
    flags: data.flags,
    attestation: { format, type, trusted },
    certificates: path.map(one => Buffer.from(one).toString('base64url')),
    transports: response.transports ?? [],
  }
}
