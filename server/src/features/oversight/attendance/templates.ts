import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { doneReply } from '@claviger/contract/platform/fields'
import type {
  AttendanceTemplate,
  AttendanceTemplateInput,
  attendanceTemplates,
} from '@claviger/contract/oversight/attendance/attendance-templates'
import { paginate } from '#platform/db/page.ts'
import { sendTogether } from '#platform/db/pipeline.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { namesOfExpected } from './attendance.store.ts'
import { createOfSeries, type TemplateSettings } from './series.ts'
import { iso } from './session-rows.ts'
import * as store from './templates.store.ts'
import type { AttendanceTemplateRow } from './templates.store.ts'

type Input<Call extends keyof typeof attendanceTemplates.calls> = OutputOf<
  (typeof attendanceTemplates.calls)[Call]['input']
>

const mostTemplates = 500

async function templateOf(ctx: TransactionContext, row: AttendanceTemplateRow): Promise<AttendanceTemplate> {
  const { expected, ...settings } = row.settings as unknown as TemplateSettings
  const names = await namesOfExpected(ctx.db, expected)
  return {
    templateId: row.id,
    name: row.name,
    ...settings,
    place: settings.place ?? '',
    minutes: row.minutes,
    weekly:
      row.week_days === null || row.week_time === null || row.week_from === null
        ? null
        : { days: row.week_days, time: row.week_time, from: row.week_from, until: row.week_until },
    expected: { everyone: expected.everyone, ...names },
    sessions: row.sessions,
    nextAt: iso(row.next_at),
    createdAt: row.created_at.toISOString(),
  }
}

const objectOfTemplate = (row: { id: string; name: string }) => ({
  type: 'attendance-template',
  id: row.id,
  name: row.name,
})

function columnsOf(input: AttendanceTemplateInput) {
  const { name, minutes, weekly, ...settings } = input
  return {
    name,
    minutes,
    settings: JSON.stringify(settings satisfies TemplateSettings),
    week_days: weekly?.days ?? null,
    week_time: weekly?.time ?? null,
    week_from: weekly?.from ?? null,
    week_until: weekly?.until ?? null,
  }
}

/** @throws not-found for a group, unit, or user that doesn't exist */
async function mustExist(
  ctx: TransactionContext,
  { groups, units, users }: AttendanceTemplateInput['expected'],
): Promise<void> {
  const names = await namesOfExpected(ctx.db, { groups, units, users })
  const missing = [
    [groups, names.groups],
    [units, names.units],
    [users, names.users],
  ].some(([asked, found]) => new Set<unknown>(asked).size !== found?.length)
  if (missing) throw problem('not-found')
}

async function existing(ctx: TransactionContext, id: string): Promise<AttendanceTemplateRow> {
  const row = await store.findTemplate(ctx.db, id)
  if (!row) throw problem('not-found')
  return row
}

export async function listTemplates(ctx: TransactionContext, ask: Input<'list'>) {
  const page = await paginate<AttendanceTemplateRow>(ctx, ask, {
    ...store.templateList,
    item: (row: AttendanceTemplateRow) => row,
  })
  return { ...page, items: await sendTogether(...page.items.map(row => templateOf(ctx, row))) }
}

export const getTemplate = async (ctx: TransactionContext, { templateId }: { templateId: string }) =>
  templateOf(ctx, await existing(ctx, templateId))

/** @throws not-found, attendance-template-taken, too-many-attendance-templates */
export async function createTemplate(ctx: TransactionContext, input: AttendanceTemplateInput) {
  if ((await store.countTemplates(ctx.db)) >= mostTemplates) throw problem('too-many-attendance-templates')
  await mustExist(ctx, input.expected)
  const row = { ...columnsOf(input), workspace_id: workspaceOf(ctx), id: newId(), created_at: ctx.clock.now() }
  await store.insertAttendanceTemplate(ctx.db, row)
  await record(ctx, {
    action: 'attendance-template.created',
    object: objectOfTemplate(row),
    after: { weekly: input.weekly, minutes: input.minutes },
  })
  await createOfSeries(ctx, await existing(ctx, row.id))
  return getTemplate(ctx, { templateId: row.id })
}

/** Recreates future sessions of the series with the new settings. */
export async function updateTemplate(ctx: TransactionContext, { templateId, ...input }: Input<'update'>) {
  const before = await existing(ctx, templateId)
  await mustExist(ctx, input.expected)
  const columns = columnsOf(input)
  await store.changeTemplate(ctx.db, templateId, columns)
  await record(ctx, {
    action: 'attendance-template.updated',
    object: objectOfTemplate({ id: templateId, name: input.name }),
    before: { name: before.name, minutes: before.minutes },
    after: { name: input.name, minutes: input.minutes },
  })
  await store.deletePlanned(ctx.db, templateId, ctx.clock.now())
  await createOfSeries(ctx, await existing(ctx, templateId))
  return getTemplate(ctx, { templateId })
}

export async function removeTemplate(ctx: TransactionContext, { templateId }: { templateId: string }) {
  const row = await existing(ctx, templateId)
  await store.deletePlanned(ctx.db, templateId, ctx.clock.now())
  await store.deleteAttendanceTemplate(ctx.db, templateId)
  await record(ctx, {
    action: 'attendance-template.deleted',
    object: objectOfTemplate(row),
    before: { minutes: row.minutes, days: row.week_days, time: row.week_time },
  })
  return doneReply
}
