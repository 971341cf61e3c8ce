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

/** Leaves the job that tells one application. */
export const leaveLogout = (at: Apart, logout: Omit<Logout, 'workspace'>): Promise<void> =>
  transact(at, { actor: at.actor, request: at.request, workspace: at.workspace }, ctx =>
    ctx.jobs.announce(ctx, { name: backchannelName, patience } as JobKind<Logout>, {
      ...logout,
      workspace: at.workspace,
    }),
  )
