import { decodeJwt } from 'jose'
import { transact } from '../../../../ground/db/transaction.ts'
import type { JobKind } from '../../../../ground/jobs.ts'
import type { Apart } from '../../../../ground/world.ts'
import { exchange } from '../../../../outside/exchange.ts'
import { currentRequest } from '../asked.ts'

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

/**
 * All that the provider asks strangers for: keys of applications, by the guarded way, and back-channel logouts, each of
 * which becomes a job, so that nobody waits for an application that does not answer.
 */
export function fetchOf(at: Apart, address: string) {
  return async (
    input: string | URL,
    options: { method?: string; headers?: Record<string, string>; body?: unknown } = {},
  ) => {
    const url = new URL(input)
    const isLogout = options.body instanceof URLSearchParams && options.body.has('logout_token')
    if (isLogout && currentRequest().sends !== true) {
      const { aud, sub, sid } = decodeJwt((options.body as URLSearchParams).get('logout_token') ?? '')
      const told = { address, client: String(aud), user: String(sub), sid: typeof sid === 'string' ? sid : '' }
      await leaveLogouts(at, [told])
      return new Response(null, { status: 204 })
    }
    const body = options.body instanceof URLSearchParams ? Buffer.from(options.body.toString()) : undefined
    const { status, body: answer } = await exchange(
      at,
      { workspace: at.workspace, feature: 'applications' },
      {
        method: options.method === 'POST' ? 'POST' : 'GET',
        url,
        ...(body && { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
      },
    )
    return new Response(status === 204 ? null : new Uint8Array(answer), { status })
  }
}
