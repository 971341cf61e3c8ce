import type { Facts } from '@claviger/contract/decide/decisions'
import type { CodeMethod, SignInMethod } from '@claviger/contract/access/sign-in.ways'
import type { ActivityAction } from '@claviger/contract/oversight/log-actions'
import type { Tokens } from '@claviger/contract/access/sign-in'
import { mayEnter } from '#platform/entrance/entrance.ts'
import { msg } from '#platform/languages.ts'
import { Problem, problem, problemOfDatabase } from '#platform/problem.ts'
import { lineOf } from '#platform/record/record.ts'
import { recordRefused } from '#platform/record/record-refused.ts'
import { enterWorkspace, workspaceOf } from '#platform/db/transaction.ts'
import { type StatementParts, runParts } from '#platform/db/parts.ts'
import type { AutocommitContext, TransactionContext } from '#platform/app-context.ts'
import { type Decision, keptDecisionOf } from '#features/decide/decisions/decisions.ts'
import { signInPart, userById } from '#features/people/users/users.ts'
import { iconAddress } from '#features/tenancy/workspaces/workspaces.ts'
import { newSession, type ProviderFactors } from '../sessions/sessions.ts'
import { rememberBrowser } from '../guesses/guesses.browser.ts'
import { decideKeyless } from './sign-in.keyless.ts'
import { findCandidates, lockAddress, saveConsent } from './sign-in.store.ts'

interface Entering {
  workspace: string
  user: string
  name: string
  owner: boolean
  workspaceStatus: number
  method: 'passkey' | CodeMethod | 'password' | 'demo' | 'external'
  action?: 'sign-in.card' | 'sign-in.phone'
  key?: { id: string; name: string }
  audited?: boolean
  /** Access policy decision for the use of the key. */
  decision?: Decision | undefined
  passkey?: string | undefined
  /** Location that a phone sent with its approval. */
  position?: Facts['position']
  provider?: { id: string; name: string }
  behind?: { id: string; name: string }
  verified: boolean
  factors?: ProviderFactors | undefined
}

// Methods of profiles that differ from the session's method
const wayBy = { 'sign-in.card': 'badge', 'sign-in.phone': 'phone' } as const

/** Signs in an authenticated user and logs it. @throws policy-refused, workspace-disabled, way-not-offered */
export async function enter(ctx: TransactionContext, who: Entering): Promise<Tokens> {
  if (ctx.workspace !== who.workspace) await enterWorkspace(ctx, who.workspace)
  const { tokens, parts } = entryOf(ctx, { ...who, decision: who.decision ?? (await decidedFor(ctx, who)) })
  try {
    await runParts(ctx.db, parts)
  } catch (error) {
    const { workspace, user, method, action = `sign-in.${method}` as const } = who
    throw refusedMethodEntry({ workspace, user, action }, error) ?? error
  }
  return tokens
}

const decidedFor = async (ctx: TransactionContext, { user, name, method }: Entering): Promise<Decision | undefined> =>
  usesKey(method) ? undefined : decideKeyless(ctx, { user, name, method })

/** Policies were already checked for the key itself; the demo has none. */
const usesKey = (method: Entering['method']): method is 'passkey' | 'demo' => method === 'passkey' || method === 'demo'

/** Log entry for a refusal by the authentication profile; undefined for other errors. */
export function refusedMethodEntry(
  { workspace, user, action }: { workspace: string; user: string; action: ActivityAction },
  fault: unknown,
): Problem | undefined {
  const refusal = fault instanceof Problem ? fault : problemOfDatabase(fault)
  if (refusal?.code !== 'way-not-offered') return undefined
  return refusal.but(workspace, async ctx => {
    const person = await userById(ctx, user)
    const by = { id: user, name: person ? `${person.first_name} ${person.last_name}` : '' }
    const failed = msg("The authentication profile doesn't allow this sign-in method")
    await recordRefused(ctx, { action, failed, by }, { known: user })
  })
}

export const offersMethod = ({ ways }: { ways: readonly string[] }, way: SignInMethod): boolean => ways.includes(way)

/** All writes of a sign-in, as parts of one statement, with its tokens. @throws workspace-disabled */
export function entryOf(
  ctx: TransactionContext | AutocommitContext,
  who: Entering,
): { tokens: Tokens; parts: StatementParts } {
  const action = who.action ?? (`sign-in.${who.method}` as const)
  const by = who.behind ?? { id: who.user, name: who.name }
  if (!mayEnter('sign-in', who.workspaceStatus, who)) {
    const failed = 'The workspace is disabled'
    throw problem('workspace-disabled').recorded(who.workspace, { action, failed, by })
  }
  if (!who.behind && who.method !== 'demo') rememberBrowser(ctx, who.user)
  const { tokens, session } = newSession(ctx, {
    user: who.user,
    method: who.method,
    ...(who.action && { way: wayBy[who.action] }),
    verified: who.verified,
    passkey: who.passkey,
    position: who.position,
    key: who.key?.id,
    openedBy: who.behind?.id,
    factors: who.factors,
  })
  const line = lineOf(ctx, {
    action,
    by,
    ...(who.key && who.audited !== false && { object: { type: 'security-key', ...who.key } }),
    ...(who.provider && { object: { type: 'identity-provider', ...who.provider } }),
    ...(who.behind && { after: { opened: who.name } }),
    decision: who.audited === false ? undefined : who.decision && keptDecisionOf(who.decision),
  })
  return { tokens, parts: { session, sign_in: signInPart(ctx, who.user), line } }
}

/** Users who can sign in with an email, in all workspaces; without suspended and deleted ones. */
export const peopleWith = (ctx: TransactionContext, email: string) => findCandidates(ctx.db, email, ctx.clock.now())

/** Stores whether an administrator can sign in with codes; false if unchanged. */
export const consentToCodes = (ctx: TransactionContext, user: string, allowed: boolean): Promise<boolean> =>
  saveConsent(ctx.db, workspaceOf(ctx), user, allowed ? ctx.clock.now() : null)

/** Serializes requests for the same email until the transaction ends. */
export const lockEmail = (ctx: TransactionContext, email: string): Promise<void> => lockAddress(ctx.db, email)

export async function provenWorkspaces(ctx: TransactionContext, email: string) {
  const proven = (await findCandidates(ctx.db, email, ctx.clock.now())).filter(one => one.email_verified)
  return [...new Map(proven.map(one => [one.workspace_id, one])).values()].map(one => ({
    id: one.workspace_id,
    name: one.workspace_name,
    slug: one.workspace_slug,
    icon: iconAddress(one.workspace_id, one.icon_digest),
  }))
}
