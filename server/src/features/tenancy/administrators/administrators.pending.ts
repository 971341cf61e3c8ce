import { roleNames, type WorkspaceRole, workspaceRoles } from '@claviger/contract/platform/permissions'
import { administratorTypes, type PendingRole, type PlacedAccess } from '@claviger/contract/tenancy/administrators'
import { userOf, workspaceOf } from '#platform/db/transaction.ts'
import { mustBeFresh } from '#platform/freshness.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'
import { mustReachAll } from '#features/work/rank/rank.ts'
import { findOffer, findPerson } from './administrators.store.ts'
import * as store from './pending.store.ts'
import type { PendingRow, PlacedRow, RoleOffer } from './pending.store.ts'

export { confirmMailbox } from './pending.store.ts'

/** Who gives a role: a user, an API key, a directory, or an identity provider. */
export interface RoleGiver {
  id: string | null
  name: string
}

/** A role as it is offered: over units where `units` names them. */
export interface OfferedRights {
  role: WorkspaceRole
  additional: number[]
  units?: readonly string[] | undefined
}

/** The caller, as the giver of a role. */
export const callerAsGiver = (ctx: TransactionContext): RoleGiver => {
  const { id, name } = shownAs(ctx)
  return { id: id ?? null, name }
}

const offerOf = (row: Pick<PendingRow, 'role' | 'additional' | 'type' | 'units'>): RoleOffer => ({
  role: row.role,
  additional: row.additional,
  units: row.type === administratorTypes.units ? (row.units ?? []) : null,
})

/** The role that waits for this user to accept it, held until the transaction ends. */
export const pendingRoleOf = (ctx: TransactionContext, user: string): Promise<PendingRow | undefined> =>
  store.lockPendingRole(ctx.db, user)

/** The role offered to a user, and who offered it. */
export async function offeredTo(
  ctx: TransactionContext,
  user: string,
): Promise<{ role: number; givenBy: string } | null> {
  const row = await store.pendingRole(ctx.db, user)
  return row ? { role: row.role, givenBy: row.given_by_name } : null
}

/** Is a user offered a role, or the workspace? */
export const isOfferedRole = async (ctx: TransactionContext, user: string): Promise<boolean> =>
  (await store.pendingRole(ctx.db, user)) !== undefined || (await findOffer(ctx.db, ctx.clock.now()))?.to_user === user

/**
 * Offers a role to a user, who has to accept it; the same offer by the same giver changes nothing. Throws not-found.
 */
export async function offerRole(
  ctx: TransactionContext,
  id: string,
  rights: OfferedRights,
  giver: RoleGiver,
): Promise<void> {
  const person = await findPerson(ctx.db, id)
  if (!person) throw problem('not-found')
  const before = await store.lockPendingRole(ctx.db, id)
  const units = rights.units ? [...new Set(rights.units)].toSorted() : null
  const wanted = { role: rights.role, additional: rights.additional, units }
  if (before && before.given_by === giver.id && JSON.stringify(offerOf(before)) === JSON.stringify(wanted)) return
  await store.putPending(ctx.db, {
    workspace_id: workspaceOf(ctx),
    user_id: id,
    role: rights.role,
    additional: rights.additional,
    type: units ? administratorTypes.units : administratorTypes.company,
    units,
    given_by: giver.id,
    given_by_name: giver.name.slice(0, 260),
    given_at: ctx.clock.now(),
  })
  const name = `${person.first_name} ${person.last_name}`
  await record(ctx, {
    action: 'administrator.offered',
    object: { type: 'user', id, name },
    after: { role: roleNames[rights.role] },
  })
  const { email, workspace } = person
  if (email === null || person.suspended_at || person.deactivated_at) return
  await mail(ctx, email, say => ({
    subject: say('Accept your role in {workspace}', { workspace }),
    greeting: say('Hello {name},', { name }),
    paragraphs: [
      say('{giver} offers you the role {role} in {workspace}.', {
        giver: giver.name,
        role: say(roleNames[rights.role]),
        workspace,
      }),
      say('Accept it with a passkey that you created yourself. You are then signed out everywhere and sign in again.'),
    ],
    button: { label: say('Accept or decline'), href: `${ctx.config.publicUrl}/dashboard/role` },
    footer: say('If you did not expect this, decline it and tell your administrator.'),
  }))
}

/** Withdraws the role that waits for a user; false where none does. */
export async function withdrawRole(ctx: TransactionContext, id: string): Promise<boolean> {
  const row = await store.pendingRole(ctx.db, id)
  if (!row || !(await store.dropPending(ctx.db, id))) return false
  const person = await findPerson(ctx.db, id)
  await record(ctx, {
    action: 'administrator.withdrawn',
    object: { type: 'user', id, name: person ? `${person.first_name} ${person.last_name}` : '' },
    before: { role: roleNames[row.role as WorkspaceRole] },
  })
  return true
}

