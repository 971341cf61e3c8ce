import { isOpenTo } from '#platform/entrance/entrance.ts'
import type { JobKind } from '#platform/jobs.ts'
import { transact } from '#platform/db/transaction.ts'
import { record } from '#platform/record/record.ts'
import type { SigningKey } from '#platform/secrets/signing-key.ts'
import type { ScheduledTask } from '#platform/scheduled-tasks.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { ownWorkspaceRow } from '#features/tenancy/workspaces/workspaces.ts'
import {
  dueSessions,
  expectPeople,
  findSession,
  workspacesWithSeries,
  deleteSession,
  changeSession,
} from './attendance.store.ts'
import { sealSession, evidenceSigner } from './evidence/evidence.ts'
import { sealRows } from './evidence/evidence.store.ts'
import { anonymizeSession, type ExpiredSession, expiredSessions } from './retention.store.ts'
import { createOfSeries } from './series.ts'
import { objectOfSession, sessionStateOf } from './session-rows.ts'
import { weeklyTemplates } from './templates.store.ts'

const from = {
  actor: { kind: 'operator', name: 'Claviger' },
  request: { id: 'attendance', ip: '', userAgent: '' },
} as const

const atOnce = 50

const inside = <T>(world: AppContext, workspace: string, work: (ctx: TransactionContext) => Promise<T>): Promise<T> =>
  transact(world, { ...from, workspace }, work)

/** Opens and closes sessions on schedule, and signs closed ones again for which late taps arrived. */
export async function keepSchedule(world: AppContext): Promise<void> {
  const due = await transact(world, { ...from, everywhere: true }, ctx => dueSessions(ctx.db, ctx.clock.now(), atOnce))
  if (due.length === 0) return
  const signer = await evidenceSigner(world)
  for (const { workspace_id, id } of due) await inside(world, workspace_id, ctx => keepOne(ctx, id, signer))
}

async function keepOne(ctx: TransactionContext, id: string, signer: SigningKey): Promise<void> {
  const session = await findSession(ctx.db, id, true)
  if (!session) return
  const state = sessionStateOf(session, ctx.clock.now())
  if (state === 'closed' && !session.sealed) {
    const signed = (await sealRows(ctx.db, id)).length > 0
    return sealSession(ctx, session, signer, signed ? 'attendance.signed' : 'attendance.closed')
  }
  if (state !== 'open' || session.opening_noted) return
  await changeSession(ctx.db, id, { opening_noted: true })
  await expectPeople(ctx.db, id)
  await record(ctx, { action: 'attendance.opened', object: objectOfSession(session) })
}

export const attendanceTask: ScheduledTask = { name: 'attendance', everySeconds: 3, work: keepSchedule }

/** Creates the sessions of weekly series that are missing in the next days. */
export async function continueSeries(world: AppContext): Promise<void> {
  const all = await transact(world, { ...from, everywhere: true }, ctx => workspacesWithSeries(ctx.db))
  for (const workspace of all)
    await inside(world, workspace, async ctx => {
      if (!(await isOpenTo(ctx, 'attendance'))) return
      for (const row of await weeklyTemplates(ctx.db)) {
        const made = await createOfSeries(ctx, row)
        if (made === 0) continue
        const object = { type: 'attendance-template', id: row.id, name: row.name }
        await record(ctx, { action: 'attendance.scheduled', object, after: { sessions: made } })
      }
    })
}

export const createSeriesSessions: JobKind = {
  name: 'attendance-series',
  cron: '5 * * * *',
  work: continueSeries,
}

/** Deletes or anonymizes records whose retention period has ended. */
export async function trimRecords(world: AppContext): Promise<void> {
  for (;;) {
    const expired = await transact(world, { ...from, everywhere: true }, ctx =>
      expiredSessions(ctx.db, ctx.clock.now(), atOnce),
    )
    const byWorkspace = Map.groupBy(expired, row => row.workspace_id)
    for (const [workspace, rows] of byWorkspace) await inside(world, workspace, ctx => trim(ctx, rows))
    if (expired.length < atOnce) return
  }
}

async function trim(ctx: TransactionContext, rows: readonly ExpiredSession[]): Promise<void> {
  for (const { id, retention_action: action } of rows)
    await (action === 'delete' ? deleteSession(ctx.db, id) : anonymizeSession(ctx.db, id, ctx.clock.now()))
  const { id, name } = await ownWorkspaceRow(ctx)
  await record(ctx, {
    action: 'attendance.trimmed',
    object: { type: 'workspace', id, name },
    after: { sessions: rows.length, action: rows[0]?.retention_action },
  })
}

export const trimAttendance: JobKind = { name: 'trim-attendance', cron: '40 3 * * *', work: trimRecords }
