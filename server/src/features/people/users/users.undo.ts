import type { ActivityAction } from '@claviger/contract/oversight/log-actions'
import type { BulkAct, BulkReason } from '@claviger/contract/people/bulk-runs'
import { recordMany } from '#platform/record/record-many.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { leaveGroup } from '../groups/groups.many.ts'
import { leaveUnit } from '../units/units.many.ts'
import { nameOfRow } from './users.columns.ts'
import { type ActResult, type ActRequest, perform, type ActTarget } from './users.acts.ts'
import { rowsOfUsers, setStatuses, type UserStanding, inspectUsers } from './standing/acts.store.ts'
import { suspensionSources } from './standing/suspenders.ts'
import type { UserRow } from './users.store.ts'

/** A sent email can't be undone. */
export const canUndo = (act: string): act is Exclude<BulkAct, 'invite'> => act !== 'invite'

const actions: Record<Exclude<BulkAct, 'delete' | 'restore' | 'invite'>, ActivityAction> = {
  suspend: 'user.reactivated',
  deactivate: 'user.reactivated',
  activate: 'user.deactivated',
  'add-to-group': 'user.left',
  'add-to-unit': 'user.left',
}

/**
 * Undoes an act, except for users with a higher role or users changed since. `asked.act` is the act undone.
 */
export async function undoUserAct(
  ctx: TransactionContext,
  asked: ActRequest,
  told: ActTarget,
  rows: readonly ActResult[],
): Promise<ActResult[]> {
  const { act } = asked
  if (act === 'delete' || act === 'restore') {
    const opposite = act === 'delete' ? 'restore' : 'delete'
    return perform(
      ctx,
      { ...asked, act: opposite },
      told,
      rows.map(row => row.user),
    )
  }
  if (act === 'invite') return []
  const ids = rows.map(row => row.user)
  const barred = await barredFrom(ctx, asked, ids)
  const now = new Map((await rowsOfUsers(ctx.db, ids)).map(row => [row.id, row]))
  const still = (row: ActResult): boolean => {
    const user = now.get(row.user)
    if (!user) return false
    const [suspended, deactivated] = [user.suspended_at?.getTime(), user.deactivated_at?.getTime()]
    if (act === 'suspend') return suspended === row.actedAt?.getTime()
    if (act === 'deactivate') return deactivated === row.actedAt?.getTime() && suspended === undefined
    if (act === 'activate') return suspended === undefined && deactivated === undefined
    return true
  }
  const able = rows.filter(row => !barred.has(row.user) && still(row))
  const users = able.map(row => row.user)
  if (act === 'add-to-group') await leaveGroup(ctx, asked.target as string, users)
  else if (act === 'add-to-unit') await leaveUnit(ctx, asked.target as string, users)
  else
    await setStatuses(
      ctx.db,
      able.map(row => standingBefore(act, row, now.get(row.user) as UserRow)),
    )
  await recordMany(
    ctx,
    asked.by,
    able.map(row => ({
      action: act === 'activate' && row.wasSuspendedAt ? 'user.suspended' : actions[act],
      object: {
        type: 'user',
        id: row.user,
        name: nameOfRow(now.get(row.user) as { first_name: string; last_name: string }),
      },
      ...(told.targetName !== null && {
        before: { [act === 'add-to-unit' ? 'organizationUnit' : 'group']: told.targetName },
      }),
    })),
  )
  return rows.map(row => ({
    ...row,
    actedAt: able.includes(row) ? asked.now : null,
    reason: able.includes(row) ? null : (barred.get(row.user) ?? (now.has(row.user) ? 'changed-since' : 'unknown')),
  }))
}

/** The state before an act; a suspension by a directory or workflow since then stays. */
function standingBefore(act: string, row: ActResult, user: UserRow): UserStanding {
  const others = act === 'suspend' ? user.suspended_by & ~suspensionSources.administrator : 0
  const by =
    act === 'suspend'
      ? others
      : row.wasSuspendedAt === null
        ? 0
        : (row.wasSuspendedBy ?? suspensionSources.administrator)
  return {
    id: row.user,
    suspendedAt: by === 0 ? null : (row.wasSuspendedAt ?? user.suspended_at),
    suspendedBy: by,
    deactivatedAt: row.wasDeactivatedAt,
  }
}

async function barredFrom(
  ctx: TransactionContext,
  asked: ActRequest,
  ids: readonly string[],
): Promise<Map<string, BulkReason>> {
  const opposite = asked.act === 'activate' ? 'suspend' : 'activate'
  const weighed = await inspectUsers(ctx.db, { ...asked, act: opposite }, ids)
  return new Map(
    weighed.flatMap(({ id, reason }) => (reason === 'above-you' || reason === 'own-account' ? [[id, reason]] : [])),
  )
}
