import { endingKinds } from '@claviger/contract/access/workspace-deletion.others'
import type { JobKind } from '#platform/jobs.ts'
import { enterWorkspace, transact } from '#platform/db/transaction.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { closeForGood } from '#features/billing/bills/bills.issue.ts'
import { endLog } from '#features/oversight/log-chain/log-chain.ts'
import { ownWorkspaceRow, purgeWorkspace, setStatus } from '#features/tenancy/workspaces/workspaces.ts'
import { purgedOf, purgeSlice } from './slices.store.ts'
import {
  extendStatementTimeout,
  beginEnding,
  deleteDeletion,
  type DeletionRow,
  dueWorkspaces,
  lockDue,
  noteDeleted,
} from './workspace-deletion.store.ts'

const everywhere = {
  actor: { kind: 'operator', name: 'Claviger' },
  request: { id: 'workspace-deletion', ip: '', userAgent: '' },
  everywhere: true,
} as const

/**
 * Hourly: deletes or resets workspaces whose grace period has ended. Each slice is a transaction of its own, so that the
 * logs of other workspaces are never waiting for it, and a restart continues where it stopped. A failure affects no other
 * workspace and is retried.
 */
export const endWorkspaces: JobKind = {
  name: 'end-workspaces',
  cron: '41 * * * *',
  async work(world: AppContext) {
    const now = world.clock.now()
    const failed: unknown[] = []
    for (const workspace of await transact(world, everywhere, ctx => dueWorkspaces(ctx.db, now))) {
      try {
        await endWorkspace(world, workspace, now)
      } catch (error) {
        world.log.error({ workspace, err: error }, 'a workspace could not be deleted')
        failed.push(error)
      }
    }
    if (failed.length > 0) throw failed[0]
  },
}

/** Runs a step unless the deletion was canceled, which the lock prevents from overlapping. */
const step = <T>(
  world: AppContext,
  workspace: string,
  now: Date,
  work: (ctx: TransactionContext, row: DeletionRow) => Promise<T>,
) =>
  transact(world, everywhere, async ctx => {
    const row = await lockDue(ctx.db, workspace, now)
    if (!row) return undefined
    await enterWorkspace(ctx, workspace)
    return work(ctx, row)
  })

async function endWorkspace(world: AppContext, workspace: string, now: Date): Promise<void> {
  const kind = await step(world, workspace, now, async (ctx, row) => {
    if (row.begun_at === null) {
      await beginEnding(ctx.db, workspace, now)
      // From here on, missing lines of this log are no fault
      if (row.kind === endingKinds.deletion) {
        await closeForGood(ctx)
        await endLog(ctx, workspace)
      }
    }
    return row.kind
  })
  if (kind === undefined) return
  for (const purged of purgedOf(kind)) {
    let more = true
    while (more) {
      const deleted = await step(world, workspace, now, async ctx => {
        const n = await purgeSlice(ctx.db, purged)
        if (n > 0) await noteDeleted(ctx.db, workspace, n)
        return n
      })
      if (deleted === undefined) return
      more = deleted >= purged.rows
    }
  }
  await step(world, workspace, now, async (ctx, row) => {
    if (row.kind === endingKinds.reset) return finishReset(ctx, row)
    await extendStatementTimeout(ctx.db)
    return purgeWorkspace(ctx, workspace)
  })
  world.log.info({ workspace }, 'a workspace was deleted or reset, as planned')
}

/** The workspace starts again with its owners and settings. The entry in its log is the proof of the deletion. */
async function finishReset(ctx: TransactionContext, row: DeletionRow): Promise<void> {
  await deleteDeletion(ctx.db, row.workspace_id)
  await setStatus(ctx, row.status_before)
  const { id, name } = await ownWorkspaceRow(ctx)
  await record(ctx, {
    action: 'workspace.was-reset',
    object: { type: 'workspace', id, name },
    before: { rows: row.deleted, askedBy: row.asked_by, askedAt: row.asked_at.toISOString() },
  })
}
