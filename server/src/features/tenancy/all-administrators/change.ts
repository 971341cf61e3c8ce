import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { doneReply } from '@claviger/contract/platform/fields'
import { accountRoles, workspaceRoles } from '@claviger/contract/platform/permissions'
import type { allAdministrators } from '@claviger/contract/tenancy/all-administrators'
import { secondPersonKinds } from '@claviger/contract/tenancy/second-person'
import { workspaceTypes } from '@claviger/contract/tenancy/workspaces'
import { enterOnly, transact, userOf, workspaceOf } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'
import { appoint, dismiss, keptRights, regrade } from '../administrators/administrators.change.ts'
import { closedFieldsOf, closePlacedOf, pendingRoleOf, withdrawRole } from '../administrators/administrators.pending.ts'
import {
  allOwners,
  deleteSuperAdministrator,
  dropOffer,
  findPerson,
  findSuperAdministrator,
  findWorkspace,
  isLastOwner,
  lockAdministrator,
  makeSuperAdministrator,
  ownersOf,
  putAdministrator,
} from '../administrators/administrators.ts'
import { ownWorkspaceRow } from '../workspaces/workspaces.ts'
import { askSecondPerson, claimRequest } from '../second-person/second-person.ts'

type InputFor<Call extends keyof typeof allAdministrators.calls> = OutputOf<
  (typeof allAdministrators.calls)[Call]['input']
>

const nameOf = (row: { first_name: string; last_name: string }) => `${row.first_name} ${row.last_name}`

function mustHaveRoles({ type }: { type: number }): void {
  if (type === workspaceTypes.individual)
    throw problem('not-here', 'This is a personal workspace that belongs to one user')
}

/**
 * Runs in a transaction of the target workspace, so that everything created belongs to it. @throws not-found,
 * not-here
 */
async function inside<T>(
  ctx: RequestContext,
  id: string,
  work: (ctx: TransactionContext, workspace: { installation: boolean }) => Promise<T>,
): Promise<T> {
  const found = await ctx.transact(all => findWorkspace(all.db, id))
  if (!found) throw problem('not-found')
  mustHaveRoles(found)
  return transact(ctx, { actor: ctx.actor, request: ctx.request, workspace: id }, mine => work(mine, found))
}

async function govern(ctx: TransactionContext, id: string, { installation }: { installation: boolean }): Promise<void> {
  if (!installation) throw problem('not-here', "Super administrators must be users of the installation's own workspace")
  if (!(await findPerson(ctx.db, id))) throw problem('not-found')
  if (await findSuperAdministrator(ctx.db, id)) throw problem('already-administrator')
  await closePlacedOf(ctx, id, workspaceRoles.owner)
  await makeSuperAdministrator(ctx, id)
}

export async function addTo(ctx: RequestContext, { id, ids, ...rights }: InputFor<'create'>) {
  await inside(ctx, id, async (mine, workspace) => {
    if (rights.role !== accountRoles.superAdmin) await appoint(mine, ids, keptRights(rights))
    else for (const one of new Set(ids)) await govern(mine, one, workspace)
  })
  return doneReply
}

export async function changeIn(ctx: RequestContext, { id, userId, ...rights }: InputFor<'update'>) {
  await inside(ctx, id, async (mine, workspace) => {
    const before = await lockAdministrator(mine.db, userId)
    const ruled = await findSuperAdministrator(mine.db, userId)
    if (!before && !ruled && !(await pendingRoleOf(mine, userId))) throw problem('not-found')
    if (rights.role === accountRoles.superAdmin) {
      if (!ruled) await govern(mine, userId, workspace)
      return
    }
    if (ruled) await depose(mine, ruled)
    if (!before) await appoint(mine, [userId], keptRights(rights))
    else {
      if (rights.role !== workspaceRoles.owner && (await isLastOwner(mine, userId))) throw problem('last-owner')
      await regrade(mine, before, keptRights(rights))
    }
  })
  return doneReply
}

export async function removeAdministratorFrom(ctx: RequestContext, { id, ids }: InputFor<'remove'>) {
  await inside(ctx, id, async mine => {
    for (const one of new Set(ids)) {
      const ruled = await findSuperAdministrator(mine.db, one)
      if (ruled) await depose(mine, ruled)
      if (await isLastOwner(mine, one)) throw problem('last-owner')
      const row = await lockAdministrator(mine.db, one)
      const withdrawn = await withdrawRole(mine, one)
      if (row) await dismiss(mine, row)
      else if (!ruled && !withdrawn) throw problem('not-found')
    }
  })
  return doneReply
}

