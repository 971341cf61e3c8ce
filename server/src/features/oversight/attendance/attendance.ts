import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { doneReply } from '@claviger/contract/platform/fields'
import { keyTypes } from '@claviger/contract/connect/api-keys'
import type { attendance, AttendanceSessionInput } from '@claviger/contract/oversight/attendance'
import {
  type AttendanceSession,
  type AttendanceSessionInFull,
  repeatSeconds,
} from '@claviger/contract/oversight/attendance/session-fields'
import { groupTypes } from '@claviger/contract/people/groups'
import { later, minutes } from '#platform/clock.ts'
import { paginate } from '#platform/db/page.ts'
import { sendTogether } from '#platform/db/pipeline.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import type { SigningKey } from '#platform/secrets/signing-key.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { withoutTransaction } from '#http/bind.ts'
import * as store from './attendance.store.ts'
import type { NewAttendanceRow, AttendanceRow } from './attendance.store.ts'
import { attendanceCounts, listedCounts } from './counts.ts'
import { sealSession, signaturesOf, evidenceSigner } from './evidence/evidence.ts'
import { objectOfSession, attendanceSessionOf, shownSettingsOf, sessionStateOf } from './session-rows.ts'

type Input<Call extends keyof typeof attendance.calls> = OutputOf<(typeof attendance.calls)[Call]['input']>
type Settings = Omit<AttendanceSessionInput, 'open' | 'templateId' | 'apiKeys'>

const mostSessions = 10_000

export async function listAttendance(ctx: TransactionContext, ask: Input<'list'>) {
  const now = ctx.clock.now()
  // The session of today comes first, unless the caller sorts
  const order = ask.sort === undefined ? 'desc' : ask.order
  const page = await paginate<AttendanceRow>(
    ctx,
    { ...ask, order },
    {
      ...store.sessionList(ask, now),
      item: (row: AttendanceRow) => row,
    },
  )
  const counts = await listedCounts(ctx, page.items)
  return { ...page, items: page.items.map((row): AttendanceSession => attendanceSessionOf(row, counts(row), now)) }
}

/** A session that the caller can see. @throws not-found */
export async function sessionOfCaller(ctx: TransactionContext, id: string, lock = false): Promise<AttendanceRow> {
  const row = await store.findSession(ctx.db, id, lock)
  if (!row) throw problem('not-found')
  return row
}

/** A session to change. @throws not-found, attendance-closed */
async function changeable(ctx: TransactionContext, id: string): Promise<AttendanceRow> {
  const row = await sessionOfCaller(ctx, id, true)
  if (sessionStateOf(row, ctx.clock.now()) === 'closed') throw problem('attendance-closed')
  return row
}

async function inFull(ctx: TransactionContext, row: AttendanceRow): Promise<AttendanceSessionInFull> {
  const [counts, names, apiKeys, seals] = await sendTogether(
    attendanceCounts(ctx, row),
    store.namesOfExpected(ctx.db, {
      groups: row.expected_groups,
      units: row.expected_units,
      users: row.expected_users,
    }),
    store.kioskKeysOf(ctx.db, row.id),
    signaturesOf(ctx, row.id),
  )
  return {
    ...attendanceSessionOf(row, counts, ctx.clock.now()),
    expected: { everyone: row.expects_everyone, ...names },
    apiKeys,
    seals,
  }
}

export const getSession = async (ctx: TransactionContext, { sessionId }: { sessionId: string }) =>
  inFull(ctx, await sessionOfCaller(ctx, sessionId))

/** The columns of a session's settings. @throws not-found for a group, unit, or user that doesn't exist; invalid-input */
async function columnsOf(ctx: TransactionContext, input: Settings) {
  const { groups, units, users, everyone } = input.expected
  const [names, all] = await sendTogether(
    store.namesOfExpected(ctx.db, { groups, units, users }),
    store.includesEveryone(ctx.db, groups, groupTypes.everyone),
  )
  for (const [asked, found] of [
    [groups, names.groups],
    [units, names.units],
    [users, names.users],
  ] as const)
    if (new Set(asked).size !== found.length) throw problem('not-found')
  const [startsAt, endsAt] = [new Date(input.startsAt), new Date(input.endsAt)]
  const closesAt = input.closing === 'schedule' ? later(endsAt, minutes(input.closeAfter)) : null
  if (closesAt !== null && closesAt <= ctx.clock.now())
    throw problem('invalid-input', undefined, [
      { field: 'endsAt', message: 'With this end, the session would already be closed' },
    ])
  return {
    title: input.title,
    place: input.place ?? '',
    starts_at: startsAt,
    ends_at: endsAt,
    opening: input.opening,
    open_before: input.openBefore,
    closing: input.closing,
    close_after: input.closeAfter,
    opens_at: input.opening === 'schedule' ? later(startsAt, -minutes(input.openBefore)) : null,
    closes_at: closesAt,
    mode: input.mode,
    late_after: input.lateAfter,
    unexpected: input.unexpected,
    attributes: input.attributes,
    languages: input.languages,
    expects_everyone: everyone || all,
    expected_groups: groups,
    expected_units: units,
    expected_users: users,
  } satisfies Partial<NewAttendanceRow>
}

const kioskKeys: readonly number[] = [keyTypes.sharedMobile, keyTypes.clients]

/** @throws not-found, attendance-key-type */
async function bindKeys(ctx: TransactionContext, session: string, ids: readonly string[]): Promise<void> {
  const keys = await store.apiKeysNamed(ctx.db, ids)
  if (keys.length !== new Set(ids).size) throw problem('not-found')
  if (keys.some(({ type }) => !kioskKeys.includes(type))) throw problem('attendance-key-type')
  await store.setApiKeys(ctx.db, session, ids)
}

