import { workspaceRoles } from '@claviger/contract/platform/permissions'
import type { ActivityAction } from '@claviger/contract/oversight/log-actions'
import type { BulkReason } from '@claviger/contract/people/bulk-runs'
import type { RawBuilder } from 'kysely'
import { recordMany } from '#platform/record/record-many.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { ownersOf } from '#features/tenancy/administrators/administrators.ts'
import { endLinks } from '../account-links/account-links.ts'
import { joinGroup } from '../groups/groups.many.ts'
import { joinUnit } from '../units/units.many.ts'
import { suspensionSources } from './standing/suspenders.ts'
import { nameOfRow, logFieldsOfDeleted } from './users.columns.ts'
import { invite } from './users.invite.ts'
import * as store from './standing/acts.store.ts'
import type { ActVerdict } from './standing/acts.store.ts'
import type { ActRequest } from './standing/reasons.store.ts'

export type { ActRequest } from './standing/reasons.store.ts'

export interface ActTarget {
  targetName: string | null
}

export interface ActResult {
  user: string
  reason: BulkReason | null
  actedAt: Date | null
  wasSuspendedAt: Date | null
  wasSuspendedBy: number | null
  wasDeactivatedAt: Date | null
}

const actions: Record<ActRequest['act'], ActivityAction> = {
  activate: 'user.reactivated',
  deactivate: 'user.deactivated',
  suspend: 'user.suspended',
  delete: 'user.deleted',
  restore: 'user.restored',
  invite: 'user.invited',
  'add-to-group': 'user.joined',
  'add-to-unit': 'user.joined',
}

export const countActReasons = (ctx: TransactionContext, asked: ActRequest, list: RawBuilder<unknown>) =>
  store.countUserReasons(ctx.db, asked, list)

export const apiKeysOf = (ctx: TransactionContext, asked: ActRequest, list: RawBuilder<unknown>) =>
  store.keptApiKeys(ctx.db, asked, list)

export async function perform(
  ctx: TransactionContext,
  asked: ActRequest,
  told: ActTarget,
  ids: readonly string[],
): Promise<ActResult[]> {
  const rows = await store.inspectUsers(ctx.db, asked, ids)
  if (['suspend', 'deactivate', 'delete'].includes(asked.act)) await keepAnOwner(ctx, rows)
  if (asked.act === 'restore') keepFirstOfEach(rows)
  const able = rows.filter(row => row.reason === null)
  if (able.length > 0) await apply(ctx, asked, able)
  // The invitation writes its own log lines
  if (asked.act !== 'invite') await recordActs(ctx, asked, told, able)
  return rows.map(row => ({
    user: row.id,
    reason: row.reason,
    actedAt: row.reason === null ? asked.now : null,
    wasSuspendedAt: row.suspended_at,
    wasSuspendedBy: row.suspended_by,
    wasDeactivatedAt: row.deactivated_at,
  }))
}

/** Locks the owners until the transaction ends, so that two runs can't remove the last one together. */
async function keepAnOwner(ctx: TransactionContext, rows: ActVerdict[]): Promise<void> {
  const doomed = rows.filter(row => row.reason === null && row.role === workspaceRoles.owner)
  if (doomed.length === 0) return
  const ids = new Set(doomed.map(row => row.id))
  const owners = await ownersOf(ctx)
  if (owners.some(owner => !ids.has(owner.id))) return
  for (const row of doomed) row.reason = 'last-owner'
}

/** Deleted users may have had the same address at different times; only one of them can be restored. */
function keepFirstOfEach(rows: ActVerdict[]): void {
  const seen = new Set<string>()
  const taken = (kind: string, value: string | null) => {
    const key = `${kind}:${value?.toLowerCase()}`
    const known = seen.has(key)
    if (value !== null) seen.add(key)
    return value !== null && known
  }
  for (const row of rows.filter(one => one.reason === null)) {
    if (taken('user', row.user_id)) row.reason = 'user-id-taken'
    else if (!row.shares_email && taken('email', row.email)) row.reason = 'email-taken'
    else if (taken('employee', row.employee_id)) row.reason = 'employee-id-taken'
  }
}

async function apply(ctx: TransactionContext, asked: ActRequest, able: readonly ActVerdict[]): Promise<void> {
  const ids = able.map(row => row.id)
  const free = { suspendedAt: null, suspendedBy: 0, deactivatedAt: null }
  switch (asked.act) {
    case 'activate':
      return store.setStatuses(
        ctx.db,
        ids.map(id => ({ id, ...free })),
      )
    case 'suspend':
      return store.setStatuses(
        ctx.db,
        able.map(row => ({
          id: row.id,
          suspendedAt: asked.now,
          suspendedBy: (row.suspended_by ?? 0) | suspensionSources.administrator,
          deactivatedAt: row.deactivated_at,
        })),
      )
    case 'deactivate':
      return store.setStatuses(
        ctx.db,
        ids.map(id => ({ id, ...free, deactivatedAt: asked.now })),
      )
    case 'delete':
      await store.setDeleted(ctx.db, ids, asked.now)
      return endLinks(ctx, ids)
    case 'restore':
      return store.setDeleted(ctx.db, ids, null)
    case 'add-to-group':
      return joinGroup(ctx, asked.target as string, ids)
    case 'add-to-unit':
      return joinUnit(ctx, asked.target as string, ids)
    case 'invite':
      for (const row of await store.rowsOfUsers(ctx.db, ids)) await invite(ctx, row)
  }
}

const recordActs = (ctx: TransactionContext, asked: ActRequest, told: ActTarget, able: readonly ActVerdict[]) =>
  recordMany(
    ctx,
    asked.by,
    able.map(row => ({
      action: actions[asked.act],
      object: { type: 'user', id: row.id, name: nameOfRow(row) },
      ...(asked.act === 'delete' && { before: logFieldsOfDeleted(row) }),
      ...(told.targetName !== null && {
        after: { [asked.act === 'add-to-unit' ? 'organizationUnit' : 'group']: told.targetName },
      }),
    })),
  )
