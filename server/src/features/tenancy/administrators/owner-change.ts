import { doneReply } from '@claviger/contract/platform/fields'
import { roleNames, workspaceRoles } from '@claviger/contract/platform/permissions'
import type { OwnerChange, PlacedAccess } from '@claviger/contract/tenancy/administrators'
import { days, later } from '#platform/clock.ts'
import { userOf, workspaceOf } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'
import { dropOffer, findOffer, findPerson, type OfferRow, putAdministrator, putOffer } from './administrators.store.ts'
import { closedFieldsOf, closePlaced, offeredTo, withdrawRole } from './administrators.pending.ts'
import { isLiveOwner } from './administrators.ts'

const lastsDays = 7

/**
 * Offers the workspace to another user by email, valid for a week; an earlier offer ends.
 * @throws not-found, own-role, no-email; change-refused for an owner or a user who can't sign in
 */
export async function askOwner(ctx: TransactionContext, input: { id: string }): Promise<OwnerChange> {
  const owner = userOf(ctx)
  if (input.id === owner.id) throw problem('own-role')
  const person = await findPerson(ctx.db, input.id)
  if (!person) throw problem('not-found')
  if (person.email === null) throw problem('no-email')
  if (person.suspended_at || person.deactivated_at || (await isLiveOwner(ctx, input.id)))
    throw problem('change-refused')
  const now = ctx.clock.now()
  await putOffer(ctx.db, {
    workspace_id: workspaceOf(ctx),
    from_user: owner.id,
    to_user: input.id,
    asked_at: now,
    expires_at: later(now, days(lastsDays)),
  })
  const name = `${person.first_name} ${person.last_name}`
  const of = { owner: owner.name, workspace: person.workspace }
  await mail(ctx, person.email, say => ({
    subject: say('{owner} offers you ownership of the workspace {workspace}', of),
    greeting: say('Hello {name},', { name }),
    paragraphs: [
      say(
        '{owner} wants you to become the owner of {workspace}. An owner can do everything, including deleting the workspace.',
        of,
      ),
      say('When you accept, {owner} becomes an administrator.', of),
    ],
    button: { label: say('Accept or decline'), href: `${ctx.config.publicUrl}/dashboard/ownership` },
    footer: say("The offer expires in {days} days. If you didn't expect it, decline it.", { days: lastsDays }),
  }))
  await record(ctx, { action: 'owner-change.asked', object: { type: 'user', id: input.id, name } })
  return offerAsTold((await findOffer(ctx.db, now)) as OfferRow, owner.id)
}

export async function pendingOwner(
  ctx: TransactionContext,
): Promise<{ change: OwnerChange | null; role: { role: number; givenBy: string } | null }> {
  const actor = userOf(ctx)
  const offer = await findOffer(ctx.db, ctx.clock.now())
  const concerns = offer && (offer.to_user === actor.id || actor.permissions.has('admins.read'))
  return { change: concerns ? offerAsTold(offer, actor.id) : null, role: await offeredTo(ctx, actor.id) }
}

/** Accepts or declines the offer made to the caller. Throws offer-over, verify-first and own-passkey. */
export async function answerOwner(
  ctx: TransactionContext,
  input: { accept: boolean; keepEmail?: boolean | undefined; keepPhone?: boolean | undefined },
): Promise<{ ok: true; closed: PlacedAccess[] }> {
  const actor = userOf(ctx)
  const offer = await takeOffer(ctx)
  if (offer.to_user !== actor.id) throw problem('offer-over')
  if (!input.accept) {
    await record(ctx, { action: 'owner-change.declined', object: { type: 'user', id: actor.id, name: actor.name } })
    return { ...doneReply, closed: [] }
  }
  // A former owner can no longer hand over the workspace
  if (!(await isLiveOwner(ctx, offer.from_user))) throw problem('offer-over')
  const closed = await closePlaced(ctx, { role: workspaceRoles.owner, additional: [], units: null }, input)
  const workspace = workspaceOf(ctx)
  await putAdministrator(ctx.db, workspace, actor.id, workspaceRoles.owner)
  await withdrawRole(ctx, actor.id)
  await putAdministrator(ctx.db, workspace, offer.from_user, workspaceRoles.administrator)
  await record(ctx, {
    action: 'owner-change.accepted',
    object: { type: 'user', id: actor.id, name: actor.name },
    before: { owner: offer.from_name },
    after: { owner: actor.name, [offer.from_name]: roleNames[workspaceRoles.administrator], ...closedFieldsOf(closed) },
  })
  return { ...doneReply, closed }
}

export async function withdrawOwner(ctx: TransactionContext) {
  const offer = await takeOffer(ctx)
  await record(ctx, {
    action: 'owner-change.withdrawn',
    object: { type: 'user', id: offer.to_user, name: offer.to_name },
  })
  return doneReply
}

async function takeOffer(ctx: TransactionContext): Promise<OfferRow> {
  const offer = await findOffer(ctx.db, ctx.clock.now())
  if (!offer || !(await dropOffer(ctx.db))) throw problem('offer-over')
  return offer
}

const offerAsTold = (offer: OfferRow, actor: string): OwnerChange => ({
  from: { id: offer.from_user, name: offer.from_name },
  to: { id: offer.to_user, name: offer.to_name },
  toMe: offer.to_user === actor,
  endsAt: offer.expires_at.toISOString(),
})
