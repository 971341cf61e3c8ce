import type { Problem } from '../../../ground/problem.ts'
import type { Ctx } from '../../../ground/world.ts'
import { together } from '../../../ground/db/together.ts'
import { countFailure } from './abuse/tries.ts'
import { notifyHelpdesk } from './letters.ts'
import { changeVisit, type VisitChange } from './self-service.store.ts'
import { KeptRefusal, type Visit } from './visit.ts'

/**
 * Counts a wrong answer of a visit, tells the helpdesk where the page's owner wants that, and answers the refusal. Work that
 * was done before is used up.
 */
export async function failed(ctx: Ctx, visit: Visit, refusal: Problem, to: VisitChange = {}): Promise<KeptRefusal> {
  const failures = visit.row.failures + 1
  await together(changeVisit(ctx.db, visit.row.id, { ...to, failures, worked: false }), countFailure(ctx, visit))
  const { tellDesk: helpdesk } = visit.page.settings
  if (helpdesk.on && helpdesk.email !== null && failures === helpdesk.after)
    await notifyHelpdesk(ctx, visit.page, helpdesk.email, failures)
  return new KeptRefusal(refusal)
}
