import { type SecondPersonRequest, secondPersonHours } from '@claviger/contract/tenancy/second-person'
import { doneReply } from '@claviger/contract/platform/fields'
import { hours, later } from '#platform/clock.ts'
import { enterOnly, userOf, workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { findWorkspace } from '../administrators/administrators.ts'
import { ownWorkspaceRow } from '../workspaces/workspaces.ts'
import { mailSecondPerson } from './second-person.mails.ts'
import * as store from './second-person.store.ts'
import type { RequestRow } from './second-person.store.ts'

interface One {
  id: string
  request: string
}

const replyOf = (ctx: TransactionContext, row: RequestRow): SecondPersonRequest => ({
  id: row.id,
  kind: row.kind,
  askedBy: row.asked_by,
  askedAt: row.asked_at.toISOString(),
  until: row.until.toISOString(),
  newOwner: row.new_owner,
  own: userOf(ctx).id === row.asked_by_id,
})

/** Enters another workspace, and returns the super administrator's own one. @throws not-found */
async function enter(ctx: TransactionContext, id: string): Promise<string> {
  const home = workspaceOf(ctx)
  if (!(await findWorkspace(ctx.db, id))) throw problem('not-found')
  await enterOnly(ctx, id)
  return home
}

const objectOf = (row: Pick<RequestRow, 'new_owner_id' | 'new_owner'>, workspace: { id: string; name: string }) =>
  row.new_owner_id === null
    ? { type: 'workspace', id: workspace.id, name: workspace.name }
    : { type: 'user', id: row.new_owner_id, name: row.new_owner ?? '' }

/** Stores what a second super administrator must confirm, and asks all others by email. @throws second-person-waits */
async function ask(
  ctx: TransactionContext,
  id: string,
  kind: number,
  newOwner: { id: string; name: string } | null,
  from: { home: string; others: { name: string; email: string }[] },
): Promise<SecondPersonRequest> {
  const actor = userOf(ctx)
  const now = ctx.clock.now()
  const wanted = {
    workspace_id: id,
    id: newId(),
    kind,
    new_owner_id: newOwner?.id ?? null,
    new_owner: newOwner?.name.slice(0, 260) ?? null,
    home_id: from.home,
    asked_by_id: actor.id,
    asked_by: actor.name.slice(0, 260),
    asked_at: now,
    until: later(now, hours(secondPersonHours)),
  }
  const row = await store.insertRequest(ctx.db, wanted, now)
  if (!row) throw problem('second-person-waits')
  const workspace = await ownWorkspaceRow(ctx)
  await record(ctx, { action: 'second-person.requested', object: objectOf(row, workspace), after: { kind } })
  await mailSecondPerson(ctx, from.others, { id, kind, workspace: workspace.name, by: row.asked_by })
  return replyOf(ctx, row)
}

/**
 * Asks a second super administrator, if the installation requires one. `check` runs inside the workspace and names the new
 * owner. Undefined if the caller can act alone.
 * @throws not-found, second-person-waits
 */
export async function askSecondPerson(
  ctx: TransactionContext,
  { id, kind }: { id: string; kind: number },
  check: (ctx: TransactionContext) => Promise<{ id: string; name: string } | null>,
): Promise<SecondPersonRequest | undefined> {
  if (!ctx.config.twoPersonRule) return undefined
  const home = workspaceOf(ctx)
  const others = await store.otherSuperAdministrators(ctx.db, home, userOf(ctx).id)
  await enter(ctx, id)
  return ask(ctx, id, kind, await check(ctx), { home, others })
}

/** @throws not-found */
export async function listWaiting(ctx: TransactionContext, { id }: { id: string }) {
  await enter(ctx, id)
  return { items: (await store.listRequests(ctx.db, id, ctx.clock.now())).map(row => replyOf(ctx, row)) }
}

/**
 * Enters the workspace and removes the request, if its super administrator still is one and the caller is another.
 * @throws not-found, second-person, second-person-new, request-over
 */
export async function claimRequest(
  ctx: TransactionContext,
  { id, request }: One,
  kinds: readonly number[],
): Promise<RequestRow> {
  const row = await store.lockRequest(ctx.db, id, request)
  if (!row || !kinds.includes(row.kind)) throw problem('not-found')
  if (row.asked_by_id === userOf(ctx).id) throw problem('second-person')
  const appointed = await store.appointedAt(ctx.db, workspaceOf(ctx), userOf(ctx).id)
  if (appointed !== null && later(appointed, hours(secondPersonHours)) > ctx.clock.now())
    throw problem('second-person-new')
  const stands = await store.isStillSuperAdministrator(ctx.db, row.home_id, row.asked_by_id)
  if (row.until <= ctx.clock.now() || !stands) throw problem('request-over')
  await enter(ctx, id)
  await store.deleteRequest(ctx.db, row)
  await record(ctx, {
    action: 'second-person.confirmed',
    object: objectOf(row, await ownWorkspaceRow(ctx)),
    after: { askedBy: row.asked_by, kind: row.kind },
  })
  return row
}

/** @throws not-found */
export async function withdrawRequest(ctx: TransactionContext, { id, request }: One) {
  await enter(ctx, id)
  const row = await store.lockRequest(ctx.db, id, request)
  if (!row) throw problem('not-found')
  await store.deleteRequest(ctx.db, row)
  await record(ctx, {
    action: 'second-person.withdrawn',
    object: objectOf(row, await ownWorkspaceRow(ctx)),
    before: { askedBy: row.asked_by, kind: row.kind },
  })
  return doneReply
}
