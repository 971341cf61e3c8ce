import { workflowTypes as types } from '@claviger/contract/automation/workflows/content'
import type { Ctx } from '../../../ground/world.ts'
import { firstWaiting, insertUses, type Waiting } from './runs.store.ts'

/** Tells that somebody came to the end at a card page: a run of each workflow that counts that. */
export const noteUse = (
  ctx: Ctx,
  page: string,
  did: 'enrolled' | 'recovered',
  person: { id: string; name: string },
): Promise<void> =>
  insertUses(ctx.db, {
    type: did === 'enrolled' ? types.pageEnrolment : types.pageRecovery,
    page,
    person,
    now: ctx.clock.now(),
  })

/** The run that has waited for an owner the longest, because it would suspend or delete many. */
export const runThatWaits = (ctx: Ctx): Promise<Waiting | undefined> => firstWaiting(ctx.db)
