import { syncModes } from '@claviger/contract/directories/connections'
import { isDeepStrictEqual } from 'node:util'
import type { AppliedReason } from '@claviger/contract/directories/links'
import type { TransactionContext } from '#platform/app-context.ts'
import type { UserColumns } from '#features/people/users/users.many.ts'
import { peopleToFollow } from '#features/people/users/users.directory.ts'
import type { UserRow } from '#features/people/users/users.ts'
import type { ConnectedDirectory } from '../connections/connections.ts'
import { matchConflictsIn, matchConflictsOf } from './match-conflicts.store.ts'
import { fieldOf, type FilledFields, filledBy, hashOf, withUserId } from './filled-fields.ts'
import {
  externalIdsIn,
  groupNamesOf,
  type DirectoryLinkRow,
  linksAfter,
  linksOf,
  unmanagedAfter,
} from './links.store.ts'
import { matchNewUsers } from './newcomers.ts'
import { findMembersDecidedElsewhere } from './precedence/precedence.store.ts'
import { type Precedence, precedenceOf } from './precedence/precedence.ts'
import { type DirectoryPerson, isActiveInDirectory, silenceOf } from './shapes.ts'

export interface PersonPlan {
  person: DirectoryPerson
  user: string | null
  is: 'same' | 'skipped' | 'add' | 'link' | 'change' | 'back' | 'suspend' | 'clash' | 'known' | 'barred'
  reason?: AppliedReason
  before?: Record<string, string>
  /** Nothing changes: it is applied again because the order of directories changed. */
  isRepeat?: boolean
}

export async function planUsers(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  told: readonly DirectoryPerson[],
  mode: number,
): Promise<PersonPlan[]> {
  const anchors = told.map(person => person.anchor)
  const links = new Map((await linksOf(ctx.db, connection.id, 'user', anchors)).map(link => [link.anchor, link]))
  const differs = (person: DirectoryPerson, link: DirectoryLinkRow) =>
    link.left_at !== null || link.told.toString('hex') !== hashOf(person)
  const touched = told.flatMap(person => {
    const link = links.get(person.anchor)
    return link && differs(person, link) ? [link.local_id] : []
  })
  const rows = new Map((await peopleToFollow(ctx, touched)).map(row => [row.id, row]))
  const precedence = await precedenceOf(ctx, connection, touched)
  // Disabled users who were never here are ignored
  const news = told.filter(person => !links.has(person.anchor) && isActiveInDirectory(person.active, undefined))
  const filled = new Map(news.map(person => [person.anchor, withUserId(filledBy(person.fields), person.anchor)]))
  const found = await matchNewUsers(
    ctx,
    connection,
    news.map(person => ({ person, filled: filled.get(person.anchor) as FilledFields })),
  )
  const joining = await precedenceOf(
    ctx,
    connection,
    [...found.values()].flatMap(what => (what.is === 'same' ? [what.row.id] : [])),
  )
  const alike = [...found].flatMap(([anchor, { is }]) => (is === 'clash' ? [anchor] : []))
  const waiting = new Map((await matchConflictsOf(ctx.db, connection.id, alike)).map(clash => [clash.anchor, clash]))
  return told.map((person): PersonPlan => {
    const link = links.get(person.anchor)
    if (link) return planLinked(person, link, rows.get(link.local_id), mode, precedence)
    const plan = { person, user: null }
    const fields = filled.get(person.anchor)
    if (!fields) return { ...plan, is: 'skipped' }
    const what = found.get(person.anchor)
    if (what?.is === 'barred') return { ...plan, is: 'barred', reason: what.reason }
    if (what?.is === 'clash') {
      const clash = waiting.get(person.anchor)
      const known = clash?.local_id === what.clash.localId && isDeepStrictEqual(clash.fields, person.fields)
      return { ...plan, user: what.clash.localId, is: known ? 'known' : 'clash', reason: 'clash' }
    }
    if (what?.is === 'same')
      return mode === syncModes.new
        ? { ...plan, is: 'skipped' }
        : {
            ...plan,
            user: what.row.id,
            is: 'link',
            before: beforeOf(what.row, { ...fields, columns: joining.own(what.row.id, fields.columns) }),
          }
    return { ...plan, is: mode === syncModes.existing ? 'skipped' : 'add' }
  })
}

