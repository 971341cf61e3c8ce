import { groupTypes } from '@claviger/contract/people/groups'
import { workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { endGroup, objectOf } from './groups.ts'
import * as store from './groups.store.ts'
import { addPeople, dropPeople, knownUsers, moveMembers, replacePeople } from './members.store.ts'
import { recordMembers as tell } from './members.log.ts'

export interface KeptGroup {
  name: string
  description: string
}

/** Creates a group of a directory; undefined if another group of this directory has the name. */
export async function addKeptGroup(
  ctx: TransactionContext,
  source: string,
  group: KeptGroup,
): Promise<string | undefined> {
  const id = newId()
  await store.insertGroup(ctx.db, {
    workspace_id: workspaceOf(ctx),
    id,
    ...group,
    type: groupTypes.external,
    source_id: source,
    created_at: ctx.clock.now(),
  })
  if (!(await store.lockGroup(ctx.db, id))) return undefined
  await record(ctx, { action: 'group.created', object: objectOf({ id, name: group.name }), after: { ...group } })
  return id
}

export interface KeptGroupChange {
  became: 'changed' | 'unchanged' | 'taken' | 'gone'
  was?: KeptGroup
}

export async function changeKeptGroup(ctx: TransactionContext, id: string, to: KeptGroup): Promise<KeptGroupChange> {
  const row = await store.lockGroup(ctx.db, id)
  if (!row) return { became: 'gone' }
  if (row.name === to.name && row.description === to.description) return { became: 'unchanged' }
  const other = await store.groupNamed(ctx.db, to.name, row.source_id)
  if (other !== undefined && other !== id) return { became: 'taken' }
  await store.updateGroup(ctx.db, id, to)
  await record(ctx, {
    action: 'group.updated',
    object: objectOf({ id, name: to.name }),
    before: { name: row.name, description: row.description },
    after: { ...to },
  })
  return { became: 'changed', was: { name: row.name, description: row.description } }
}

/** Ends a group that its directory no longer has: it keeps its ID and references, and has no members. */
export async function endKeptGroup(ctx: TransactionContext, id: string): Promise<void> {
  const row = await store.lockGroup(ctx.db, id)
  if (row && row.ended_at === null) await endGroup(ctx, row)
}

/** Deletes a group that a run added; its users stay. */
export async function removeKeptGroup(ctx: TransactionContext, id: string): Promise<void> {
  const row = await store.lockGroup(ctx.db, id)
  if (!row) return
  await store.deleteGroup(ctx.db, id)
  await record(ctx, { action: 'group.deleted', object: objectOf(row), before: { name: row.name } })
}

/** Brings an ended group back with its former members and references; returns why it couldn't. */
export async function resumeKeptGroup(ctx: TransactionContext, id: string): Promise<'back' | 'taken' | 'gone'> {
  const back = await store.resumeGroup(ctx.db, id)
  const row = back ? await store.lockGroup(ctx.db, id) : undefined
  if (!row) return back === null ? 'gone' : 'taken'
  await record(ctx, { action: 'group.restored', object: objectOf(row), after: { name: row.name } })
  return 'back'
}

/** Makes groups of a disconnected directory local; a group whose name a local group has gets the directory's name, too. */
export const makeGroupsLocal = (ctx: TransactionContext, ids: readonly string[], directory: string): Promise<void> =>
  store.makeLocal(ctx.db, ids, directory)

/** Makes another directory the source of groups that are linked to several. */
export const changeGroupSource = (ctx: TransactionContext, ids: readonly string[], source: string): Promise<void> =>
  store.setGroupSource(ctx.db, ids, source)

/** Merges a directory's group into another one: its members join, and the group is deleted. */
export async function mergeKeptGroup(
  ctx: TransactionContext,
  from: { id: string; name: string },
  into: string,
): Promise<void> {
  await moveMembers(ctx.db, workspaceOf(ctx), from.id, into)
  await store.deleteGroup(ctx.db, from.id)
  await record(ctx, { action: 'group.deleted', object: objectOf(from), before: { name: from.name } })
}

export interface KeptMembers {
  add?: readonly string[] | undefined
  remove?: readonly string[] | undefined
  replace?: readonly string[] | undefined
}

/** Changes the members of a directory-managed group and logs it for the group and each user. */
export async function changeKeptMembers(
  ctx: TransactionContext,
  group: { id: string; name: string },
  to: KeptMembers,
): Promise<{ added: string[]; removed: string[] }> {
  const wanted = [...new Set([...(to.replace ?? []), ...(to.add ?? [])])]
  const known = await knownUsers(ctx.db, wanted)
  const left = [
    ...(to.replace ? await replacePeople(ctx.db, group.id, known) : []),
    ...(to.remove?.length ? await dropPeople(ctx.db, group.id, to.remove) : []),
  ]
  const joined = known.length === 0 ? [] : await addPeople(ctx.db, workspaceOf(ctx), group.id, known)
  await tell(ctx, group, 'group.joined', joined)
  await tell(ctx, group, 'group.left', left)
  return { added: joined.map(one => one.id), removed: left.map(one => one.id) }
}
