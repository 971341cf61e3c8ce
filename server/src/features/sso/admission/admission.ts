import type { DemandName } from '@claviger/contract/decide/decisions'
import type { EntryPointName } from '@claviger/contract/decide/entry-points'
import type { DeferredText } from '@claviger/contract/platform/wording'
import { msg, deferText } from '#platform/languages.ts'
import type { StatementParts } from '#platform/db/parts.ts'
import { readOnlyContext } from '#platform/db/reading/read-as.ts'
import type { AutocommitContext, TransactionContext } from '#platform/app-context.ts'
import { type Application, mayOpen } from '#features/apps/applications/applications.ts'
import { logRefusal } from '#features/decide/decisions/decisions.refusal.ts'
import { decideAll, usesOfAccount } from '#features/decide/decisions/decisions.shared-accounts.ts'
import { noteReports, refusedNow, reportsOf } from '#features/decide/decisions/decisions.ts'
import { userById } from '#features/people/users/users.ts'
import { reviewedFactsOf, type ReviewedSignIn, type SignInFacts } from '../browser-sessions/browser-sessions.facts.ts'

export type AdmissionRefusal = 'off' | 'not-assigned' | 'policy' | 'user-inactive' | 'demand-unmet'

export interface Admission {
  readonly allowed: boolean
  readonly reason?: AdmissionRefusal
  readonly reference?: string
  readonly says?: DeferredText
  /** Requirements of a repeated sign-in: redirect the user there and back. */
  readonly unmet?: readonly DemandName[]
}

/**
 * Whether nothing prevents the access, without writing anything. If something does, or must be counted, call
 * `admitTo`.
 */
export async function isClearlyAdmitted(
  ctx: TransactionContext,
  application: Application,
  user: string,
  entry: SignInFacts,
  read?: { readonly opens: boolean; readonly version: number | null },
): Promise<boolean> {
  const verdict = await verdictOf(ctx, application, user, entry, read)
  return verdict?.allowed === true && verdict.wouldRefuse.length === 0
}

/** Whether an earlier grant is still allowed. A report-only policy refuses nothing and is not counted again. */
export const isStillAdmitted = async (...of: Parameters<typeof isClearlyAdmitted>): Promise<boolean> =>
  (await verdictOf(...of))?.allowed === true

const verdictOf = async (...of: Parameters<typeof isClearlyAdmitted>) => (await decisionOf(...of))?.verdict

/** The decision of the policies; undefined if they need not be asked. `admitTo` says why. */
async function decisionOf(...[ctx, application, user, entry, read]: Parameters<typeof isClearlyAdmitted>) {
  if (!application.active || !(read?.opens ?? (await mayOpen(ctx, application, user)))) return undefined
  if (isOverdue(ctx, application, entry)) return undefined
  return decideAll(ctx, usesBy(application.id, user, entry), read)
}

/**
 * Facts read along with the application: whether it is assigned, and the version of all policies, null if
 * none.
 */
export interface PrefetchedAdmission {
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
  { id, opens, policies }: PrefetchedAdmission,
  entry: SignInFacts,
): Promise<StatementParts | undefined> {
  const decision = await decisionOf(readOnlyContext(at), application, id, entry, { opens, version: policies })
  return decision?.verdict.allowed ? reportsOf(at, decision) : undefined
}

/** Whether the sign-in is older than the re-authentication interval of the application, or else of the workspace. */
function isOverdue(
  { clock }: Pick<TransactionContext, 'clock'>,
  { settings }: Application,
  { signedInAt, reauthentication }: SignInFacts,
) {
  if (!reauthentication || reauthentication.isOffline || !('demand' in settings)) return false
  // Settings that were stored by earlier versions lack it
  const minutes = settings.reauthenticationMinutes ?? reauthentication.workspaceMinutes
  return minutes !== null && (signedInAt === null || clock.now().getTime() - Date.parse(signedInAt) > minutes * 60_000)
}

/** Facts for the policies. The use is on our own page; the application's site is irrelevant for key policies. */
const usesBy = (application: string, account: string, { openedBy, ...facts }: SignInFacts) =>
  usesOfAccount({ ...facts, user: account, app: application }, { account, openedBy: openedBy?.id ?? null })

/** A user known at an application by a sign-in of before. */
interface Admitted extends ReviewedSignIn {
  readonly user_id: string
  readonly application_id: string
}

/** Users that the current policies no longer allow at their application. */
export async function refusedAt<T extends Admitted>(
  ctx: TransactionContext,
  at: EntryPointName,
  all: readonly T[],
): Promise<T[]> {
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
  ctx: TransactionContext,
  application: Application,
  user: string,
  entry: SignInFacts,
  { leads = false }: { leads?: boolean } = {},
): Promise<Admission> {
  const person = await userById(ctx, user)
  if (!person || person.deleted_at !== null || person.suspended_at !== null || person.deactivated_at !== null)
    return { allowed: false, reason: 'user-inactive', says: deferText(msg("Your account can't be used at the moment")) }
  if (!application.active)
    return { allowed: false, reason: 'off', says: deferText(msg('This application is turned off')) }
  if (!(await mayOpen(ctx, application, user)))
    return { allowed: false, reason: 'not-assigned', says: deferText(msg('This application is not assigned to you')) }
  const decision = await decideAll(ctx, usesBy(application.id, user, entry))
  await noteReports(ctx, decision)
  const overdue: DemandName[] = isOverdue(ctx, application, entry) ? ['withinMinutes'] : []
  const { allowed } = decision.verdict
  const unmet = [...new Set([...decision.verdict.unmet, ...overdue])]
  if (allowed && overdue.length === 0) return { allowed: true }
  // Without a browser there is no page to sign in on; the application starts again with one
  if (allowed && !leads) return { allowed: false, reason: 'demand-unmet' }
  if (leads && (allowed || decision.verdict.unmet.length > 0)) return { allowed: false, reason: 'demand-unmet', unmet }
  const name = `${person.first_name} ${person.last_name}`.trim()
  const { reference, says } = await logRefusal(ctx, decision, {
    action: 'application.opened',
    ...(entry.openedBy ? { by: entry.openedBy, after: { opened: name } } : { by: { id: user, name } }),
    object: { type: 'application', id: application.id, name: application.name },
  })
  return { allowed: false, reason: 'policy', reference, says }
}
