import { decodeJwt } from 'jose'
import { transact } from '#platform/db/transaction.ts'
import type { JobKind } from '#platform/jobs.ts'
import type { AutocommitContext } from '#platform/app-context.ts'
import { exchange } from '#integrations/exchange.ts'
import { currentRequest } from '../request-facts.ts'

export interface Logout {
  workspace: string
  address: string
  client: string
  user: string
  sid: string
}

export const backchannelName = 'oidc-back-channel-logout'
export const fetchBudget = { tries: 8, longestWait: 300 }

export const leaveLogouts = (at: AutocommitContext, logouts: readonly Omit<Logout, 'workspace'>[]): Promise<void> =>
  transact(at, { actor: at.actor, request: at.request, workspace: at.workspace }, async ctx => {
    const kind = { name: backchannelName, patience: fetchBudget } as JobKind<Logout>
    for (const logout of logouts) await ctx.jobs.announce(ctx, kind, { ...logout, workspace: at.workspace })
  })

/**
 * All outgoing requests of the provider: client keys, over the guarded connection, and back-channel logouts,
 * each queued as a job so that no one waits for an unresponsive application.
 */
export function fetchOfProvider(at: AutocommitContext, address: string) {
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
