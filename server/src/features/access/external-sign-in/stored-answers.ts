import { later, minutes } from '#platform/clock.ts'
import { transact } from '#platform/db/transaction.ts'
import type { RequestContext, TransactionContext } from '#platform/app-context.ts'
import { Redirect } from '#http/bind.ts'
import type { OidcRow, ProviderRow } from '#features/connect/identity-providers/identity-providers.ts'
import { checkIdentity } from '#features/access/identity-checks/identity-checks.ts'
import { sealIdToken } from './oidc/id-token.ts'
import { newCode } from './browser-visit.ts'
import { putAnswer, type ExternalSignInRow } from './external-sign-in.store.ts'
import type { Identity } from './identity.ts'
import { pageAfter, refusedSignIn } from './sign-in-refusals.ts'
import { reportOf, reportOfCheck } from './report.ts'

// Validity of the code between the provider's response and the page that completes the sign-in
const redeemMinutes = 2

type Pending = Pick<ExternalSignInRow, 'id' | 'tested_by' | 'visit'>
type Result = Partial<Omit<Parameters<typeof putAnswer>[2], 'code_hash' | 'code_expires_at'>>

/** Stores a result and redirects to the page that continues with it, with a single-use code. */
const keepResult = (
  ctx: RequestContext,
  row: ProviderRow,
  underWay: Pending,
  result: (inner: TransactionContext) => Promise<Result>,
): Promise<Redirect> =>
  inWorkspace(ctx, row, async inner => {
    const { code, hash } = newCode(inner, row.workspace_id, underWay.id)
    await putAnswer(inner.db, underWay.id, {
      identity: null,
      id_token: null,
      report: null,
      ...(await result(inner)),
      code_hash: hash,
      code_expires_at: later(inner.clock.now(), minutes(redeemMinutes)),
    })
    // In the fragment, which is not sent to servers or logged
    return new Redirect(`${pageAfter(underWay.visit)}#${new URLSearchParams({ code }).toString()}`)
  })

/** Stores the provider's data until the sign-in page exchanges it. */
export const keepAnswer = (
  ctx: RequestContext,
  row: ProviderRow,
  underWay: Pending,
  answer: { identity: Identity; raw: Record<string, unknown>; idToken?: string },
): Promise<Redirect> =>
  keepResult(ctx, row, underWay, async inner =>
    underWay.tested_by === null
      ? {
          identity: JSON.stringify(answer.identity),
          id_token: await sealIdToken(inner, row, underWay, answer.idToken),
        }
      : { report: JSON.stringify(await reportOf(inner, row, answer)) },
  )

/** Stores only which fields of the user a provider verified, never its data. */
export const keepIdentityCheck = (
  ctx: RequestContext,
  row: OidcRow,
  underWay: ExternalSignInRow,
  raw: Record<string, unknown>,
): Promise<Redirect> =>
  keepResult(ctx, row, underWay, async inner =>
    underWay.tested_by === null
      ? { identity: JSON.stringify(await checkIdentity(inner, row, underWay.about, raw)) }
      : { report: JSON.stringify(await reportOfCheck(inner, row, underWay.tested_by, raw)) },
  )

/** Handles an unusable response: exact details in a test, only a generic reason for users. */
export const answerRefused = async (
  ctx: RequestContext,
  row: ProviderRow,
  underWay: Pending | undefined,
  error: unknown,
): Promise<Redirect> =>
  underWay?.tested_by
    ? keepResult(ctx, row, underWay, async inner => ({ report: JSON.stringify(await reportOf(inner, row, { error })) }))
    : refusedSignIn(ctx, row, error, underWay?.visit)

export const inWorkspace = <T>(
  ctx: RequestContext,
  row: Pick<ProviderRow, 'workspace_id'>,
  work: Parameters<typeof transact<T>>[2],
): Promise<T> => transact(ctx, { actor: ctx.actor, request: ctx.request, workspace: row.workspace_id }, work)
