import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { attendance, AttendanceCorrection } from '@claviger/contract/oversight/attendance'
import { type AttendanceParticipant, repeatSeconds } from '@claviger/contract/oversight/attendance/session-fields'
import { workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import type { SigningKey } from '#platform/secrets/signing-key.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { withoutTransaction } from '#http/bind.ts'
import { sessionOfCaller } from './attendance.ts'
import * as store from './corrections.store.ts'
import { correctionsIn } from './evidence/evidence.store.ts'
import { sealSession, evidenceSigner } from './evidence/evidence.ts'
import { participantsOf } from './taps/participants.ts'
import { findParticipant, type ParticipantRow } from './taps/participants.store.ts'
import { iso, sessionStateOf } from './session-rows.ts'

type Input<Call extends 'correct' | 'corrections'> = OutputOf<(typeof attendance.calls)[Call]['input']>

export async function listCorrections(ctx: TransactionContext, { sessionId, personId }: Input<'corrections'>) {
  const session = await sessionOfCaller(ctx, sessionId)
  const rows = await correctionsIn(ctx.db, session.id, personId ?? null)
  return {
    items: rows.map((row): AttendanceCorrection => ({
      id: row.id,
      kind: row.kind as AttendanceCorrection['kind'],
      personId: row.person_id,
      name: row.name,
      reason: row.reason,
      at: row.at.toISOString(),
      by: row.by_name,
      before: { inAt: iso(row.before_in_at), outAt: iso(row.before_out_at) },
      after: { inAt: iso(row.after_in_at), outAt: iso(row.after_out_at) },
    })),
  }
}

const wrong = (field: string, message: string) => problem('invalid-input', undefined, [{ field, message }])

function timesOf(ctx: TransactionContext, { kind, inAt, outAt }: Input<'correct'>, before: ParticipantRow) {
  if (kind === 'remove') return { inAt: null, outAt: null }
  const asked = (text: string | null | undefined, now: Date | null) =>
    text === undefined ? now : text === null ? null : new Date(text)
  const to =
    kind === 'add'
      ? { inAt: asked(inAt, null), outAt: asked(outAt, null) }
      : { inAt: asked(inAt, before.in_at), outAt: asked(outAt, before.out_at) }
  if (to.inAt === null) throw wrong('inAt', 'Enter the time of the check-in')
  if (to.outAt !== null && to.outAt < to.inAt) throw wrong('outAt', 'The check-out must be after the check-in')
  const last = to.outAt ?? to.inAt
  if (last > ctx.clock.now()) throw wrong(to.outAt === null ? 'inAt' : 'outAt', "The time can't be in the future")
  return to
}

/**
 * Stores a correction next to the original. A closed session gets another signature; the earlier ones are kept.
 * @throws not-found, invalid-input, attendance-not-open for a planned session
 */
export const correctAttendance = withoutTransaction(async (ctx: RequestContext, input: Input<'correct'>) => {
  const signer = await evidenceSigner(ctx)
  return ctx.transact(inside => correctIn(inside, input, signer))
})

async function correctIn(
  ctx: TransactionContext,
  input: Input<'correct'>,
  signer: SigningKey,
): Promise<AttendanceParticipant> {
  const session = await sessionOfCaller(ctx, input.sessionId, true)
  const state = sessionStateOf(session, ctx.clock.now())
  if (state === 'planned') throw problem('attendance-not-open')
  if (session.anonymized_at !== null) throw problem('not-found')
  if (input.kind === 'add') await store.addParticipant(ctx.db, session.id, input.personId)
  const before = await findParticipant(ctx.db, session.id, input.personId, true)
  if (!before) throw problem('not-found')
  const to = timesOf(ctx, input, before)
  const by = shownAs(ctx)
  await store.insertCorrection(ctx.db, {
    workspace_id: workspaceOf(ctx),
    session_id: session.id,
    id: newId(),
    person_id: before.person_id,
    name: before.name,
    kind: input.kind,
    reason: input.reason,
    at: ctx.clock.now(),
    by_id: by.id,
    by_name: by.name.slice(0, 260),
    before_in_at: before.in_at,
    before_out_at: before.out_at,
    after_in_at: to.inAt,
    after_out_at: to.outAt,
  })
  const of = { session: session.id, person: before.person_id }
  await store.fixParticipant(ctx.db, of, { fixed: input.kind, ...to }, repeatSeconds)
  await record(ctx, {
    action: 'attendance.corrected',
    object: { type: 'user', id: before.person_id, name: before.name },
    before: { inAt: before.in_at, outAt: before.out_at },
    after: { session: session.title, kind: input.kind, reason: input.reason, ...to },
  })
  if (state === 'closed') await sealSession(ctx, session, signer, 'attendance.signed')
  const after = await findParticipant(ctx.db, session.id, before.person_id)
  const [shown] = await participantsOf(ctx, after ? [after] : [], session.attributes)
  if (!shown) throw problem('not-found')
  return shown
}
