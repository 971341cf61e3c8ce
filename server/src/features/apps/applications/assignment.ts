import type { applications, Assignment } from '@claviger/contract/apps/applications'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { holdsEveryone } from '#features/people/groups/groups.ts'
import { findListed, lockApplications } from './applications.store.ts'
import { type ApplicationAssignment, assignedTo, replaceAssigned } from './assignments.store.ts'

const namesOf = (all: readonly ApplicationAssignment[], kind: ApplicationAssignment['kind']) =>
  all.filter(one => one.kind === kind).map(({ id, name }) => ({ id, name }))

/** Assignments of an application. @throws not-found */
export async function getAssignment(ctx: TransactionContext, { id }: { id: string }) {
  const row = await findListed(ctx.db, id)
  if (!row) throw problem('not-found')
  const all = await assignedTo(ctx.db, id)
  return {
    everyone: row.everyone,
    groups: namesOf(all, 'group'),
    units: namesOf(all, 'unit'),
    users: namesOf(all, 'user'),
  }
}

const logged = (everyone: boolean, all: readonly ApplicationAssignment[]) => ({
  everyone,
  groups: namesOf(all, 'group').map(one => one.name),
  organizationUnits: namesOf(all, 'unit').map(one => one.name),
  users: namesOf(all, 'user').map(one => one.name),
})

/**
 * Sets an application's assignments; returns the numbers added and removed. The group of all users stands for
 * everyone.
 * @throws not-found, including for an unknown group, unit, or user
 */
export async function assign(
  ctx: TransactionContext,
  { id, ...to }: OutputOf<(typeof applications.calls)['assign']['input']>,
) {
  const [row] = await lockApplications(ctx.db, [id], null)
  if (!row) throw problem('not-found')
  const before = await assignedTo(ctx.db, id)
  const wanted = await withEveryone(ctx, to)
  await replaceAssigned(ctx.db, id, wanted)
  const after = await assignedTo(ctx.db, id)
  const ids = new Set(after.map(one => one.id))
  if ([...wanted.groups, ...wanted.units, ...wanted.users].some(one => !ids.has(one))) throw problem('not-found')
  await record(ctx, {
    action: 'application.assigned',
    object: { type: 'application', id, name: row.name },
    before: logged(row.everyone, before),
    after: logged(wanted.everyone, after),
  })
  const had = new Set(before.map(one => one.id))
  const stay = after.filter(one => had.has(one.id)).length
  return { changed: before.length + after.length - 2 * stay + Number(row.everyone !== wanted.everyone) }
}

async function withEveryone(ctx: TransactionContext, to: Assignment): Promise<Assignment> {
  const all: string[] = []
  for (const group of to.groups) if (await holdsEveryone(ctx, group)) all.push(group)
  return { ...to, everyone: to.everyone || all.length > 0, groups: to.groups.filter(group => !all.includes(group)) }
}
