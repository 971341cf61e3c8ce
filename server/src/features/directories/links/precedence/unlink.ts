import { type ConnectionKind, connectionKinds } from '@claviger/contract/directories/connections'
import type { links } from '@claviger/contract/directories/links'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { doneReply } from '@claviger/contract/platform/fields'
import { userSources } from '@claviger/contract/people/users'
import { workspaceOf } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mustReachPeopleOf, mustReachShared } from '#features/work/rank/rank.ts'
import { changeKeptMembers, changeGroupSource, makeGroupsLocal } from '#features/people/groups/groups.directory.ts'
import { groupsById } from '#features/people/groups/groups.ts'
import { setUserSource } from '#features/people/users/users.directory.ts'
import { nameOfRow } from '#features/people/users/users.many.ts'
import { userToChange } from '#features/people/users/users.rank.ts'
import { type ConnectedDirectory, connectionById, readAllAgain } from '../../connections/connections.ts'
import { putMatchConflicts, markSeparate } from '../match-conflicts.store.ts'
import {
  deleteLinks,
  type DirectoryLinkRow,
  externalIdsIn,
  type LinkedKind,
  linksOf,
  linksOfLocals,
} from '../links.store.ts'
import { sourceOfKind } from '../linked-users.ts'
import { forgetTold, findNextLeaders } from './precedence.store.ts'

type Input = OutputOf<(typeof links)['calls']['unlink']['input']>

interface Unlinked {
  directory: ConnectedDirectory
  link: DirectoryLinkRow
}

/**
 * Unlinks a user or group from a directory. It stays unchanged and then belongs to its next directory, or is managed here.
 * The entry of the directory is not linked with the user again, unless an administrator does so.
 * @throws not-found, above-you, not-unlinkable
 */
export async function unlink(ctx: TransactionContext, { what, id, connection }: Input) {
  const directory = await connectionById(ctx, connection)
  const link = (await linksOfLocals(ctx.db, what, [id])).find(one => one.connection_id === connection)
  if (!directory || !link) throw problem('not-found')
  // SCIM clients refer to users and groups by our ID
  if (directory.kind === connectionKinds.scim) throw problem('not-unlinkable')
  await (what === 'user' ? unlinkUser : unlinkGroup)(ctx, id, { directory, link })
  return doneReply
}

async function unlinkUser(ctx: TransactionContext, id: string, { directory, link }: Unlinked): Promise<void> {
  const user = await userToChange(ctx, id)
  const next = await dropLink(ctx, 'user', id, { directory, link })
  await setUserSource(ctx, [id], next ? sourceOfKind(next.kind as ConnectionKind) : userSources.local)
  const apart = { anchor: link.anchor, localId: id, because: 'user-id', fields: {} } as const
  await putMatchConflicts(ctx.db, workspaceOf(ctx), directory.id, [apart], ctx.clock.now())
  await markSeparate(ctx.db, directory.id, link.anchor)
  await record(ctx, {
    action: 'directory.unlinked',
    object: { type: 'user', id, name: nameOfRow(user) },
    before: { directory: directory.name },
  })
}

async function unlinkGroup(ctx: TransactionContext, id: string, { directory, link }: Unlinked): Promise<void> {
  const [group] = await groupsById(ctx.db, [id])
  if (!group) throw problem('not-found')
  if (link.left_at !== null) throw problem('not-unlinkable')
  await mustReachPeopleOf(ctx, 'group', [id])
  await mustReachShared(ctx, [id])
  const decided = await linksOf(ctx.db, directory.id, 'user', await externalIdsIn(ctx.db, directory, id))
  const next = await dropLink(ctx, 'group', id, { directory, link })
  if (next) {
    // From now on, the other directory decides who is a member
    await changeKeptMembers(ctx, group, { remove: decided.map(one => one.local_id) })
    await changeGroupSource(ctx, [id], next.id)
  } else await makeGroupsLocal(ctx, [id], directory.name)
  await record(ctx, {
    action: 'directory.group-unlinked',
    object: { type: 'group', id, name: group.name },
    before: { directory: directory.name },
  })
}

/** Deletes a link; returns the directory that leads now. The next runs of both read everything. */
async function dropLink(ctx: TransactionContext, what: LinkedKind, id: string, { directory, link }: Unlinked) {
  await deleteLinks(ctx.db, directory.id, what, [link.anchor])
  const [next] = await findNextLeaders(ctx.db, directory.id, what, [id])
  if (next) await forgetTold(ctx.db, what, [id])
  await readAllAgain(ctx, [directory.id, ...(next ? [next.id] : [])])
  return next
}
