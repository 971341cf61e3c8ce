import type { JobKind } from '../../../ground/jobs.ts'
import { transact } from '../../../ground/db/transaction.ts'
import type { World } from '../../../ground/world.ts'
import { endLog } from '../../oversight/log-chain/log-chain.ts'
import { purgeWorkspace } from '../../tenancy/workspaces/workspaces.ts'
import { dueWorkspaces, lockDue } from './workspace-deletion.store.ts'

const everywhere = {
  actor: { kind: 'operator', name: 'Claviger' },
  request: { id: 'workspace-deletion', ip: '', userAgent: '' },
  everywhere: true,
} as const

/** Deletes workspaces whose grace is over, hourly, each in a transaction of its own. */
export const endWorkspaces: JobKind = {
  name: 'end-workspaces',
  cron: '41 * * * *',
  async work(world: World) {
    const now = world.clock.now()
    for (const workspace of await transact(world, everywhere, ctx => dueWorkspaces(ctx.db, now))) {
      await transact(world, everywhere, async ctx => {
        if (!(await lockDue(ctx.db, workspace, now))) return
        await endLog(ctx, workspace)
        await purgeWorkspace(ctx, workspace)
      })
      world.log.info({ workspace }, 'a workspace was deleted, as its owner had asked')
    }
  },
}
