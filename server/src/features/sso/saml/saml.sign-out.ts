import { userOf, workspaceOf } from '../../../ground/db/transaction.ts'
import type { Ctx } from '../../../ground/world.ts'
import { browserSession } from '../../access/sessions/sessions.browser.ts'
import { signOutEverywhere } from './logout.ts'

/** Where the browser of whoever is about to sign out goes on to sign out at SAML applications; null where that is nowhere. */
export async function leave(ctx: Ctx) {
  const workspace = workspaceOf(ctx)
  const sessions = [userOf(ctx).sessionId, browserSession(ctx, workspace)].filter(one => one !== undefined)
  const id = await signOutEverywhere(ctx, sessions)
  return { next: id === undefined ? null : `/saml/${workspace}/leave/${id}` }
}
