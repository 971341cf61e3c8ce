import type { AttendanceSettings } from '@claviger/contract/oversight/attendance/attendance-reports'
import { workspaceOf } from '#platform/db/transaction.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { findRetention, saveRetention } from './retention.store.ts'

export async function getRetention(ctx: TransactionContext): Promise<AttendanceSettings> {
  const row = await findRetention(ctx.db)
  return {
    retentionDays: row?.retention_days ?? null,
    retentionAction: (row?.retention_action ?? 'delete') as AttendanceSettings['retentionAction'],
  }
}

/** As the kiosk states it. */
export async function retentionOf(ctx: TransactionContext) {
  const { retentionDays: days, retentionAction: action } = await getRetention(ctx)
  return days === null ? null : { days, action }
}

export async function changeRetention(ctx: TransactionContext, after: AttendanceSettings): Promise<AttendanceSettings> {
  const before = await getRetention(ctx)
  await saveRetention(ctx.db, {
    workspace_id: workspaceOf(ctx),
    retention_days: after.retentionDays,
    retention_action: after.retentionAction,
  })
  await record(ctx, { action: 'attendance-settings.changed', before, after })
  return after
}
