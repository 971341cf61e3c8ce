import { workflowTypes as types } from '@claviger/contract/automation/workflows/workflow-content'
import type { TransactionContext } from '#platform/app-context.ts'
import { firstWaiting, insertUses, type WaitingRun } from './runs.store.ts'

export const noteWorkflowUse = (
  ctx: TransactionContext,
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

export const findWaitingRun = (ctx: TransactionContext): Promise<WaitingRun | undefined> => firstWaiting(ctx.db)
