import { createHash } from 'node:crypto'
import type { AppliedReason } from '@claviger/contract/directories/links'
import { together } from '../../../ground/db/together.ts'
import { workspaceOf } from '../../../ground/db/transaction.ts'
import type { Ctx } from '../../../ground/world.ts'
import {
  addKeptGroup,
  changeKeptGroup,
  changeKeptMembers,
  type KeptGroup,
  removeKeptGroup,
} from '../../people/groups/groups.directory.ts'
import { groupsById } from '../../people/groups/groups.ts'
import { usersChanged } from '../../people/groups/groups.rules.ts'
import { asConnection, approverOf, type Connection } from '../connections/connections.ts'
import { putAwaited } from './clashes.store.ts'
import { deleteLinks, insertLinks, linksOf, linksOfLocals, updateLinks } from './links.store.ts'

/** A group as its directory tells of it. */
export interface ToldGroup {
  anchor: string
  name: string
  description: string
}

/** What became of a group. */
export interface GroupApplied {
  group: string | null
  outcome: 'added' | 'changed' | 'unchanged' | 'deleted' | 'skipped' | 'refused'
  reason?: AppliedReason
  /** How it was called before it changed, for an undo. */
  was?: KeptGroup | undefined
}

const refused = (reason: AppliedReason, group: string | null = null): GroupApplied => ({
  group,
  outcome: 'refused',
  reason,
})

/** What tells whether a group changed since it was last applied; in hexadecimal. */
export const hashOfGroup = (told: Omit<ToldGroup, 'anchor'>): string =>
  createHash('sha256')
    .update(JSON.stringify([told.name, told.description]))
    .digest('hex')
    .slice(0, 32)

/** Takes in a group of a directory, of type 7, or follows its name. */
export async function applyGroup(asked: Ctx, connection: Connection, told: ToldGroup): Promise<GroupApplied> {
  const ctx = asConnection(asked, connection)
  if (!(await approverOf(ctx, connection))) return refused('not-approved')
  const to = { name: told.name.trim().slice(0, 100), description: told.description.slice(0, 500) }
  if (to.name === '') return refused('no-name')
  const [link] = await linksOf(ctx.db, connection.id, 'group', [told.anchor])
  const state = { anchor: told.anchor, told: hashOfGroup(told), activeThere: true, leftAt: null, roleGiven: null }
  if (link) {
    if (link.told.toString('hex') === state.told) return { group: link.local_id, outcome: 'unchanged' }
    const { became, was } = await changeKeptGroup(ctx, link.local_id, to)
    if (became === 'taken') return refused('group-name-taken', link.local_id)
    await updateLinks(ctx.db, connection.id, 'group', [state], ctx.clock.now())
    return { group: link.local_id, outcome: became === 'gone' ? 'unchanged' : became, was }
  }
  const group = await addKeptGroup(ctx, to)
  if (group === undefined) return refused('group-name-taken')
  const links = [{ ...state, localId: group }]
  const made = await insertLinks(ctx.db, workspaceOf(ctx), connection.id, 'group', links, ctx.clock.now())
  if (made.size === 0) throw new Error('a group of a directory was taken in twice at once')
  return { group, outcome: 'added' }
}

/** Deletes a group that its directory has no more; its people stay. `back` says that it may be brought back for a day. */
export async function leaveGroup(
  asked: Ctx,
  connection: Connection,
  anchor: string,
  back = false,
): Promise<GroupApplied> {
  const ctx = asConnection(asked, connection)
  if (!(await approverOf(ctx, connection))) return refused('not-approved')
  const [link] = await linksOf(ctx.db, connection.id, 'group', [anchor])
  if (!link) return { group: null, outcome: 'skipped', reason: 'unknown' }
  await removeKeptGroup(ctx, link.local_id, back)
  await deleteLinks(ctx.db, connection.id, 'group', [anchor])
  return { group: link.local_id, outcome: 'deleted' }
}

/** Anchors of the directory or ids of users here; whom the directory does not keep is passed over. */
export interface MembersTold {
  add?: readonly string[] | undefined
  remove?: readonly string[] | undefined
  replace?: readonly string[] | undefined
}

/** Changes who is in a group of a directory: people whom that directory keeps, and nobody else. */
export async function changeMembers(
  asked: Ctx,
  connection: Connection,
  group: string,
  to: MembersTold,
): Promise<{ added: string[]; removed: string[]; unknown: string[] }> {
  const ctx = asConnection(asked, connection)
  const none = { added: [], removed: [], unknown: [] }
  const told = [...new Set([...(to.add ?? []), ...(to.remove ?? []), ...(to.replace ?? [])])]
  const [approver, [kept], [row], ids] = await together(
    approverOf(ctx, connection),
    linksOfLocals(ctx.db, 'group', [group]),
    groupsById(ctx.db, [group]),
    usersOfTold(ctx, connection, told),
  )
  if (!approver || kept?.connection_id !== connection.id || !row) return none
  const known = (some: readonly string[] | undefined) => some?.flatMap(one => ids.get(one) ?? [])
  const changed = await changeKeptMembers(ctx, row, {
    add: known(to.add),
    remove: known(to.remove),
    replace: known(to.replace),
  })
  if (changed.added.length + changed.removed.length > 0) await usersChanged(ctx)
  return { ...changed, unknown: told.filter(one => !ids.has(one)) }
}

/** Keeps that a group waits for people of whom it is not said yet who they are here, and no more for others. */
export const awaitMembers = (
  ctx: Ctx,
  connection: Connection,
  group: string,
  of: { add: readonly string[]; remove: readonly string[] },
): Promise<void> => putAwaited(ctx.db, connection.id, group, of)

/** Puts people who were in doubt into the groups that waited for them. */
export async function joinAwaited(
  ctx: Ctx,
  connection: Connection,
  solved: readonly { anchor: string; groups: readonly string[] }[],
): Promise<void> {
  const joins = new Map<string, string[]>()
  for (const { anchor, groups } of solved)
    for (const group of groups) joins.set(group, [...(joins.get(group) ?? []), anchor])
  for (const link of await linksOf(ctx.db, connection.id, 'group', [...joins.keys()]))
    await changeMembers(ctx, connection, link.local_id, { add: joins.get(link.anchor) })
}

const isId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Users by what a directory calls them: an anchor, or our own id. */
async function usersOfTold(ctx: Ctx, connection: Connection, told: readonly string[]): Promise<Map<string, string>> {
  const ids = told.filter(one => isId.test(one))
  const [own, anchors] = await together(
    linksOfLocals(ctx.db, 'user', ids),
    linksOf(ctx.db, connection.id, 'user', told),
  )
  return new Map([
    ...own.filter(link => link.connection_id === connection.id).map(link => [link.local_id, link.local_id] as const),
    ...anchors.map(link => [link.anchor, link.local_id] as const),
  ])
}