function planLinked(
  person: DirectoryPerson,
  link: DirectoryLinkRow,
  row: UserRow | undefined,
  mode: number,
  precedence: Precedence,
): PersonPlan {
  const plan: Pick<PersonPlan, 'person' | 'user' | 'reason'> = { person, user: link.local_id }
  const isActive = isActiveInDirectory(person.active, link)
  if (!row) return { ...plan, is: 'same' }
  if (mode === syncModes.new) return { ...plan, is: 'skipped' }
  // Deleted by an administrator although still in the directory
  if (row.deleted_at !== null && link.left_at === null) return { ...plan, is: 'skipped' }
  const filled = filledBy(person.fields)
  const before = beforeOf(row, { ...filled, columns: precedence.own(row.id, filled.columns) })
  const reason = silenceOf(person, link)
  if (reason) plan.reason = reason
  const isRepeat = link.told.length === 0 && Object.keys(before).length === 0
  // Another directory decides whether the user has access
  if (!precedence.leads(row.id)) return { ...plan, is: 'change', before, isRepeat }
  if (!isActive && !link.active_there && link.left_at !== null) return { ...plan, is: 'same' }
  if (!isActive && link.active_there) return { ...plan, is: 'suspend', before }
  if (isActive && (link.left_at !== null || !link.active_there)) return { ...plan, is: 'back', before }
  return { ...plan, is: 'change', before, isRepeat }
}

const beforeOf = (row: UserRow, { columns }: FilledFields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([name, value]) => {
      const field = name === 'phone_country' ? undefined : fieldOf(name)
      const now = row[name as keyof UserColumns] ?? null
      return field === undefined || now === value ? [] : [[field, String(now ?? '')]]
    }),
  )

export const keptAfter = (
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  what: 'user' | 'group',
  after: string,
  most: number,
) => linksAfter(ctx.db, connection.id, what, after, most)

export const keptAmong = async (
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  what: 'user' | 'group',
  anchors: readonly string[],
): Promise<Map<string, { local: string; left: boolean; told: string }>> =>
  new Map(
    (await linksOf(ctx.db, connection.id, what, anchors)).map(link => [
      link.anchor,
      { local: link.local_id, left: link.left_at !== null, told: link.told.toString('hex') },
    ]),
  )

/** Groups of a directory that haven't ended, with their names. */
export const namedGroups = (ctx: TransactionContext, connection: ConnectedDirectory) =>
  groupNamesOf(ctx.db, connection.id)

export const externalIdsOfMembers = (
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  group: string,
): Promise<string[]> => externalIdsIn(ctx.db, connection, group)

/** External IDs of users whose membership in a group of several directories another of them decides. */
export async function membersDecidedElsewhere(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  group: string | undefined,
  known: ReadonlyMap<string, { local: string }>,
): Promise<string[]> {
  if (group === undefined) return []
  const locals = [...known.values()].map(one => one.local)
  const others = await findMembersDecidedElsewhere(ctx.db, connection, group, locals)
  return [...known].flatMap(([anchor, { local }]) => (others.has(local) ? [anchor] : []))
}

export const findConflicting = async (
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  anchors: readonly string[],
): Promise<Set<string>> =>
  new Set((await matchConflictsOf(ctx.db, connection.id, anchors)).flatMap(clash => (clash.apart ? [] : clash.anchor)))

/** Immutable IDs with a pending membership in a group, until their conflict is resolved. */
export const findConflictingMembers = (
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  group: string,
): Promise<string[]> => matchConflictsIn(ctx.db, connection.id, group)

/** Next users without a directory and without a role, by ID. */
export const unmanagedPeople = (ctx: TransactionContext, after: string | null, most: number) =>
  unmanagedAfter(ctx.db, after, most)
