import type { WayIn } from '@claviger/contract/decide/policy-content'
import type { Unsaid } from '@claviger/contract/platform/wording'
import { msg, unsaid } from '#platform/languages.ts'
import type { StatementParts } from '#platform/db/parts.ts'
import { readingApart } from '#platform/db/transaction.ts'
import type { AutocommitContext, Ctx } from '#platform/world.ts'
import { type Application, mayOpen } from '#features/apps/applications/applications.ts'
import { leaveRefusal } from '#features/decide/decisions/decisions.refusal.ts'
import { decideUse, type KnownFacts, noteReports, refusedNow, reportsOf } from '#features/decide/decisions/decisions.ts'
import { rpIdOf } from '#features/keys/credentials/credentials.ts'
import { userById } from '#features/people/users/users.ts'

export interface SignInFacts {
  readonly verified: boolean | null
  readonly key: string | null
  readonly keyKind: number | null
  readonly way: WayIn | null
  readonly signedInAt?: Date
  readonly ip: string | null
}

export type AdmissionRefusal = 'off' | 'not-assigned' | 'policy' | 'user-inactive' | 'demand-unmet'

export interface Admission {
  readonly allowed: boolean
  readonly reason?: AdmissionRefusal
  readonly reference?: string
  readonly says?: Unsaid
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
  const { verdict } = await decideUse(ctx, {
    ...useOf(ctx, application, user, entry),
    ...(read && { version: read.version }),
  })
  return verdict
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
  const known = { ...useOf(at, application, id, entry), version: policies }
  const decision = await decideUse(readingApart(at), known)
  return decision.verdict.allowed ? reportsOf(at, decision) : undefined
}

const useOf = (
  ctx: Pick<Ctx, 'config'>,
  application: Application,
  user: string,
  { signedInAt, ...known }: SignInFacts,
): KnownFacts => ({
  ...known,
  user,
  app: application.id,
  // The use is on our own page; the application's own site is irrelevant for key policies
  rp: rpIdOf(ctx.config.publicUrl),
  ...(signedInAt && { signedInAt: signedInAt.toISOString() }),
})

/** A user known at an application by a sign-in of before. */
interface Admitted {
  readonly user_id: string
  readonly application_id: string
  readonly key_id: string | null
  readonly key_kind: number | null
  readonly way: WayIn | null
  readonly ip: string | null
  readonly signed_in_at: Date
  readonly verified: boolean
}

/** Those who may not be known at their application any more by the policies in force. */
export async function refusedAt<T extends Admitted>(ctx: Ctx, all: readonly T[]): Promise<T[]> {
  const uses = all.map(row => ({
    row,
    user: row.user_id,
    app: row.application_id,
    rp: rpIdOf(ctx.config.publicUrl),
    key: row.key_id,
    keyKind: row.key_kind,
    way: row.way,
    ip: row.ip,
    verified: row.verified,
    signedInAt: row.signed_in_at.toISOString(),
  }))
  return (await refusedNow(ctx, uses)).map(({ row }) => row)
}

/**
 * Whether a user can access an application now: enabled, assigned, and allowed by access policies. Both
 * protocols ask at each authorization, response, and renewal.
 */
export async function admitTo(
  ctx: Ctx,
  application: Application,
  user: string,
  entry: SignInFacts,
): Promise<Admission> {
  const person = await userById(ctx, user)
  if (!person || person.deleted_at !== null || person.suspended_at !== null || person.deactivated_at !== null)
    return { allowed: false, reason: 'user-inactive', says: unsaid(msg("Your account can't be used at the moment")) }
  if (!application.active) return { allowed: false, reason: 'off', says: unsaid(msg('This application is turned off')) }
  if (!(await mayOpen(ctx, application, user)))
    return { allowed: false, reason: 'not-assigned', says: unsaid(msg('This application is not assigned to you')) }
  const decision = await decideUse(ctx, useOf(ctx, application, user, entry))
  await noteReports(ctx, decision)
  if (decision.verdict.allowed) return { allowed: true }
  const name = `${person.first_name} ${person.last_name}`.trim()
  const { reference, says } = await leaveRefusal(ctx, decision, {
    action: 'application.opened',
    by: { id: user, name },
    object: { type: 'application', id: application.id, name: application.name },
  })
  return { allowed: false, reason: 'policy', reference, says }
}
