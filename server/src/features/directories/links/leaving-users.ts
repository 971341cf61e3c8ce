import type { TransactionContext } from '#platform/app-context.ts'
import { usersChanged } from '#features/people/groups/groups.rules.ts'
import { deleteUsersFor, suspendAs, suspensionSources } from '#features/people/users/users.directory.ts'
import type { UserRow } from '#features/people/users/users.ts'
import { asConnection, type ConnectedDirectory } from '../connections/connections.ts'
import { alarmOwners } from './alarm.ts'
import { ownersAmong } from './linked-changes.ts'
import { type DirectoryLinkRow, type LinkState, updateLinks } from './links.store.ts'
import { followRole } from './roles.ts'
import { reasonAgainstChange, byOf, loadLinkContext } from './link-context.ts'
import type { AppliedPerson } from './shapes.ts'

/**
 * Handles users who left their directory according to its settings: marks them, or suspends them immediately and
 * optionally deletes them later. Revokes everything that the directory granted. A user of several directories keeps
 * access until the user leaves the leading one.
 */
export async function applyLeaving(
  asked: TransactionContext,
  connection: ConnectedDirectory,
  anchors: readonly string[],
  now: Date = asked.clock.now(),
): Promise<AppliedPerson[]> {
  const all = [...new Set(anchors)]
  if (all.length === 0) return []
  const ctx = asConnection(asked, connection)
  const scene = await loadLinkContext(ctx, connection, all)
  const { approver } = scene
  if (!approver) return all.map(anchor => ({ anchor, user: null, outcome: 'refused', reason: 'not-approved' }))
  const there = all.flatMap(anchor => {
    const link = scene.links.get(anchor)
    const row = link && scene.rows.get(link.local_id)
    const leads = row !== undefined && scene.precedence.leads(row.id)
    return link && row ? [{ link, row, leads, barred: reasonAgainstChange(connection, scene, link) }] : []
  })
  await alarmOwners(
    ctx,
    connection,
    there.filter(one => one.leads && one.barred === 'of-rank' && one.link.active_there).map(one => one.row),
  )
  const last = new Set(
    await ownersAmong(
      ctx,
      there.filter(one => one.leads && !one.barred),
      one => one.row.id,
    ),
  )
  const due = there.filter(one => !one.barred && !last.has(one) && one.link.left_at === null)
  if (connection.leaving !== 'mark')
    await suspendAs(
      ctx,
      byOf(connection),
      suspensionSources.directory,
      due.filter(one => one.leads && one.row.deleted_at === null).map(one => one.row.id),
    )
  const states: LinkState[] = []
  for (const { link, row } of due) {
    const { given } = await followRole(ctx, connection, approver, row.id, [], link.role_given)
    states.push({ ...stateOf(link), activeThere: false, leftAt: now, roleGiven: given })
  }
  for (const { link, barred } of there)
    if (barred && link.active_there) states.push({ ...stateOf(link), activeThere: false })
  await updateLinks(ctx.db, connection.id, 'user', states, now)
  await usersChanged(ctx)
  const outcomeOf = ({ leads }: { leads: boolean }) => (leads && connection.leaving !== 'mark' ? 'suspended' : 'marked')
  return all.map((anchor): AppliedPerson => {
    const one = there.find(({ link }) => link.anchor === anchor)
    if (!one) return { anchor, user: null, outcome: 'skipped', reason: 'unknown' }
    const user = one.row.id
    if (one.barred) return { anchor, user, outcome: 'refused', reason: one.barred }
    if (last.has(one)) return { anchor, user, outcome: 'refused', reason: 'last-owner' }
    if (one.link.left_at !== null) return { anchor, user, outcome: 'unchanged' }
    return { anchor, user, outcome: outcomeOf(one), was: wasOf(one) }
  })
}

const stateOf = (link: DirectoryLinkRow): LinkState => ({
  anchor: link.anchor,
  told: link.told.toString('hex'),
  activeThere: link.active_there,
  leftAt: link.left_at,
  roleGiven: link.role_given,
})

const wasOf = ({ link, row }: { link: DirectoryLinkRow; row: UserRow }) => ({
  held: (row.suspended_by & suspensionSources.directory) !== 0,
  told: link.told.toString('hex'),
  activeThere: link.active_there,
  leftAt: link.left_at?.toISOString() ?? null,
  roleGiven: link.role_given,
})

export async function deleteLeft(
  asked: TransactionContext,
  connection: ConnectedDirectory,
  anchors: readonly string[],
): Promise<void> {
  const ctx = asConnection(asked, connection)
  const scene = await loadLinkContext(ctx, connection, anchors)
  if (!scene.approver) return
  const due = [...scene.links.values()].flatMap(link => {
    const row = scene.rows.get(link.local_id)
    const isDue = row && row.deleted_at === null && link.left_at !== null && scene.precedence.leads(row.id)
    return isDue && !reasonAgainstChange(connection, scene, link) ? [row] : []
  })
  const last = new Set(await ownersAmong(ctx, due, row => row.id))
  await deleteUsersFor(
    ctx,
    byOf(connection),
    due.filter(row => !last.has(row)),
  )
}