const placedAccess = ({ kind, name, by }: PlacedRow): PlacedAccess => ({ kind, name, by })

const ofOwner: RoleOffer = { role: workspaceRoles.owner, additional: [], units: null }

/** The role that waits for the caller, and what closes when it, or an offered workspace, is accepted. */
export async function myPendingRole(
  ctx: TransactionContext,
): Promise<{ role: PendingRole | null; closesForOwnership: PlacedAccess[] }> {
  const { id } = userOf(ctx)
  const closes = async (offer: RoleOffer) => (await store.findPlacedByLowerRole(ctx.db, id, offer)).map(placedAccess)
  const isHeir = (await findOffer(ctx.db, ctx.clock.now()))?.to_user === id
  const closesForOwnership = isHeir ? await closes(ofOwner) : []
  const row = await store.pendingRole(ctx.db, id)
  if (!row) return { role: null, closesForOwnership }
  const role = {
    role: row.role,
    additionalPermissions: row.additional,
    type: row.type,
    givenBy: row.given_by_name,
    givenAt: row.given_at.toISOString(),
    closes: await closes(offerOf(row)),
  }
  return { role, closesForOwnership }
}

/**
 * Accepts or declines the role that waits for the caller. Accepting needs a passkey of the caller's own making; it closes
 * all that others of lower rank placed, and ends every session. Throws offer-over, verify-first and own-passkey.
 */
export async function answerRole(
  ctx: TransactionContext,
  input: { accept: boolean; keepEmail?: boolean | undefined; keepPhone?: boolean | undefined },
): Promise<{ closed: PlacedAccess[] }> {
  const actor = userOf(ctx)
  const row = await store.lockPendingRole(ctx.db, actor.id)
  if (!row) throw problem('offer-over')
  const object = { type: 'user', id: actor.id, name: actor.name }
  const role = roleNames[row.role as WorkspaceRole]
  if (!input.accept) {
    await store.dropPending(ctx.db, actor.id)
    await record(ctx, { action: 'administrator.declined', object, before: { role } })
    return { closed: [] }
  }
  // An administrator who was dismissed meanwhile can no longer give the role
  if (!(await store.isOfferValid(ctx.db, actor.id))) throw problem('offer-over')
  const closed = await closePlaced(ctx, offerOf(row), input)
  await store.acceptPendingRole(ctx.db, actor.id)
  await record(ctx, { action: 'administrator.accepted', object, after: { role, ...closedFieldsOf(closed) } })
  return { closed }
}

/**
 * What goes before each gain of a role: the caller was just confirmed by a passkey of their own making; what others of
 * lower rank placed closes, and all sessions end. Throws verify-first and own-passkey.
 */
export async function closePlaced(
  ctx: TransactionContext,
  offer: RoleOffer,
  keep: { keepEmail?: boolean | undefined; keepPhone?: boolean | undefined },
): Promise<PlacedAccess[]> {
  const { id, sessionId } = userOf(ctx)
  // An unlocked computer must not be enough
  mustBeFresh(ctx)
  if (!(await store.mayAccept(ctx.db, sessionId, offer, ctx.clock.now()))) throw problem('own-passkey')
  const own = { own: true }
  const closed = await store.closePlacedByLower(ctx.db, id, offer, {
    mailbox: keep.keepEmail ? own : null,
    phone: keep.keepPhone ? own : null,
  })
  return closed.map(placedAccess)
}

/** Like closePlaced, for a user promoted by a super administrator. The email stays, because the super administrator writes to it. */
export async function closePlacedOf(
  ctx: TransactionContext,
  user: string,
  role: WorkspaceRole,
): Promise<PlacedAccess[]> {
  const by = { by: callerAsGiver(ctx).id, super: true }
  const offer = { role, additional: [], units: null }
  return (await store.closePlacedByLower(ctx.db, user, offer, { mailbox: by, phone: null })).map(placedAccess)
}

/** What was closed, for a line of the log. */
export const closedFieldsOf = (closed: readonly PlacedAccess[]) =>
  closed.length === 0 ? {} : { closed: closed.map(one => `${one.kind} ${one.name}`.trim().slice(0, 200)).slice(0, 100) }

/** What would close when a user accepts the role that waits, or the workspace. Throws not-found and above-you. */
export async function placedAccessOf(ctx: TransactionContext, { id }: { id: string }) {
  await mustReachAll(ctx, [id])
  const person = await findPerson(ctx.db, id)
  if (!person) throw problem('not-found')
  const row = await store.pendingRole(ctx.db, id)
  const offer = row ? offerOf(row) : ofOwner
  const items = await store.findPlacedByLowerRole(ctx.db, id, offer)
  return { email: person.email, items: items.map(placedAccess) }
}
