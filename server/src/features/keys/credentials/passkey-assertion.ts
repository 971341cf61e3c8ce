import { workspaceRoles } from '@claviger/contract/platform/permissions'
import type { Assertion } from '@claviger/contract/keys/ceremony'
import type { ActivityAction } from '@claviger/contract/oversight/log-actions'
import { later, minutes } from '#platform/clock.ts'
import { Problem, problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { recordRefused } from '#platform/record/record-refused.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { StatementParts } from '#platform/db/parts.ts'
import type { StatementContext, TransactionContext } from '#platform/app-context.ts'
import type { KnownFacts } from '#features/decide/decisions/decisions.ts'
import { levelOfKey } from '#features/decide/strengths/strengths.meet.ts'
import { userById } from '#features/people/users/users.ts'
import { isProofDue } from '../security-keys/security-keys.ts'
import { type AuthenticationResult, verifyAuthentication } from '../ceremony/ceremony.authentication.ts'
import { CeremonyError } from '../ceremony/ceremony.ts'
import { handleOf, userOfHandle } from '../ceremony/ceremony.options.ts'
import { type CredentialInUse, findForUse, insertSpent, noteUse } from './credentials.store.ts'
import { expectedBy } from './expected-challenge.ts'
import { recallCredential, remember } from './remembered-challenges.ts'

interface Given {
  assertion: Assertion
  challenge: Uint8Array
  endsAt: Date
  user?: string
  /** The server signed the response with a server-held key, so no clone can exist. */
  ours?: true
  action: ActivityAction
}

interface Shown {
  user: string
  name: string
  owner: boolean
  workspaceStatus: number
  credential: string
  credentialName: string
  key: { id: string; name: string }
  audited: boolean
  known: Omit<KnownFacts, 'entry'>
}

type UseParts<T> = (who: Shown) => Promise<{ parts: StatementParts; answer: T }> | { parts: StatementParts; answer: T }

/**
 * Verifies the answer of a stored passkey in the transaction's workspace, spends its challenge, records its use, and
 * runs `work`. A refused answer stays in the log and spends its challenge.
 * @throws challenge-refused, passkey-refused, passkey-malformed
 */
export async function withAssertion<T>(
  ctx: TransactionContext,
  given: Given,
  work: (who: Shown) => Promise<T>,
): Promise<T> {
  return work(await useAssertion(ctx, given, who => ({ parts: {}, answer: who })))
}

/**
 * Verifies a passkey's answer and records its use in one statement, which writes nothing if anything has changed;
 * `make` adds further writes. It starts from the data cached at the last use. Only if the statement finds that outdated
 * is the passkey looked up separately. Outside a transaction the statement commits immediately, and no connection is
 * held before it. Throws what withAssertion throws.
 */
export async function useAssertion<T>(ctx: StatementContext, given: Given, make: UseParts<T>): Promise<T> {
  const recalled = recallCredential(ctx, given.assertion.id)
  if (recalled) {
    // Outdated data must not refuse anyone
    const quick = await noted(ctx, given, recalled, make).catch(unlessOutdated)
    if (quick) return quick.answer
  }
  for (let tries = 0; ; tries++) {
    const { fresh, row } = await findForUse(ctx, given.challenge, idOf(given))
    if (!fresh) throw problem('challenge-refused')
    const done = await noted(ctx, given, row, make)
    if (row && done) {
      remember(ctx, given.assertion.id, row)
      return done.answer
    }
    if (row && tries === 2) throw refused(ctx, given, row, copied)
  }
}

/** A spent challenge is never outdated, and it fails a transaction. */
function unlessOutdated(error: unknown): undefined {
  if (!(error instanceof Problem) || error.status >= 500 || error.code === 'challenge-refused') throw error
}

async function noted<T>(
  ctx: StatementContext,
  given: Given,
  found: CredentialInUse | undefined,
  make: UseParts<T>,
): Promise<{ answer: T } | undefined> {
  const { row, use } = judged(ctx, given, found)
  const { parts, answer } = await make(shownBy(row))
  const { fresh, agreed } = await noteUse(ctx, given, row, use, parts)
  if (!fresh) throw problem('challenge-refused')
  return agreed ? { answer } : undefined
}

const idOf = (given: Given) => Buffer.from(given.assertion.id, 'base64url')
const copied = 'The signature counter did not increase, so the key might have been copied'

function judged(ctx: StatementContext, given: Given, row: CredentialInUse | undefined) {
  if (!row || (given.user !== undefined && row.user_id !== given.user)) {
    ctx.log.info({ action: given.action }, 'an unknown passkey was refused')
    throw problem('passkey-refused').but(workspaceOf(ctx), kept => noteUnknown(kept, given))
  }
  const now = ctx.clock.now()
  if (row.blocked) throw refused(ctx, given, row, 'The account is suspended or deactivated')
  if (row.key_stopped) throw refused(ctx, given, row, 'The security key is suspended or blocked')
  if (isProofDue(row, now)) throw refused(ctx, given, row, "The security key is waiting for its owner's confirmation")
  const is = verdict(ctx, given, row)
  return { row, use: { signCount: is.signCount, backupState: is.flags.backupState, at: now } }
}

async function noteUnknown(ctx: TransactionContext, { assertion, user, action }: Given): Promise<void> {
  const named = user ?? userOfHandle(assertion.userHandle)?.user
  const person = named === undefined ? undefined : await userById(ctx, named)
  const entry = {
    action,
    failed: 'This passkey is unknown',
    ...(person && { by: { id: person.id, name: `${person.first_name} ${person.last_name}` } }),
  }
  await recordRefused(ctx, entry, person ? { known: person.id } : { unknown: named ?? '' })
}

const shownBy = (row: CredentialInUse): Shown => ({
  user: row.user_id,
  name: row.user_name,
  owner: row.role === workspaceRoles.owner,
  workspaceStatus: row.workspace_status,
  credential: row.id,
  credentialName: row.name,
  key: { id: row.key_id, name: row.key_name },
  audited: row.key_audit,
  known: {
    user: row.user_id,
    key: row.key_id,
    keyKind: row.key_kind,
    model: row.aaguid,
    level: levelOfKey({ keyKind: row.key_kind, copied: row.backup_eligible, way: 'passkey' }),
    verified: true,
    administrator: row.role !== null,
    version: row.policies,
  },
})

function verdict(ctx: StatementContext, given: Given, row: CredentialInUse): AuthenticationResult {
  try {
    return verifyAuthentication({
      response: given.assertion,
      expected: { ...expectedBy(ctx, given.challenge), userKnown: given.user !== undefined },
      credential: {
        id: given.assertion.id,
        publicKey: row.public_key,
        signCount: given.ours ? 0 : row.sign_count,
        backupEligible: row.backup_eligible,
        userHandle: handleOf(workspaceOf(ctx), row.user_id),
      },
    })
  } catch (error) {
    if (!(error instanceof CeremonyError)) throw error
    throw refused(ctx, given, row, error.message, error.code)
  }
}

const refused = (
  ctx: StatementContext,
  given: Given,
  row: CredentialInUse,
  why: string,
  code: CeremonyError['code'] = 'refused',
): Problem =>
  problem(code === 'malformed' ? 'passkey-malformed' : 'passkey-refused').but(workspaceOf(ctx), async kept => {
    await insertSpent(kept.db, given.challenge, later(kept.clock.now(), minutes(10)))
    await record(kept, {
      action: given.action,
      failed: why,
      by: { id: row.user_id, name: row.user_name },
      object: { type: 'passkey', id: row.id, name: row.name },
    })
  })
