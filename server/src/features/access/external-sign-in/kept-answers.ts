import { later, minutes } from '#platform/clock.ts'
import { transact } from '#platform/db/transaction.ts'
import type { RequestContext } from '#platform/app-context.ts'
import { GoTo } from '#http/bind.ts'
import type { ProviderRow } from '#features/connect/identity-providers/identity-providers.ts'
import { sealIdToken } from './oidc/id-token.ts'
import { newCode } from './browser-visit.ts'
import { putAnswer, type UnderWay } from './external-sign-in.store.ts'
import type { Identity } from './identity.ts'
import { pageAfter, refusedSignIn } from './sign-in-refusals.ts'
import { reportOf } from './report.ts'

// Validity of the code between the provider's response and the page that completes the sign-in
const redeemMinutes = 2

/** Stores the provider's data and redirects to the page that completes the sign-in, with a single-use code. */
export async function keepAnswer(
  ctx: RequestContext,
  row: ProviderRow,
  underWay: Pick<UnderWay, 'id' | 'tested_by' | 'visit'>,
  answer: { identity: Identity; raw: Record<string, unknown>; idToken?: string },
): Promise<GoTo> {
  return inWorkspace(ctx, row, async inner => {
    const { code, hash } = newCode(inner, row.workspace_id, underWay.id)
    const report = underWay.tested_by === null ? null : await reportOf(inner, row, answer)
    await putAnswer(inner.db, underWay.id, {
      identity: report === null ? JSON.stringify(answer.identity) : null,
      id_token: report === null ? await sealIdToken(inner, row, underWay, answer.idToken) : null,
      report: report && JSON.stringify(report),
      code_hash: hash,
      code_expires_at: later(inner.clock.now(), minutes(redeemMinutes)),
    })
    // In the fragment, which is not sent to servers or logged
    return new GoTo(`${pageAfter(underWay.visit)}#${new URLSearchParams({ code }).toString()}`)
  })
}

/** Handles an unusable response: exact details in a test, only a generic reason for users. */
export async function answerRefused(
  ctx: RequestContext,
  row: ProviderRow,
  underWay: Pick<UnderWay, 'id' | 'tested_by' | 'visit'> | undefined,
  error: unknown,
): Promise<GoTo> {
  if (!underWay?.tested_by) return refusedSignIn(ctx, row, error, underWay?.visit)
  return inWorkspace(ctx, row, async inner => {
    const { code, hash } = newCode(inner, row.workspace_id, underWay.id)
    await putAnswer(inner.db, underWay.id, {
      identity: null,
      id_token: null,
      report: JSON.stringify(await reportOf(inner, row, { error })),
      code_hash: hash,
      code_expires_at: later(inner.clock.now(), minutes(redeemMinutes)),
    })
    return new GoTo(`/sign-in/external#${new URLSearchParams({ code }).toString()}`)
  })
}

export const inWorkspace = <T>(
  ctx: RequestContext,
  row: Pick<ProviderRow, 'workspace_id'>,
  work: Parameters<typeof transact<T>>[2],
): Promise<T> => transact(ctx, { actor: ctx.actor, request: ctx.request, workspace: row.workspace_id }, work)
