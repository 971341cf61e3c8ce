import type { AppliedReason } from '@claviger/contract/directories/links'
import { userSources } from '@claviger/contract/people/users'
import type { TransactionContext } from '#platform/app-context.ts'
import {
  changeKeptGroup,
  changeKeptMembers,
  type KeptGroup,
  endKeptGroup,
  removeKeptGroup,
  resumeKeptGroup,
} from '#features/people/groups/groups.directory.ts'
import { groupsById } from '#features/people/groups/groups.ts'
import {
  deleteUsersFor,
  setUserSource,
  peopleToFollow,
  releaseAs,
  suspendAs,
  suspensionSources,
} from '#features/people/users/users.directory.ts'
import { changeUsers, type UserColumns } from '#features/people/users/users.many.ts'
import type { UserRow } from '#features/people/users/users.ts'
import { usersAbove, type Asker } from '#features/work/rank/rank.ts'
import type { ConnectedDirectory } from '../connections/connections.ts'
import { filledBy } from './filled-fields.ts'
import type { MappedPerson } from './links.mapping.ts'
import { hashOfGroup, type ReportedGroup } from './linked-groups.ts'
import { deleteLinks, type DirectoryLinkRow, linksOfLocals, updateLinks } from './links.store.ts'
import { findNextLeaders } from './precedence/precedence.store.ts'
import { precedenceOf } from './precedence/precedence.ts'
import { followRole } from './roles.ts'
import type { ApplyOutcome, PreviousUserState } from './shapes.ts'

export interface UndoItem {
  user: string
  outcome: ApplyOutcome
  fields: MappedPerson
  was: PreviousUserState
}

/**
 * Undoes a run's effects on users, on behalf of the caller: deletes added users, restores values not changed since,
 * and reverts suspensions and reactivations. Returns why some stay unchanged.
 */
export async function undoUserChanges(
  ctx: TransactionContext,
  by: Asker,
  connection: ConnectedDirectory,
  all: readonly UndoItem[],
): Promise<Map<string, AppliedReason>> {
  const ids = all.map(one => one.user)
  const stay = new Map<string, AppliedReason>()
  const rows = new Map((await peopleToFollow(ctx, ids)).map(row => [row.id, row]))
  const links = new Map(
    (await linksOfLocals(ctx.db, 'user', ids))
      .filter(link => link.connection_id === connection.id)
      .map(link => [link.local_id, link]),
  )
  // Roles granted by the directory are revoked first, so that they don't protect users from the undo
  for (const one of all) {
    const link = links.get(one.user)
    if (link && link.role_given !== null && one.was.roleGiven !== link.role_given)
      link.role_given = (await followRole(ctx, connection, by, one.user, [], link.role_given)).given
  }
  const above = await usersAbove(ctx, by, ids)
  const able = all.flatMap(one => {
    const [row, link] = [rows.get(one.user), links.get(one.user)]
    if (above.has(one.user)) stay.set(one.user, 'above-you')
    else if (!row || !link) stay.set(one.user, 'changed-since')
    else return [{ ...one, row, link }]
    return []
  })
  const added = able.filter(one => one.outcome === 'added')
  await deleteUsersFor(
    ctx,
    by,
    added.filter(one => one.row.deleted_at === null).map(one => one.row),
  )
  const linked = able.filter(one => one.outcome === 'linked')
  const led = new Set(
    (
      await findNextLeaders(
        ctx.db,
        connection.id,
        'user',
        linked.map(one => one.user),
      )
    ).map(one => one.local_id),
  )
  await setUserSource(
    ctx,
    linked.filter(one => !led.has(one.user)).map(one => one.user),
    userSources.local,
  )
  await deleteLinks(
    ctx.db,
    connection.id,
    'user',
    [...added, ...linked].map(one => one.link.anchor),
  )
  for (const one of able.filter(each => each.outcome !== 'added')) {
    const failed = await setBack(ctx, by, one)
    if (failed) stay.set(one.user, failed)
  }
  await standAsBefore(
    ctx,
    by,
    connection,
    able.filter(one => one.outcome !== 'added' && one.outcome !== 'linked'),
  )
  return stay
}

type Able = UndoItem & { row: UserRow; link: DirectoryLinkRow }

