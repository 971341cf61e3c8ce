import { withoutTransaction } from '#http/bind.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { RequestContext } from '#platform/app-context.ts'
import { deliveryErrorOf } from '#integrations/target.ts'
import { findApplication, noteCheck } from './api-applications.store.ts'
import { type Access, accessOf } from './api-applications.access.ts'
import { askEntra } from './ask-entra.ts'
import { askOkta } from './ask-okta.ts'
import type { ApiCheckResult } from './check-result.ts'
import { apiApplicationOf, logObjectOfApiApplication } from './api-application-replies.ts'

const longest = 400

async function ask(ctx: RequestContext, access: Access): Promise<ApiCheckResult> {
  try {
    return access.type === 'okta' ? await askOkta(ctx, access) : await askEntra(ctx, access)
  } catch (error) {
    return { reason: deliveryErrorOf(error).message, missing: [] }
  }
}

/** Checks the stored credentials with the provider and stores the result. @throws not-found */
export const checkApplication = (type?: 'okta') =>
  withoutTransaction(async (ctx: RequestContext, { id }: { id: string }) => {
    const { row, access } = await ctx.transact(async inner => {
      const found = await findApplication(inner.db, id)
      if (!found || (type !== undefined && found.type !== type)) throw problem('not-found')
      return { row: found, access: await accessOf(inner, found) }
    })
    const { reason, missing } = await ask(ctx, access)
    return ctx.transact(async inner => {
      const to = {
        checked_at: inner.clock.now(),
        check_reason: reason?.slice(0, longest) ?? null,
        check_missing: [...missing],
      }
      await noteCheck(inner.db, row, to)
      const wrong = reason ?? (missing.length > 0 ? `Missing: ${missing.join(', ')}` : undefined)
      await record(inner, {
        action: 'api-application.checked',
        object: logObjectOfApiApplication(row),
        ...(wrong !== undefined && { failed: wrong }),
      })
      const now = await findApplication(inner.db, id)
      if (!now) throw problem('not-found')
      return apiApplicationOf(now, inner.clock.now())
    })
  })
