import { createHash } from 'node:crypto'
import type { AppliedReason } from '@claviger/contract/directories/links'
import { sendTogether } from '#platform/db/pipeline.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import {
  addKeptGroup,
  changeKeptGroup,
  changeKeptMembers,
  endKeptGroup,
  type KeptGroup,
  resumeKeptGroup,
} from '#features/people/groups/groups.directory.ts'
import { groupsById } from '#features/people/groups/groups.ts'
import { usersChanged } from '#features/people/groups/groups.rules.ts'
import { asConnection, approverOf, type ConnectedDirectory } from '../connections/connections.ts'
import { putAwaited } from './match-conflicts.store.ts'
import { externalIdsIn, findLeadingDirectory, insertLinks, linksOf, linksOfLocals, updateLinks } from './links.store.ts'
import { findMembersDecidedElsewhere } from './precedence/precedence.store.ts'

export interface ReportedGroup {
  anchor: string
  name: string
  description: string
}

export interface AppliedGroup {
  group: string | null
  outcome: 'added' | 'changed' | 'unchanged' | 'restored' | 'ended' | 'skipped' | 'refused'
  reason?: AppliedReason
  was?: KeptGroup | undefined
}

const refused = (reason: AppliedReason, group: string | null = null): AppliedGroup => ({
  group,
  outcome: 'refused',
  reason,
})

/** The name that a group of a directory gets here. */
export const shownName = (name: string): string => name.trim().slice(0, 100)

export const hashOfGroup = (told: Omit<ReportedGroup, 'anchor'>): string =>
  createHash('sha256')
    .update(JSON.stringify([told.name, told.description]))
    .digest('hex')
    .slice(0, 32)

/** Creates a group (type 7) from a directory, updates its name, or restores an ended one. */
export async function applyGroup(
  asked: TransactionContext,
  connection: ConnectedDirectory,
  told: ReportedGroup,
): Promise<AppliedGroup> {
  const ctx = asConnection(asked, connection)
  if (!(await approverOf(ctx, connection))) return refused('not-approved')
  const to = { name: shownName(told.name), description: told.description.slice(0, 500) }
  if (to.name === '') return refused('no-name')
  const [link] = await linksOf(ctx.db, connection.id, 'group', [told.anchor])
  const state = { anchor: told.anchor, told: hashOfGroup(told), activeThere: true, leftAt: null, roleGiven: null }
  if (link) {
    const resumed = link.left_at === null ? undefined : await resumeKeptGroup(ctx, link.local_id)
    if (resumed === 'taken') return refused('group-name-taken', link.local_id)
    if (!resumed && link.told.toString('hex') === state.told) return { group: link.local_id, outcome: 'unchanged' }
    // Of several directories, the leading one names the group
    const isLed = (await findLeadingDirectory(ctx.db, link.local_id)) === connection.id
    const { became, was } = isLed
      ? await changeKeptGroup(ctx, link.local_id, to)
      : { became: 'unchanged' as const, was: undefined }
    if (became === 'taken') return refused('group-name-taken', link.local_id)
    await updateLinks(ctx.db, connection.id, 'group', [state], ctx.clock.now())
    if (resumed) return { group: link.local_id, outcome: 'restored' }
    return { group: link.local_id, outcome: became === 'gone' ? 'unchanged' : became, was }
  }
  const group = await addKeptGroup(ctx, connection.id, to)
  if (group === undefined) return refused('group-name-taken')
  const links = [{ ...state, localId: group }]
  const made = await insertLinks(ctx.db, workspaceOf(ctx), connection.id, 'group', links, ctx.clock.now())
  if (made.size === 0) throw new Error('a group of a directory was taken in twice at once')
  return { group, outcome: 'added' }
}

/**
 * Ends a group that no longer exists in its directory. If it returns with its external ID, it is the same group. A group
 * of several directories ends with the last of them.
 */
export async function leaveGroup(
  asked: TransactionContext,
  connection: ConnectedDirectory,
  anchor: string,
): Promise<AppliedGroup> {
  const ctx = asConnection(asked, connection)
  if (!(await approverOf(ctx, connection))) return refused('not-approved')
  const [link] = await linksOf(ctx.db, connection.id, 'group', [anchor])
  if (!link) return { group: null, outcome: 'skipped', reason: 'unknown' }
  if (link.left_at !== null) return { group: link.local_id, outcome: 'unchanged' }
  const now = ctx.clock.now()
  const others = (await linksOfLocals(ctx.db, 'group', [link.local_id])).filter(
    one => one.connection_id !== connection.id,
  )
  if (others.some(one => one.left_at === null)) {
    const own = await externalIdsIn(ctx.db, connection, link.local_id)
    await changeMembers(ctx, connection, link.local_id, { remove: own })
  } else await endKeptGroup(ctx, link.local_id)
  await updateLinks(ctx.db, connection.id, 'group', [{ ...endedState, anchor, leftAt: now }], now)
  return { group: link.local_id, outcome: 'ended' }
}

