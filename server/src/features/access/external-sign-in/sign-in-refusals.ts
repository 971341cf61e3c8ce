import { externalReasons, type ExternalReason } from '@claviger/contract/access/external-sign-in'
import { Problem } from '#platform/problem.ts'
import { recordRefused } from '#platform/record/record-refused.ts'
import { transact } from '#platform/db/transaction.ts'
import type { RequestContext } from '#platform/app-context.ts'
import { Redirect } from '#http/bind.ts'
import { DeliveryError } from '#integrations/target.ts'
import type { ProviderRow } from '#features/connect/identity-providers/identity-providers.ts'
import { ExternalIdentityError } from './identity.ts'

/** Page that continues after a response: the card page for a visit, otherwise the sign-in page. */
export const pageAfter = (visit: string | null | undefined): string =>
  typeof visit === 'string' ? '/msal/result' : '/sign-in/external'

export const toFailed = (ctx: RequestContext, reason: ExternalReason, visit?: string | null): Redirect =>
  new Redirect(`${pageAfter(visit)}?${new URLSearchParams({ failed: reason, reference: ctx.request.id }).toString()}`)

export function causeOf(error: unknown): { reason: ExternalReason; exact: string } {
  const inner = innermost(error)
  if (inner instanceof DeliveryError) return { reason: 'unreachable', exact: inner.message }
  if (error instanceof ExternalIdentityError) return { reason: 'refused', exact: error.message }
  const said = errorFieldOf(error)
  if (said === 'access_denied')
    return { reason: 'denied', exact: 'The provider says that the person gave up or may not' }
  const words = [said, inner instanceof Error ? inner.message : String(inner)].filter(Boolean).join(': ')
  return { reason: 'refused', exact: words.slice(0, 280) }
}

function innermost(error: unknown): unknown {
  let one = error
  for (let depth = 0; depth < 5 && one instanceof Error && one.cause instanceof Error; depth++) one = one.cause
  return one
}

function errorFieldOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('error' in error)) return undefined
  return typeof error.error === 'string' ? error.error.slice(0, 80) : undefined
}

/** Logs the exact reason in the workspace, and redirects to the page that informs the user. */
export async function refusedSignIn(
  ctx: RequestContext,
  row: ProviderRow,
  error: unknown,
  visit?: string | null,
): Promise<Redirect> {
  if (error instanceof Problem) throw error
  const { reason, exact } = causeOf(error)
  await transact(ctx, { actor: ctx.actor, request: ctx.request, workspace: row.workspace_id }, inner =>
    recordRefused(
      inner,
      {
        action: 'sign-in.external',
        failed: exact,
        by: { id: null, name: row.name },
        object: { type: 'identity-provider', id: row.id, name: row.name },
      },
      { unknown: row.id },
    ),
  )
  return toFailed(ctx, externalReasons.includes(reason) ? reason : 'refused', visit)
}
