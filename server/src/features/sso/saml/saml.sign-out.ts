import { userOf, workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { browserSession } from '#features/access/sessions/sessions.browser.ts'
import { leaveProvider } from '#features/access/external-sign-in/external-sign-in.leave.ts'
import { signOutEverywhere } from './single-logout.ts'

/**
 * Where the browser continues when the user signs out: SAML applications, then the user's identity provider;
 * null for nowhere.
 */
export async function leaveApplications(ctx: TransactionContext) {
  const workspace = workspaceOf(ctx)
  const sessions = [userOf(ctx).sessionId, browserSession(ctx, workspace)].filter(one => one !== undefined)
  const onward = await leaveProvider(ctx, sessions)
  const id = await signOutEverywhere(ctx, sessions, onward)
  return { next: id === undefined ? (onward ?? null) : `/saml/${workspace}/leave/${id}` }
}
