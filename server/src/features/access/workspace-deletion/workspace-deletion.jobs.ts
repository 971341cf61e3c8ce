import type { JobKind } from '#platform/jobs.ts'
import { enterWorkspace, transact } from '#platform/db/transaction.ts'
import type { World } from '#platform/world.ts'
import { endLog } from '#features/oversight/log-chain/log-chain.ts'
import { closeForGood } from '#features/billing/bills/bills.issue.ts'
import { purgeWorkspace } from '#features/tenancy/workspaces/workspaces.ts'
import { allowAnHour, dueWorkspaces, lockDue } from './workspace-deletion.store.ts'

const everywhere = {
  actor: { kind: 'operator', name: 'Claviger' },
  request: { id: 'workspace-deletion', ip: '', userAgent: '' },
  everywhere: true,
} as const

/**
 * Hourly: deletes workspaces whose grace period has ended, each in its own transaction, so that a failure affects no
 * other and is retried.
 */
export const endWorkspaces: JobKind = {
  name: 'end-workspaces',
  cron: '41 * * * *',
  async work(world: World) {
    const now = world.clock.now()
    const failed: unknown[] = []
    for (const workspace of await transact(world, everywhere, ctx => dueWorkspaces(ctx.db, now))) {
      try {
        await endWorkspace(world, workspace, now)
        world.log.info({ workspace }, 'a workspace was deleted, as its owner had asked')
      } catch (error) {
        world.log.error({ workspace, err: error }, 'a workspace could not be deleted')
        failed.push(error)
      }
    }
    if (failed.length > 0) throw failed[0]
  },
}

const endWorkspace = (world: World, workspace: string, now: Date) =>
  transact(world, everywhere, async ctx => {
    if (!(await lockDue(ctx.db, workspace, now))) return
    await allowAnHour(ctx.db)
    await enterWorkspace(ctx, workspace)
    await closeForGood(ctx)
    await endLog(ctx, workspace)
    await purgeWorkspace(ctx, workspace)
  })
