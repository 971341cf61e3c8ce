import { selfServiceActions } from '@claviger/contract/access/self-service'
import type { Problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { sendTogether } from '#platform/db/pipeline.ts'
import { msg } from '#platform/languages.ts'
import { recordRefused } from '#platform/record/record-refused.ts'
import { userById } from '#features/people/users/users.ts'
import { countFailure } from './abuse/attempt-counts.ts'
import { notifyHelpdesk } from './self-service-mails.ts'
import { changeVisit, type VisitChange } from './self-service.store.ts'
import { KeptRefusal, type Visit } from './visit.ts'

/** Counts a wrong answer, notifies the help desk if configured, and returns the refusal. Uses up completed work. */
export async function failVisit(
  ctx: TransactionContext,
  visit: Visit,
  refusal: Problem,
  to: VisitChange = {},
): Promise<KeptRefusal> {
  const failures = visit.row.failures + 1
  await sendTogether(changeVisit(ctx.db, visit.row.id, { ...to, failures, worked: false }), countFailure(ctx, visit))
  const { tellDesk: helpdesk } = visit.page.settings
  if (helpdesk.on && helpdesk.email !== null && failures === helpdesk.after)
    await notifyHelpdesk(ctx, visit.page, helpdesk.email, failures)
  if (refusal.code === 'not-verified')
    await noteRefusedVisit(ctx, visit, msg('The identity of the user was not verified'))
  return new KeptRefusal(refusal)
}

export async function noteRefusedVisit(ctx: TransactionContext, { row, page }: Visit, why: string): Promise<void> {
  const user = row.user_id === null ? undefined : await userById(ctx, row.user_id)
  if (!user) return
  const entry = {
    action: row.action === selfServiceActions.recovery ? 'self-service.recovered' : 'self-service.enrolled',
    failed: why,
    object: { type: 'user', id: user.id, name: `${user.first_name} ${user.last_name}` },
    after: { page: page.name },
  } as const
  await recordRefused(ctx, entry, { known: user.id })
}
