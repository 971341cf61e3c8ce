import { transact } from '../../../ground/db/transaction.ts'
import type { JobKind } from '../../../ground/jobs.ts'
import type { Apart } from '../../../ground/world.ts'

/** An application that is to be told that a session has ended. */
export interface Logout {
  workspace: string
  /** By which of its addresses the application knows the workspace. */
  address: string
  client: string
  user: string
  sid: string
}

/** What the job is called; its work stands with the provider, which signs what is sent. */
export const backchannelName = 'oidc-back-channel-logout'
/** Tried again for a quarter of an hour. */
export const patience = { tries: 8, longestWait: 300 }

/** Leaves the jobs that tell applications, one for each, all or none. */
export const leaveLogouts = (at: Apart, logouts: readonly Omit<Logout, 'workspace'>[]): Promise<void> =>
  transact(at, { actor: at.actor, request: at.request, workspace: at.workspace }, async ctx => {
    const kind = { name: backchannelName, patience } as JobKind<Logout>
    for (const logout of logouts) await ctx.jobs.announce(ctx, kind, { ...logout, workspace: at.workspace })
  })