/** Super administrators can't remove themselves, so at least one always remains. */
async function depose(
  ctx: TransactionContext,
  row: { id: string; first_name: string; last_name: string },
): Promise<void> {
  if (row.id === userOf(ctx).id) throw problem('own-role')
  await deleteSuperAdministrator(ctx.db, row.id)
  await record(ctx, {
    action: 'administrator.removed',
    object: { type: 'user', id: row.id, name: nameOf(row) },
    before: { role: 'Super administrator' },
  })
}

/**
 * Makes a user the only owner; ends a pending offer and notifies everyone affected by email.
 * @throws not-found, not-here; change-refused for the only owner or a user who can't sign in
 */
export async function changeOwner(ctx: TransactionContext, { id, userId }: InputFor<'changeOwner'>): Promise<void> {
  const found = await findWorkspace(ctx.db, id)
  if (!found) throw problem('not-found')
  mustHaveRoles(found)
  await enterOnly(ctx, id)
  const person = await findPerson(ctx.db, userId)
  if (!person) throw problem('not-found')
  if (person.suspended_at || person.deactivated_at) throw problem('change-refused')
  const owners = await ownersOf(ctx)
  const former = (await allOwners(ctx.db)).map(row => row.user_id).filter(one => one !== userId)
  if (former.length === 0 && owners.length > 0) throw problem('change-refused')
  await dropOffer(ctx.db)
  await withdrawRole(ctx, userId)
  const isOwner = owners.some(one => one.id === userId)
  const closed = isOwner ? [] : await closePlacedOf(ctx, userId, workspaceRoles.owner)
  await putAdministrator(ctx.db, workspaceOf(ctx), userId, workspaceRoles.owner)
  for (const one of former) await putAdministrator(ctx.db, workspaceOf(ctx), one, workspaceRoles.administrator)
  const name = nameOf(person)
  await record(ctx, {
    action: 'owner-change.decided',
    object: { type: 'user', id: userId, name },
    before: { owner: owners.map(one => one.name).join(', ') },
    after: { owner: name, ...closedFieldsOf(closed) },
  })
  for (const one of [{ id: userId, name, email: person.email }, ...owners.filter(other => other.id !== userId)])
    if (one.email !== null) await notify(ctx, one.email, one.name, person.workspace, one.id === userId ? null : name)
}

/** Changes the owner, or asks a second super administrator. @throws not-found, not-here, change-refused */
export async function giveWorkspace(ctx: TransactionContext, { id, userId }: InputFor<'changeOwner'>) {
  const waits = await askSecondPerson(ctx, { id, kind: secondPersonKinds.ownerChange }, async target => {
    mustHaveRoles(await ownWorkspaceRow(target))
    const person = await findPerson(target.db, userId)
    if (!person) throw problem('not-found')
    if (person.suspended_at || person.deactivated_at) throw problem('change-refused')
    return { id: userId, name: nameOf(person) }
  })
  if (!waits) await changeOwner(ctx, { id, userId })
  return { ...doneReply, waits: waits ?? null }
}

/** @throws not-found, second-person, request-over, change-refused, not-here */
export async function confirmOwner(ctx: TransactionContext, input: { id: string; request: string }) {
  const row = await claimRequest(ctx, input, [secondPersonKinds.ownerChange])
  await changeOwner(ctx, { id: input.id, userId: row.new_owner_id as string })
  return doneReply
}

const notify = (ctx: TransactionContext, to: string, name: string, workspace: string, owner: string | null) =>
  mail(ctx, to, say => ({
    subject:
      owner === null
        ? say('You are now the owner of {workspace}', { workspace })
        : say('{owner} is now the owner of {workspace}', { owner, workspace }),
    greeting: say('Hello {name},', { name }),
    paragraphs: [
      owner === null
        ? say(
            'A super administrator made you the owner of {workspace}. An owner can do everything, including deleting the workspace.',
            { workspace },
          )
        : say('A super administrator made {owner} the owner of {workspace}. You are now an administrator.', {
            owner,
            workspace,
          }),
    ],
    button: { label: say('Open {workspace}', { workspace }), href: `${ctx.config.publicUrl}/dashboard/admins` },
    footer: say("If you didn't expect this, contact the server operator."),
  }))
