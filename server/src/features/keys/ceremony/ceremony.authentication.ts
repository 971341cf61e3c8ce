import { hash } from 'node:crypto'
import type { Assertion } from '@claviger/contract/keys/ceremony'
import {
  type AuthenticatorData,
  backupIsPossible,
  type Flags,
  isForUs,
  readAuthenticatorData,
  userWasPresent,
  userWasVerified,
} from './authenticator-data.ts'
import { cborBytesOf } from './bytes.ts'
import { type CeremonyCheck, type CeremonyExpectation, runCeremonyChecks } from './ceremony.ts'
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
import { isSignedBy, publicKeyOf } from './public-key.ts'

/** What the browser sends after `navigator.credentials.get()`; every binary member in base64url. */
export interface AuthenticationResponse extends Assertion {
  readonly rawId?: string | undefined
}

export interface AuthenticationExpectation extends CeremonyExpectation {
  readonly allowCredentials?: readonly string[]
  /** The user was known before the ceremony began, so the key need not name them. */
  readonly userKnown?: boolean
}

export interface StoredCredential {
  readonly id: string
  /** COSE_Key bytes */
  readonly publicKey: Uint8Array
  readonly signCount: number
  readonly backupEligible: boolean
  readonly userHandle: string
}

/** What to write back to the stored credential (§7.2 step 24). */
export interface AuthenticationResult {
  readonly credentialId: string
  readonly signCount: number
  readonly flags: Flags
}

interface Facts {
  readonly response: AuthenticationResponse
  readonly expected: AuthenticationExpectation
  readonly credential: StoredCredential
  readonly client: ClientData
  readonly data: AuthenticatorData
  readonly signed: Buffer
  readonly signature: Buffer
}

/** The clause that indicates a cloned authenticator; callers log and report it separately. */
export const CLONE_SUSPECTED = '§7.2 step 22'

const checks: readonly CeremonyCheck<Facts>[] = [
  ['§7.2 step 3', 'The response is not a public key credential', isPublicKey],
  ['§7.2 step 5', 'The credential was not among the offered ones', wasOffered],
  ['§7.2 step 6', 'The response comes from another credential', isTheStoredOne],
  ['§7.2 step 6', 'The credential belongs to another user', isByItsUser],
  ['§7.2 step 10', 'The client data is not for an authentication', isOfType('webauthn.get')],
  ['§7.2 step 11', 'The challenge is not the one the server sent', answersChallenge],
  ['§7.2 step 12', 'The credential was used at a different origin', isOwnOrigin],
  ['§7.2 step 13', 'The credential was used in a framed page', mayBeFramed],
  ['§7.2 step 14', 'The page was framed by an unknown origin', isFrameAllowed],
  ['§5.8.1', 'Token binding is not supported', claimsNoTokenBinding],
  ['§7.2 step 15', 'The response is for another relying party', isForUs],
  ['§6.1', "An assertion can't contain a new credential", carriesNoCredential],
  ['§7.2 step 16', 'User presence was not confirmed', userWasPresent],
  ['§7.2 step 17', 'The user was not verified', userWasVerified],
  ['§7.2 step 18', 'The credential is backed up but not eligible for backup', backupIsPossible],
  ['§7.2 step 19', 'The backup eligibility of the credential changed', backupEligibilityStays],
  ['§7.2 step 21', 'The signature was not made by this credential', signatureHolds],
  [CLONE_SUSPECTED, 'The signature counter decreased, so the key might have been copied', counterGrows],
]

function isPublicKey({ response }: Facts): boolean {
  return response.type === 'public-key'
}

function wasOffered({ response, expected }: Facts): boolean {
  const offered = expected.allowCredentials ?? []
  return offered.length === 0 || offered.includes(response.id)
}

function isTheStoredOne({ response, credential }: Facts): boolean {
  return response.id === credential.id && (response.rawId ?? response.id) === credential.id
}

/** Without a known user, the handle is the only claim to an account, so it must be present. */
function isByItsUser({ response, expected, credential }: Facts): boolean {
  const handle = response.userHandle ?? undefined
  return handle === undefined ? expected.userKnown === true : handle === credential.userHandle
}

function carriesNoCredential({ data }: Facts): boolean {
  return data.attested === undefined
}

function backupEligibilityStays({ data, credential }: Facts): boolean {
  return data.flags.backupEligible === credential.backupEligible
}

function signatureHolds({ credential, signed, signature }: Facts): boolean {
  return isSignedBy(publicKeyOf(credential.publicKey), signed, signature)
}

/** An authenticator without a counter always sends 0. */
function counterGrows({ data, credential }: Facts): boolean {
  return (data.signCount === 0 && credential.signCount === 0) || data.signCount > credential.signCount
}

/**
 * Verifies the use of a stored credential, §7.2 steps 3 to 22. Takes about 10 µs plus the signature.
 * @throws CeremonyError
 */
export function verifyAuthentication(input: {
  readonly response: AuthenticationResponse
  readonly expected: AuthenticationExpectation
  readonly credential: StoredCredential
}): AuthenticationResult {
  const { response, expected, credential } = input
  const clientBytes = cborBytesOf(response.clientDataJSON, 'The client data')
  const client = readClientData(clientBytes)
  const data = readAuthenticatorData(cborBytesOf(response.authenticatorData, 'The authenticator data'))
  const signature = cborBytesOf(response.signature, 'The signature')
  const signed = Buffer.concat([data.raw, hash('sha256', clientBytes, 'buffer')])
  runCeremonyChecks({ response, expected, credential, client, data, signed, signature }, checks)
  return { credentialId: credential.id, signCount: data.signCount, flags: data.flags }
}
