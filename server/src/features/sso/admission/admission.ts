import type { DemandName } from '@claviger/contract/decide/decisions'
import type { EntryPointName } from '@claviger/contract/decide/entry-points'
import type { Unsaid } from '@claviger/contract/platform/wording'
import { msg, unsaid } from '#platform/languages.ts'
import type { StatementParts } from '#platform/db/parts.ts'
import { readingApart } from '#platform/db/transaction.ts'
import type { AutocommitContext, Ctx } from '#platform/world.ts'
import { type Application, mayOpen } from '#features/apps/applications/applications.ts'
import { leaveRefusal } from '#features/decide/decisions/decisions.refusal.ts'
import {
  type Decision,
  decideUse,
  type KnownFacts,
  noteReports,
  refusedNow,
  reportsOf,
} from '#features/decide/decisions/decisions.ts'
import { userById } from '#features/people/users/users.ts'
import { reviewedFactsOf, type ReviewedSignIn, type SignInFacts } from '../browser-sessions/browser-sessions.facts.ts'

export type AdmissionRefusal = 'off' | 'not-assigned' | 'policy' | 'user-inactive' | 'demand-unmet'

export interface Admission {
  readonly allowed: boolean
  readonly reason?: AdmissionRefusal
  readonly reference?: string
  readonly says?: Unsaid
  /** What another sign-in must bring: lead the user there and back. */
  readonly unmet?: readonly DemandName[]
}

/**
 * Whether nothing prevents the access, without writing anything. If something does, or must be counted, call
 * `admitTo`.
 */
export async function isClearlyAdmitted(
  ctx: Ctx,
  application: Application,
  user: string,
  entry: SignInFacts,
  read?: { readonly opens: boolean; readonly version: number | null },
): Promise<boolean> {
  const verdict = await verdictOf(ctx, application, user, entry, read)
  return verdict?.allowed === true && verdict.wouldRefuse.length === 0
}

/** Whether what was given before still stands. A policy that only reports refuses nothing, and is not counted again. */
export const isStillAdmitted = async (...of: Parameters<typeof isClearlyAdmitted>): Promise<boolean> =>
  (await verdictOf(...of))?.allowed === true

async function verdictOf(...[ctx, application, user, entry, read]: Parameters<typeof isClearlyAdmitted>) {
  if (!application.active || !(read?.opens ?? (await mayOpen(ctx, application, user)))) return undefined
  return (await decideAll(ctx, usesBy(application.id, user, entry), read)).verdict
}

/** The decision that refuses, or the last one: each of the uses must be allowed. */
async function decideAll(
  ctx: Ctx,
  [first, ...others]: Uses,
  read?: { readonly version: number | null },
): Promise<Decision> {
  const version = read && { version: read.version }
  const decision = await decideUse(ctx, { ...first, ...version })
  const [next, ...rest] = others
  if (!next || !decision.verdict.allowed) return decision
  const last = await decideAll(ctx, [next, ...rest], read)
  const wouldRefuse = [...new Set([...decision.verdict.wouldRefuse, ...last.verdict.wouldRefuse])]
  return { ...last, verdict: { ...last.verdict, wouldRefuse } }
}

/**
 * Facts read along with the application: whether it is assigned, and the version of all policies, null if
 * none.
 */
export interface ReadAlong {
  readonly id: string
  readonly opens: boolean
  readonly policies: number | null
}

/**
 * The writes that admit a user if everything read just now allows it, as parts of one statement; otherwise
 * undefined, and the caller must use `admitTo`. The user's session must be valid.
 */
export async function admittedParts(
  at: AutocommitContext,
  application: Application,
  { id, opens, policies }: ReadAlong,
  entry: SignInFacts,
): Promise<StatementParts | undefined> {
  if (!application.active || !opens) return undefined
  const uses = usesBy(application.id, id, entry)
  const decision = await decideAll(readingApart(at), uses, { version: policies })
  return decision.verdict.allowed ? reportsOf(at, decision) : undefined
}

type Uses<T = KnownFacts> = readonly [T, ...T[]]

/**
 * What policies are asked. The use is on our own page; the application's own site is irrelevant for key policies. A
 * shared account opens an application only if both can: the user whose card opened the account, and the account.
 */
function usesBy(
  application: string,
  user: string,
  { openedBy, ...facts }: SignInFacts,
): Uses<KnownFacts & { user: string }> {
  const use = { ...facts, app: application }
  const own = { ...use, user }
  return openedBy === null ? [own] : [{ ...use, user: openedBy.id, account: user }, own]
}

/** A user known at an application by a sign-in of before. */
interface Admitted extends ReviewedSignIn {
  readonly user_id: string
  readonly application_id: string
}

/** Those who may not be known at their application any more by the policies in force. */
export async function refusedAt<T extends Admitted>(ctx: Ctx, at: EntryPointName, all: readonly T[]): Promise<T[]> {
  const uses = all.flatMap(row =>
    usesBy(row.application_id, row.user_id, reviewedFactsOf(at, row)).map(use => ({ ...use, row })),
  )
  return [...new Set((await refusedNow(ctx, uses)).map(({ row }) => row))]
}

/**
 * Whether a user can access an application now: enabled, assigned, and allowed by access policies. Both
 * protocols ask at each authorization, response, and renewal. Where a browser can lead the user to another sign-in,
 * requirements that it can meet are answered as `unmet` and are no refusal.
 */
export async function admitTo(
  ctx: Ctx,
  application: Application,
  user: string,
  entry: SignInFacts,
  { leads = false }: { leads?: boolean } = {},
): Promise<Admission> {
  const person = await userById(ctx, user)
  if (!person || person.deleted_at !== null || person.suspended_at !== null || person.deactivated_at !== null)
    return { allowed: false, reason: 'user-inactive', says: unsaid(msg("Your account can't be used at the moment")) }
  if (!application.active) return { allowed: false, reason: 'off', says: unsaid(msg('This application is turned off')) }
  if (!(await mayOpen(ctx, application, user)))
    return { allowed: false, reason: 'not-assigned', says: unsaid(msg('This application is not assigned to you')) }
  const decision = await decideAll(ctx, usesBy(application.id, user, entry))
  await noteReports(ctx, decision)
  const { allowed, unmet } = decision.verdict
  if (allowed) return { allowed: true }
  if (leads && unmet.length > 0) return { allowed: false, reason: 'demand-unmet', unmet }
  const name = `${person.first_name} ${person.last_name}`.trim()
  const { reference, says } = await leaveRefusal(ctx, decision, {
    action: 'application.opened',
    ...(entry.openedBy ? { by: entry.openedBy, after: { opened: name } } : { by: { id: user, name } }),
    object: { type: 'application', id: application.id, name: application.name },
  })
  return { allowed: false, reason: 'policy', reference, says }
}
