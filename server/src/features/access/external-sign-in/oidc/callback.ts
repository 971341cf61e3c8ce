import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { externalSignIn } from '@claviger/contract/access/external-sign-in'
import { enterWorkspace } from '#platform/db/transaction.ts'
import type { RequestCtx } from '#platform/world.ts'
import type { GoTo } from '#http/bind.ts'
import { isOidc, providerById, secretOf } from '#features/connect/identity-providers/identity-providers.ts'
import { answerRefused, keepAnswer } from '../kept-answers.ts'
import { browserAsking, readState } from '../browser-visit.ts'
import { findUnderWay, takeAnswer } from '../external-sign-in.store.ts'
import { configurationOf, oidcAnswer } from './oidc.ts'
import { withAllGroups } from './overage.ts'
import { toFailed } from '../sign-in-refusals.ts'

type Input = OutputOf<(typeof externalSignIn)['calls']['callback']['input']>

/** Receives an OpenID Connect response; valid once, and only in the browser that started the sign-in. */
export async function oidcCallback(ctx: RequestCtx, input: Input): Promise<GoTo> {
  const named = readState(ctx, input.state)
  const browser = browserAsking(ctx)
  if (!named || !browser) return toFailed(ctx, 'ended')
  const taken = await ctx.transact(async inner => {
    await enterWorkspace(inner, named.workspace)
    const now = inner.clock.now()
    const found = await findUnderWay(inner.db, named.id, now)
    const row = found && (await providerById(inner, found.provider_id))
    if (!row || !isOidc(row) || (!row.active && !found.tested_by)) return undefined
    const underWay = await takeAnswer(inner.db, named.id, { now, provider: row.id, browser })
    // If the provider was changed meanwhile, the response came from the previous configuration
    if (!underWay || underWay.provider_version !== row.version) return undefined
    return { row, underWay, secret: await secretOf(inner, row) }
  })
  if (!taken) return toFailed(ctx, 'ended')
  const { row, underWay, secret } = taken
  try {
    const query = Object.fromEntries(
      (['code', 'state', 'iss', 'error', 'error_description'] as const).flatMap(name => {
        const value = input[name]
        return value === undefined ? [] : [[name, value]]
      }),
    )
    const configuration = await configurationOf(ctx, row, secret)
    const answer = await oidcAnswer(ctx, configuration, row, { id: underWay.id, state: input.state ?? '', query })
    return await keepAnswer(ctx, row, underWay, await withAllGroups(ctx, row, answer))
  } catch (error) {
    return answerRefused(ctx, row, underWay, error)
  }
}