async function setBack(
  ctx: TransactionContext,
  by: Asker,
  { user, row, was, fields }: Able,
): Promise<AppliedReason | undefined> {
  const wrote = filledBy(fields).columns
  const former = Object.entries(was.columns ?? {}).filter(
    ([name]) => (row[name as keyof UserColumns] ?? null) === (wrote[name as keyof UserColumns] ?? null),
  )
  if (former.length === 0 || row.deleted_at !== null) return undefined
  const failed = await changeUsers(ctx, by, [{ id: user, ...Object.fromEntries(former) }], 'directory')
  return failed.has(user) ? 'taken' : undefined
}

async function standAsBefore(
  ctx: TransactionContext,
  by: Asker,
  connection: ConnectedDirectory,
  all: readonly Able[],
): Promise<void> {
  const { directory } = suspensionSources
  const { leads } = await precedenceOf(
    ctx,
    connection,
    all.map(one => one.user),
  )
  const holds = (one: Able) => (one.row.suspended_by & directory) !== 0
  const idsOf = (some: readonly Able[]) => some.map(one => one.user)
  const led = all.filter(one => leads(one.user))
  await releaseAs(ctx, by, directory, idsOf(led.filter(one => one.was.held === false && holds(one))))
  await suspendAs(ctx, by, directory, idsOf(led.filter(one => one.was.held === true && !holds(one))))
  await deleteUsersFor(
    ctx,
    by,
    all.filter(one => one.was.binned === true && one.row.deleted_at === null).map(one => one.row),
  )
  await updateLinks(
    ctx.db,
    connection.id,
    'user',
    all.map(({ link, was }) => ({
      anchor: link.anchor,
      told: was.told ?? '',
      activeThere: was.activeThere ?? true,
      leftAt: was.leftAt ? new Date(was.leftAt) : null,
      roleGiven: link.role_given,
    })),
    ctx.clock.now(),
  )
}

export type GroupUndoRecord =
  | { did: 'added' }
  | { did: 'renamed'; told: ReportedGroup; was: KeptGroup }
  | { did: 'ended'; anchor: string }
  | { did: 'resumed' }
  | { did: 'members'; added: readonly string[]; removed: readonly string[] }

// Resets the state, so that the directory's current data is applied again
const untold = { told: '', activeThere: true, leftAt: null, roleGiven: null }

/**
 * Undoes a run's effects on a group: deletes an added one, restores an ended one with its references, and reverts
 * names and members not changed since. Returns why it stays unchanged.
 */
export async function undoGroupChanges(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  group: string,
  done: GroupUndoRecord,
): Promise<AppliedReason | undefined> {
  if (done.did === 'ended') return bringBack(ctx, connection, group, done.anchor)
  const links = await linksOfLocals(ctx.db, 'group', [group])
  const link = links.find(one => one.connection_id === connection.id)
  // The group was deleted before its membership row is undone
  if (links.length === 0 && done.did === 'members') return undefined
  if (!link) return 'changed-since'
  if (done.did === 'added') {
    await removeKeptGroup(ctx, group)
    await deleteLinks(ctx.db, connection.id, 'group', [link.anchor])
    return undefined
  }
  if (done.did === 'resumed') {
    await endKeptGroup(ctx, group)
    const ended = { ...untold, anchor: link.anchor, activeThere: false, leftAt: ctx.clock.now() }
    await updateLinks(ctx.db, connection.id, 'group', [ended], ctx.clock.now())
    return undefined
  }
  if (done.did === 'renamed') {
    if (link.told.toString('hex') !== hashOfGroup(done.told)) return 'changed-since'
    const { became } = await changeKeptGroup(ctx, group, done.was)
    if (became === 'taken') return 'group-name-taken'
    await updateLinks(ctx.db, connection.id, 'group', [{ anchor: link.anchor, ...untold }], ctx.clock.now())
    return undefined
  }
  const [row] = await groupsById(ctx.db, [group])
  if (!row) return 'changed-since'
  await changeKeptMembers(ctx, row, { add: done.removed, remove: done.added })
  return undefined
}

async function bringBack(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  group: string,
  anchor: string,
): Promise<AppliedReason | undefined> {
  const became = await resumeKeptGroup(ctx, group)
  if (became !== 'back') return became === 'taken' ? 'group-name-taken' : 'not-undone'
  await updateLinks(ctx.db, connection.id, 'group', [{ anchor, ...untold }], ctx.clock.now())
  return undefined
}