/** Stores a session with its expected participants. @throws not-found, invalid-input, too-many-attendance-sessions */
export async function addSession(
  ctx: TransactionContext,
  input: Settings & { open?: boolean | undefined; templateId?: string | undefined },
): Promise<NewAttendanceRow> {
  if ((await store.countSessions(ctx.db)) >= mostSessions) throw problem('too-many-attendance-sessions')
  const now = ctx.clock.now()
  const columns = await columnsOf(ctx, input)
  const row = {
    ...columns,
    workspace_id: workspaceOf(ctx),
    id: newId(),
    ...(input.open && { opens_at: now, opening_noted: true }),
    template_id: input.templateId ?? null,
    created_at: now,
    created_by: shownAs(ctx).name.slice(0, 260),
  }
  await store.insertAttendanceSession(ctx.db, row)
  await store.expectPeople(ctx.db, row.id)
  return row
}

const loggedSettings = (row: Pick<NewAttendanceRow, 'title' | 'place' | 'starts_at' | 'ends_at' | 'mode'>) => ({
  title: row.title,
  place: row.place,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  mode: row.mode,
})

export async function createSession(ctx: TransactionContext, input: AttendanceSessionInput) {
  const row = await addSession(ctx, input)
  await bindKeys(ctx, row.id, input.apiKeys)
  await record(ctx, { action: 'attendance.created', object: objectOfSession(row), after: loggedSettings(row) })
  if (input.open) await record(ctx, { action: 'attendance.opened', object: objectOfSession(row) })
  return { sessionId: row.id }
}

export async function updateSession(ctx: TransactionContext, input: Input<'update'>) {
  if (input.startsAt >= input.endsAt)
    throw problem('invalid-input', undefined, [{ field: 'endsAt', message: 'The end must be after the start' }])
  const before = await changeable(ctx, input.sessionId)
  const columns = await columnsOf(ctx, input)
  const wasOpen = sessionStateOf(before, ctx.clock.now()) === 'open'
  const to = wasOpen ? { ...columns, opens_at: before.opens_at } : { ...columns, opening_noted: false }
  await store.changeSession(ctx.db, before.id, to)
  await bindKeys(ctx, before.id, input.apiKeys)
  await store.expectPeople(ctx.db, before.id)
  await store.evaluateAll(ctx.db, before.id, repeatSeconds)
  const row = { ...before, ...to }
  await record(ctx, {
    action: 'attendance.updated',
    object: objectOfSession(row),
    before: loggedSettings(before),
    after: loggedSettings(row),
  })
  return inFull(ctx, row)
}

export async function openAttendance(ctx: TransactionContext, { sessionId }: { sessionId: string }) {
  const row = await changeable(ctx, sessionId)
  const now = ctx.clock.now()
  if (sessionStateOf(row, now) === 'open') return inFull(ctx, row)
  const to = { opens_at: now, opening_noted: true }
  await store.changeSession(ctx.db, row.id, to)
  await store.expectPeople(ctx.db, row.id)
  await record(ctx, { action: 'attendance.opened', object: objectOfSession(row) })
  return inFull(ctx, { ...row, ...to })
}

/** Closes a session for good: taps after this moment are refused (R192), and its summary is signed. */
export const closeSession = withoutTransaction(async (ctx: RequestContext, input: Input<'close'>) => {
  const signer = await evidenceSigner(ctx)
  return ctx.transact(inside => closeIn(inside, input, signer))
})

async function closeIn(ctx: TransactionContext, { sessionId }: { sessionId: string }, signer: SigningKey) {
  const row = await changeable(ctx, sessionId)
  const to = { closes_at: ctx.clock.now() }
  await store.changeSession(ctx.db, row.id, to)
  await sealSession(ctx, { ...row, ...to }, signer, 'attendance.closed')
  return getSession(ctx, { sessionId })
}

export async function removeSession(ctx: TransactionContext, { sessionId }: { sessionId: string }) {
  const row = await sessionOfCaller(ctx, sessionId, true)
  if (sessionStateOf(row, ctx.clock.now()) !== 'planned' || (await store.hasRecords(ctx.db, row.id)))
    throw problem('attendance-has-records')
  await store.deleteSession(ctx.db, row.id)
  await record(ctx, { action: 'attendance.deleted', object: objectOfSession(row), before: loggedSettings(row) })
  return doneReply
}

export async function duplicateSession(ctx: TransactionContext, input: Input<'duplicate'>) {
  const { startsAt, endsAt, title } = input
  if (startsAt >= endsAt)
    throw problem('invalid-input', undefined, [{ field: 'endsAt', message: 'The end must be after the start' }])
  const from = await sessionOfCaller(ctx, input.sessionId)
  const settings = shownSettingsOf(from)
  const { groups, units, users } = await store.namesOfExpected(ctx.db, {
    groups: from.expected_groups,
    units: from.expected_units,
    users: from.expected_users,
  })
  const ids = (named: readonly store.NamedRow[]) => named.map(({ id }) => id)
  const row = await addSession(ctx, {
    ...settings,
    title: title ?? settings.title,
    startsAt,
    endsAt,
    expected: { everyone: from.expects_everyone, groups: ids(groups), units: ids(units), users: ids(users) },
  })
  await record(ctx, { action: 'attendance.created', object: objectOfSession(row), after: loggedSettings(row) })
  return { sessionId: row.id }
}

export async function chooseAttributes(ctx: TransactionContext, { sessionId, attributes }: Input<'attributes'>) {
  const row = await changeable(ctx, sessionId)
  await store.changeSession(ctx.db, row.id, { attributes })
  await record(ctx, {
    action: 'attendance.updated',
    object: objectOfSession(row),
    before: { attributes: row.attributes },
    after: { attributes },
  })
  return { attributes }
}
