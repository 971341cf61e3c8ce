import { transact } from '#platform/db/transaction.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import * as store from './changes.store.ts'

const batch = 2000

export const provisioningKeeper = {
  actor: { kind: 'operator', name: 'Claviger' },
  request: { id: 'provisioning', ip: '', userAgent: '' },
} as const

export async function applyChangeNotices(world: AppContext, stopping: AbortSignal): Promise<void> {
  const changed = await transact(world, { ...provisioningKeeper, everywhere: true }, ctx =>
    store.workspacesChanged(ctx.db),
  )
  for (const workspace of changed)
    while (!stopping.aborted && (await transact(world, { ...provisioningKeeper, workspace }, notice)));
  const sweeping = await transact(world, { ...provisioningKeeper, everywhere: true }, ctx =>
    store.targetsSweeping(ctx.db),
  )
  for (const { workspace_id: workspace, id } of sweeping) {
    const next = (ctx: TransactionContext) => store.advanceSweep(ctx.db, id, batch, ctx.clock.now())
    while (!stopping.aborted && (await transact(world, { ...provisioningKeeper, workspace }, next)));
  }
}

async function notice(ctx: TransactionContext): Promise<boolean> {
  const changes = await store.dequeueChanges(ctx.db, batch)
  const about = (what: number) => [
    ...new Set(changes.filter(change => change.what === what).map(change => change.subject)),
  ]
  const now = ctx.clock.now()
  const [people, groups, applications] = [about(1), about(2), about(3)]
  if (people.length > 0) await store.notePeople(ctx.db, people, now)
  if (groups.length > 0) await store.noteGroups(ctx.db, groups, now)
  if (applications.length > 0) await store.beginSweep(ctx.db, applications)
  return changes.length === batch
}
