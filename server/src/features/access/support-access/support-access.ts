import { type SupportAccess, type supportAccess, supportStates } from '@claviger/contract/access/support-access'
import type { ActivityAction } from '@claviger/contract/oversight/log-actions'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { doneReply } from '@claviger/contract/platform/fields'
import { days, hours, later, minutes } from '#platform/clock.ts'
import { enterOnly, userOf, workspaceOf } from '#platform/db/transaction.ts'
import { idBytes, newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { findWorkspace, ownersOf } from '#features/tenancy/administrators/administrators.ts'
import { ownWorkspaceRow } from '#features/tenancy/workspaces/workspaces.ts'
import { mailSupportRequest, mailEmergency } from './support-access.mails.ts'
import * as store from './support-access.store.ts'
import type { SupportAccessRow } from './support-access.store.ts'

export { newestOpen, newestWaiting } from './support-access.store.ts'

type InputFor<Call extends keyof typeof supportAccess.calls> = OutputOf<(typeof supportAccess.calls)[Call]['input']>

const answerDays = 3
const secondHours = 1

const replyOf = (ctx: TransactionContext, row: SupportAccessRow): SupportAccess => ({
  id: row.id,
  by: row.super_name,
  reason: row.reason,
  minutes: row.minutes,
  emergency: row.emergency,
  state: stateAt(row, ctx.clock.now()),
  askedAt: row.asked_at.toISOString(),
  answeredBy: row.answered_by,
  answeredAt: row.answered_at?.toISOString() ?? null,
  endsAt: row.ends_at?.toISOString() ?? null,
  endedBy: row.ended_by,
  endedAt: row.ended_at?.toISOString() ?? null,
  own: ctx.actor.kind === 'user' && ctx.actor.id === row.super_id,
})

/** An access without an answer, or whose time has ended, has ended without a change of its row. */
function stateAt(row: SupportAccessRow, now: Date): number {
  const over =
    (row.state === supportStates.waiting && row.answers_until <= now) ||
    (row.state === supportStates.allowed && (row.ends_at === null || row.ends_at <= now))
  return over ? supportStates.ended : row.state
}

const objectOf = (row: SupportAccessRow, name: string) => ({ type: 'support-access', id: row.id, name })

/** Enters another workspace. @throws not-found, workspace-kept */
async function enter(ctx: TransactionContext, id: string): Promise<string> {
  const home = workspaceOf(ctx)
  const found = await findWorkspace(ctx.db, id)
  if (!found) throw problem('not-found')
  if (found.installation) throw problem('workspace-kept', 'You are already a user of this workspace')
  await enterOnly(ctx, id)
  return home
}

const list = async (ctx: TransactionContext) => ({
  items: (await store.listAccesses(ctx.db, workspaceOf(ctx))).map(row => replyOf(ctx, row)),
})

export const ownAccesses = (ctx: TransactionContext) => list(ctx)

/** @throws not-found */
export async function accessesTo(ctx: TransactionContext, { id }: { id: string }) {
  if (!(await findWorkspace(ctx.db, id))) throw problem('not-found')
  await enterOnly(ctx, id)
  return list(ctx)
}

/** @throws not-found, workspace-kept, support-waits */
export async function requestAccess(ctx: TransactionContext, input: InputFor<'request'>): Promise<SupportAccess> {
  const actor = userOf(ctx)
  const home = await enter(ctx, input.id)
  const now = ctx.clock.now()
  const open = (await store.listAccesses(ctx.db, input.id)).some(
    row => row.super_id === actor.id && [supportStates.waiting, supportStates.allowed].includes(stateAt(row, now) as 0),
  )
  if (open) throw problem('support-waits')
  const row = await store.insertAccess(ctx.db, {
    workspace_id: input.id,
    id: newId(),
    home_id: home,
    super_id: actor.id,
    super_name: actor.name.slice(0, 260),
    reason: input.reason,
    minutes: input.minutes,
    emergency: input.emergency,
    state: supportStates.waiting,
    asked_at: now,
    answers_until: later(now, input.emergency ? hours(secondHours) : days(answerDays)),
  })
  await record(ctx, {
    action: 'support-access.requested',
    object: objectOf(row, input.reason),
    after: { minutes: input.minutes, emergency: input.emergency },
  })
  const { name } = await ownWorkspaceRow(ctx)
  if (!input.emergency)
    await mailSupportRequest(ctx, await ownersOf(ctx), { workspace: name, by: row.super_name, reason: row.reason })
  return replyOf(ctx, row)
}

async function waiting(ctx: TransactionContext, id: string): Promise<SupportAccessRow> {
  const row = await store.lockAccess(ctx.db, workspaceOf(ctx), id)
  if (!row) throw problem('not-found')
  if (stateAt(row, ctx.clock.now()) !== supportStates.waiting) throw problem('support-over')
  return row
}

async function decide(
  ctx: TransactionContext,
  row: SupportAccessRow,
  allowed: boolean,
  action: ActivityAction,
): Promise<SupportAccessRow> {
  const now = ctx.clock.now()
  const decided = await store.updateAccess(ctx.db, row, {
    state: allowed ? supportStates.allowed : supportStates.denied,
    answered_by: shownAs(ctx).name.slice(0, 260),
    answered_at: now,
    ...(allowed && { ends_at: later(now, minutes(row.minutes)) }),
  })
  await record(ctx, {
    action,
    object: objectOf(row, row.super_name),
    after: { reason: row.reason, minutes: row.minutes },
  })
  return decided
}

/** The only pending request; with several, the owner must choose one. @throws not-found, support-several */
async function onlyWaiting(ctx: TransactionContext): Promise<string> {
  const now = ctx.clock.now()
  const [one, other] = (await store.listAccesses(ctx.db, workspaceOf(ctx))).filter(
    row => !row.emergency && stateAt(row, now) === supportStates.waiting,
  )
  if (one === undefined) throw problem('not-found')
  if (other !== undefined) throw problem('support-several')
  return one.id
}

/** An owner's answer. @throws not-found, support-over, support-several */
export async function answerAccess(
  ctx: TransactionContext,
  { id, answer }: InputFor<'answer'>,
): Promise<SupportAccess> {
  const row = await waiting(ctx, id ?? (await onlyWaiting(ctx)))
  if (row.emergency) throw problem('support-over')
  const allowed = answer === 'accept'
  const action = allowed ? 'support-access.allowed' : 'support-access.denied'
  return replyOf(ctx, await decide(ctx, row, allowed, action))
}

/** A second super administrator allows an emergency access; the owners read it by email. @throws support-second, support-over */
export async function confirmEmergency(
  ctx: TransactionContext,
  { id, access }: InputFor<'confirm'>,
): Promise<SupportAccess> {
  const second = userOf(ctx)
  await enter(ctx, id)
  const row = await waiting(ctx, access)
  if (!row.emergency) throw problem('support-over')
  if (row.super_id === second.id) throw problem('support-second')
  const allowed = await decide(ctx, row, true, 'support-access.emergency')
  const { name } = await ownWorkspaceRow(ctx)
  const of = { workspace: name, by: row.super_name, second: second.name, reason: row.reason }
  await mailEmergency(ctx, await ownersOf(ctx), of)
  return replyOf(ctx, allowed)
}

/** @throws not-found for an access of another super administrator; support-over */
export async function openSupport(ctx: TransactionContext, { id, access }: InputFor<'open'>) {
  const actor = userOf(ctx)
  const home = await enter(ctx, id)
  const row = await store.lockAccess(ctx.db, id, access)
  if (row?.super_id !== actor.id) throw problem('not-found')
  if (stateAt(row, ctx.clock.now()) !== supportStates.allowed || row.ends_at === null) throw problem('support-over')
  await record(ctx, { action: 'support-access.entered', object: objectOf(row, row.reason) })
  const payload = Buffer.concat([idBytes(row.id), idBytes(id), idBytes(home), idBytes(actor.sessionId)])
  return { accessToken: ctx.references.sign('support', payload, row.ends_at), endsAt: row.ends_at.toISOString() }
}

async function endAccess(ctx: TransactionContext, id: string): Promise<typeof doneReply> {
  const row = await store.lockAccess(ctx.db, workspaceOf(ctx), id)
  if (!row) throw problem('not-found')
  const now = ctx.clock.now()
  if (![supportStates.waiting, supportStates.allowed].includes(stateAt(row, now) as 0)) throw problem('support-over')
  const by = shownAs(ctx).name.slice(0, 260)
  await store.updateAccess(ctx.db, row, { state: supportStates.ended, ended_at: now, ended_by: by })
  await record(ctx, { action: 'support-access.ended', object: objectOf(row, row.super_name) })
  return doneReply
}

/** @throws not-found, support-over */
export const endOwnAccess = (ctx: TransactionContext, { id }: { id: string }) => endAccess(ctx, id)

/** @throws not-found, support-over */
export async function endAccessTo(ctx: TransactionContext, { id, access }: InputFor<'end'>) {
  await enter(ctx, id)
  return endAccess(ctx, access)
}

/** @throws not-found without a support session */
export async function leaveSupport(ctx: TransactionContext) {
  const { support } = userOf(ctx)
  if (!support) throw problem('not-found')
  return endAccess(ctx, support.id)
}
