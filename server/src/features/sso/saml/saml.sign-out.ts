import { userOf, workspaceOf } from '../../../ground/db/transaction.ts'
import type { Ctx } from '../../../ground/world.ts'
import { browserSession } from '../../access/sessions/sessions.browser.ts'
import { signOut } from '../../access/sessions/sessions.ts'
import { signOutEverywhere } from './logout.ts'

/** Ends the session that asks; `next` is where its browser goes on to end those at SAML applications, if there are any. */
export async function signOutAtApplications(ctx: Ctx) {
  const workspace = workspaceOf(ctx)
  const sessions = [userOf(ctx).sessionId, browserSession(ctx, workspace)].filter(one => one !== undefined)
  const signedOut = await signOut(ctx)
  const id = await signOutEverywhere(ctx, sessions)
  return { ...signedOut, ...(id !== undefined && { next: `/saml/${workspace}/leave/${id}` }) }
}
