import type { Assertion, CreationOptions, Registration } from '@claviger/contract/keys/ceremony'
import { problem } from '#platform/problem.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { verifyAuthentication } from '../ceremony/ceremony.authentication.ts'
import { CeremonyError } from '../ceremony/ceremony.ts'
import { ALGORITHMS, creationOptions, handleOf, type ExistingCredential, rpIdOf } from '../ceremony/ceremony.options.ts'
import { verifyRegistration } from '../ceremony/ceremony.registration.ts'
import { expectedBy } from './expected-challenge.ts'

export interface NewPasskey {
  readonly credentialId: string
  readonly publicKey: string
  readonly algorithm: number
  readonly signCount: number
  readonly aaguid: string
  readonly transports: readonly string[]
  readonly backupEligible: boolean
  readonly backupState: boolean
  readonly attestation: string
  /** Certificates of the attestation (DER in base64url), leaf first, for manufacturers in the model catalog. */
  readonly certificates: readonly string[]
}

export function creationFor(
  ctx: Pick<TransactionContext, 'config' | 'workspace'>,
  ask: {
    user: { id: string; name: string; displayName: string; workspace?: string }
    challenge: Uint8Array
    attachment: 'any' | 'cross-platform' | 'platform'
    exclude: readonly ExistingCredential[]
  },
): CreationOptions {
  const { id, name, displayName, workspace = workspaceOf(ctx) } = ask.user
  return creationOptions({
    challenge: Buffer.from(ask.challenge).toString('base64url'),
    rp: { id: rpIdOf(ctx.config.publicUrl), name: 'Claviger' },
    user: { workspace, id, name, displayName },
    exclude: ask.exclude,
    attachment: ask.attachment,
  })
}

export function verifiedPasskey(
  ctx: Pick<AppContext, 'config' | 'log' | 'clock'>,
  made: { response: Registration; challenge: Uint8Array },
): NewPasskey {
  const expected = { ...expectedBy(ctx, made.challenge), algorithms: ALGORITHMS, at: ctx.clock.now() }
  const is = refusing(ctx, () => verifyRegistration({ response: made.response, expected }))
  return {
    credentialId: is.credentialId,
    publicKey: is.publicKey.toString('base64url'),
    algorithm: is.algorithm,
    signCount: is.signCount,
    aaguid: is.aaguid,
    transports: is.transports,
    backupEligible: is.flags.backupEligible,
    backupState: is.flags.backupState,
    attestation: `${is.attestation.format} ${is.attestation.type}${is.attestation.trusted ? ' trusted' : ''}`,
    certificates: is.certificates,
  }
}

/**
 * Verifies the answer of a passkey that is not stored yet and returns it with the counter advanced.
 * @throws passkey-refused, passkey-malformed
 */
export function provesPasskey(
  ctx: Pick<AppContext, 'config' | 'log'>,
  given: { assertion: Assertion; challenge: Uint8Array; passkey: NewPasskey; workspace: string; user: string },
): NewPasskey {
  const { passkey } = given
  const credential = {
    id: passkey.credentialId,
    publicKey: Buffer.from(passkey.publicKey, 'base64url'),
    signCount: passkey.signCount,
    backupEligible: passkey.backupEligible,
    userHandle: handleOf(given.workspace, given.user),
  }
  const expected = { ...expectedBy(ctx, given.challenge), userKnown: true }
  const is = refusing(ctx, () => verifyAuthentication({ response: given.assertion, expected, credential }))
  return { ...passkey, signCount: is.signCount, backupState: is.flags.backupState }
}

function refusing<T>(ctx: Pick<AppContext, 'log'>, ceremony: () => T): T {
  try {
    return ceremony()
  } catch (error) {
    if (!(error instanceof CeremonyError)) throw error
    ctx.log.info({ clause: error.clause, why: error.message }, 'a new passkey was refused')
    throw problem(error.code === 'malformed' ? 'passkey-malformed' : 'passkey-refused')
  }
}
