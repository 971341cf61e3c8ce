import { roleNames, type WorkspaceRole } from '@claviger/contract/platform/permissions'
import { type ActivityEntry, record } from '#platform/record/record.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { liveOwners, nameOfUser, putAdministrator, putSuperAdministrator } from './administrators.store.ts'

export {
  allOwners,
  deleteSuperAdministrator,
  dropOffer,
  findPerson,
  findSuperAdministrator,
  findWorkspace,
  lockAdministrator,
  putAdministrator,
} from './administrators.store.ts'

export async function makeAdministrator(
  ctx: TransactionContext,
  user: string,
  role: WorkspaceRole,
  by?: ActivityEntry['by'],
): Promise<void> {
  await putAdministrator(ctx.db, workspaceOf(ctx), user, role)
  await notify(ctx, user, roleNames[role], by)
}

export async function makeSuperAdministrator(
  ctx: TransactionContext,
  user: string,
  by?: ActivityEntry['by'],
): Promise<void> {
  await putSuperAdministrator(ctx.db, workspaceOf(ctx), user, ctx.actor.kind === 'user' ? ctx.clock.now() : null)
  await notify(ctx, user, 'Super administrator', by)
}

async function notify(ctx: TransactionContext, id: string, role: string, by: ActivityEntry['by']): Promise<void> {
  const name = await nameOfUser(ctx.db, id)
  await record(ctx, {
    action: 'administrator.created',
    ...(by && { by }),
    object: { type: 'user', id, name },
    after: { role },
  })
}

/** Active owners of the workspace, the first one first. */
export async function ownersOf(ctx: TransactionContext): Promise<{ id: string; name: string; email: string | null }[]> {
  const rows = await liveOwners(ctx.db)
  return rows.map(row => ({ id: row.id, name: `${row.first_name} ${row.last_name}`, email: row.email }))
}

/** Whether the workspace would have no active owner without this user. */
export async function isLastOwner(ctx: TransactionContext, user: string): Promise<boolean> {
  const owners = await liveOwners(ctx.db)
  return owners.length === 1 && owners[0]?.id === user
}

/** Whether the user is an active owner; locked until the transaction ends. */
export async function isLiveOwner(ctx: TransactionContext, user: string): Promise<boolean> {
  return (await liveOwners(ctx.db)).some(owner => owner.id === user)
}