const endedState = { told: '', activeThere: false, roleGiven: null }

/** Immutable IDs of the directory or IDs of users; users that the directory does not manage are ignored. */
export interface ReportedMembers {
  add?: readonly string[] | undefined
  remove?: readonly string[] | undefined
  replace?: readonly string[] | undefined
}

/** Changes the members of a directory group: only users managed by that directory. */
export async function changeMembers(
  asked: TransactionContext,
  connection: ConnectedDirectory,
  group: string,
  to: ReportedMembers,
): Promise<{ added: string[]; removed: string[]; unknown: string[] }> {
  const ctx = asConnection(asked, connection)
  const none = { added: [], removed: [], unknown: [] }
  const told = [...new Set([...(to.add ?? []), ...(to.remove ?? []), ...(to.replace ?? [])])]
  const [approver, links, [row], ids] = await sendTogether(
    approverOf(ctx, connection),
    linksOfLocals(ctx.db, 'group', [group]),
    groupsById(ctx.db, [group]),
    usersOfTold(ctx, connection, told),
  )
  const kept = links.find(link => link.connection_id === connection.id)
  if (!approver || kept?.left_at !== null || !row) return none
  if (links.length > 1) return changeShared(ctx, connection, row, to, ids)
  const known = (some: readonly string[] | undefined) => some?.flatMap(one => ids.get(one) ?? [])
  const changed = await changeKeptMembers(ctx, row, {
    add: known(to.add),
    remove: known(to.remove),
    replace: known(to.replace),
  })
  if (changed.added.length + changed.removed.length > 0) await usersChanged(ctx)
  return { ...changed, unknown: told.filter(one => !ids.has(one)) }
}

/** Changes members of a group of several directories: only users for whom this directory leads. */
async function changeShared(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  group: { id: string; name: string },
  to: ReportedMembers,
  ids: ReadonlyMap<string, string>,
): Promise<{ added: string[]; removed: string[]; unknown: string[] }> {
  const told = [...(to.add ?? []), ...(to.remove ?? []), ...(to.replace ?? [])]
  const stays = new Set(to.replace)
  const gone = to.replace
    ? (await externalIdsIn(ctx.db, connection, group.id)).filter(anchor => !stays.has(anchor))
    : []
  const goneLocals = (await linksOf(ctx.db, connection.id, 'user', gone)).map(link => link.local_id)
  const others = await findMembersDecidedElsewhere(ctx.db, connection, group.id, [...new Set(ids.values())])
  const own = (some: readonly string[] = []) =>
    some.flatMap(one => ids.get(one) ?? []).filter(local => !others.has(local))
  const changed = await changeKeptMembers(ctx, group, {
    add: own([...(to.add ?? []), ...(to.replace ?? [])]),
    remove: [...own(to.remove), ...goneLocals],
  })
  if (changed.added.length + changed.removed.length > 0) await usersChanged(ctx)
  return { ...changed, unknown: told.filter(one => !ids.has(one)) }
}

export const awaitMembers = (
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  group: string,
  of: { add: readonly string[]; remove: readonly string[] },
): Promise<void> => putAwaited(ctx.db, connection.id, group, of)

export async function joinPendingGroups(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  solved: readonly { anchor: string; groups: readonly string[] }[],
): Promise<void> {
  const joins = new Map<string, string[]>()
  for (const { anchor, groups } of solved)
    for (const group of groups) joins.set(group, [...(joins.get(group) ?? []), anchor])
  for (const link of await linksOf(ctx.db, connection.id, 'group', [...joins.keys()]))
    await changeMembers(ctx, connection, link.local_id, { add: joins.get(link.anchor) })
}

const isId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

async function usersOfTold(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  told: readonly string[],
): Promise<Map<string, string>> {
  const ids = told.filter(one => isId.test(one))
  const [own, anchors] = await sendTogether(
    linksOfLocals(ctx.db, 'user', ids),
    linksOf(ctx.db, connection.id, 'user', told),
  )
  return new Map([
    ...own.filter(link => link.connection_id === connection.id).map(link => [link.local_id, link.local_id] as const),
    ...anchors.map(link => [link.anchor, link.local_id] as const),
  ])
}
