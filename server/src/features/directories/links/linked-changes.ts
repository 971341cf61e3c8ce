import type { AppliedReason } from '@claviger/contract/directories/links'
import type { TransactionContext } from '#platform/app-context.ts'
import { ownersOf } from '#features/tenancy/administrators/administrators.ts'
import { addressRules } from '#features/people/addresses/addresses.ts'
import {
  releaseAs,
  setUserLanguages,
  suspendAs,
  suspensionSources,
  unbinAs,
} from '#features/people/users/users.directory.ts'
import { type UserChange, changeUsers, type UserColumns, usersNamed } from '#features/people/users/users.many.ts'
import type { UserRow } from '#features/people/users/users.ts'
import type { ConnectedDirectory } from '../connections/connections.ts'
import { alarmOwners } from './alarm.ts'
import { type FilledFields, keptHash } from './filled-fields.ts'
import { type DirectoryLinkRow, type LinkState, updateLinks } from './links.store.ts'
import { type SharedField, sharedReasons } from './newcomers.ts'
import type { Precedence } from './precedence/precedence.ts'
import { followRole } from './roles.ts'
import type { Asker } from '#features/work/rank/rank.ts'
import { reasonAgainstChange, byOf, type LinkContext } from './link-context.ts'
import {
  type AppliedPerson,
  type ApplyOutcome,
  type DirectoryPerson,
  isActiveInDirectory,
  silenceOf,
  type PreviousUserState,
} from './shapes.ts'

export interface ChangedPerson {
  person: DirectoryPerson
  filled: FilledFields
  link: DirectoryLinkRow
  told: string
}

interface Course extends ChangedPerson {
  isActive: boolean
  row: UserRow
  reason?: AppliedReason
  outcome?: ApplyOutcome
  changes: Partial<UserColumns>
  /** Could not be applied completely, so the next run retries. */
  stays: boolean
  /** Does this directory decide whether the user has access? */
  leads: boolean
}

export async function followLinked(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  scene: LinkContext,
  known: readonly ChangedPerson[],
): Promise<AppliedPerson[]> {
  if (known.length === 0) return []
  const all = known.map((one): Course => {
    const row = scene.rows.get(one.link.local_id) as UserRow
    const barred = reasonAgainstChange(connection, scene, one.link)
    const leads = scene.precedence.leads(row.id)
    const isActive = isActiveInDirectory(one.person.active, one.link)
    const gone = row.deleted_at !== null && (one.link.left_at === null || !isActive || !leads)
    return {
      ...one,
      isActive,
      row,
      leads,
      changes: changesOf(row, scene.precedence.own(row.id, one.filled.columns)),
      stays: barred !== undefined || gone,
      ...(barred && { reason: barred, outcome: 'refused' }),
      ...(!barred && gone && { reason: 'deleted-here', outcome: 'skipped' }),
    }
  })
  await alarmOfRank(ctx, connection, all)
  await bringBack(ctx, connection, all)
  await keepAddresses(ctx, all)
  await leaveToOthers(ctx, all)
  await changeFields(ctx, connection, all, scene.precedence)
  await keepAnOwner(ctx, all)
  await followState(ctx, connection, all)
  const results: AppliedPerson[] = []
  const states: LinkState[] = []
  for (const one of all) {
    const { anchor, roles = one.person.fields.roles } = one.person
    const mayHaveRole = one.isActive && !one.stays
    const role = one.stays
      ? { given: one.link.role_given, refused: false }
      : await followRole(
          ctx,
          connection,
          scene.approver as Asker,
          one.row.id,
          mayHaveRole ? roles : [],
          one.link.role_given,
        )
    if (role.refused) one.reason ??= 'role-not-approved'
    if (!one.stays && one.filled.note) one.reason ??= one.filled.note
    const silence = one.stays ? undefined : silenceOf(one.person, one.link)
    if (silence) one.reason ??= silence
    if (role.given !== one.link.role_given) one.outcome ??= 'changed'
    states.push(stateAfter({ ...one, told: keptHash(one.told, role.refused, connection.kind) }, role.given))
    results.push({
      anchor,
      user: one.row.id,
      outcome: one.outcome ?? 'unchanged',
      ...(one.reason && { reason: one.reason }),
      was: wasOf(one),
    })
  }
  await updateLinks(ctx.db, connection.id, 'user', states, ctx.clock.now())
  return results
}

function changesOf(row: UserRow, columns: Partial<UserColumns>): Partial<UserColumns> {
  const changed = Object.entries(columns).filter(([name, value]) => row[name as keyof UserColumns] !== value)
  return Object.fromEntries(changed)
}

function stateAfter({ person, isActive, link, told, stays }: Course, roleGiven: number | null): LinkState {
  if (!stays) return { anchor: person.anchor, told, activeThere: isActive, leftAt: null, roleGiven }
  return {
    anchor: person.anchor,
    told: link.told.toString('hex'),
    activeThere: isActive,
    leftAt: link.left_at,
    roleGiven,
  }
}

function wasOf({ row, link, changes, outcome }: Course): PreviousUserState {
  const names = Object.keys(changes) as (keyof UserColumns)[]
  return {
    ...(names.length > 0 && { columns: Object.fromEntries(names.map(name => [name, row[name] ?? null])) }),
    held: (row.suspended_by & suspensionSources.directory) !== 0,
    ...(outcome === 'restored' && row.deleted_at !== null && { binned: true }),
    told: link.told.toString('hex'),
    activeThere: link.active_there,
    leftAt: link.left_at?.toISOString() ?? null,
    roleGiven: link.role_given,
  }
}

async function alarmOfRank(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  all: readonly Course[],
): Promise<void> {
  const left = all.filter(one => one.leads && one.reason === 'of-rank' && !one.isActive && one.link.active_there)
  await alarmOwners(
    ctx,
    connection,
    left.map(one => one.row),
  )
}

async function bringBack(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  all: readonly Course[],
): Promise<void> {
  const back = all.filter(one => !one.stays && one.row.deleted_at !== null)
  const barred = await unbinAs(
    ctx,
    byOf(connection),
    back.map(one => one.row),
  )
  for (const one of back)
    if (barred.has(one.row.id)) Object.assign(one, { stays: true, reason: 'taken', outcome: 'refused' })
    else one.outcome = 'restored'
}

/** The email of a user with a role is a sign-in method, so a directory can't change it. */
async function keepAddresses(ctx: TransactionContext, all: readonly Course[]): Promise<void> {
  const moved = all.filter(one => !one.stays && one.changes.email !== undefined)
  const rules = await addressRules(
    ctx,
    moved.map(one => one.row.id),
  )
  for (const one of moved)
    if (rules.get(one.row.id) === 'never') {
      delete one.changes.email
      one.reason = 'address-of-rank'
    }
}

/**
 * An email or Employee ID of another user stays with that user, and this one is stored without it. This one keeps the User ID
 * if another user has the new one.
 */
async function leaveToOthers(ctx: TransactionContext, all: readonly Course[]): Promise<void> {
  const moved = all.filter(one => !one.stays && (one.changes.email || one.changes.employee_id || one.changes.user_id))
  if (moved.length === 0) return
  const there = await usersNamed(ctx.db, {
    userIds: moved.flatMap(one => one.changes.user_id ?? []),
    emails: moved.flatMap(one => one.changes.email ?? []),
    employeeIds: moved.flatMap(one => one.changes.employee_id ?? []),
  })
  for (const one of moved) {
    const others = there.filter(row => row.id !== one.row.id)
    const { email, employee_id: number, user_id: userId } = one.changes
    if (userId && others.some(row => row.user_id.toLowerCase() === userId.toLowerCase())) leave(one, 'user_id')
    if (email && !one.row.shares_email && others.some(row => row.email === email && !row.shares_email))
      leave(one, 'email')
    if (number && others.some(row => row.employee_id?.toLowerCase() === number.toLowerCase())) leave(one, 'employee_id')
  }
}

function leave(one: Course, field: SharedField): void {
  if (field === 'user_id' || one.row[field] === null) delete one.changes[field]
  else one.changes[field] = null
  one.reason ??= sharedReasons[field]
}

async function changeFields(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  all: readonly Course[],
  precedence: Precedence,
): Promise<void> {
  const live = all.filter(one => !one.stays)
  // A multi-row statement needs the same columns in all rows
  const alike = new Map<string, Course[]>()
  for (const one of live) {
    const names = Object.keys(one.changes).toSorted().join(' ')
    if (names !== '') alike.set(names, [...(alike.get(names) ?? []), one])
  }
  for (const some of alike.values()) {
    const changes = some.map((one): UserChange => ({ id: one.row.id, ...one.changes }))
    const failed = await changeUsers(ctx, byOf(connection), changes, 'directory')
    for (const one of some)
      if (!failed.has(one.row.id)) one.outcome ??= 'changed'
      // A User ID of another user must not keep a user active
      else if (!one.isActive) Object.assign(one, { reason: 'taken', changes: {} })
      else Object.assign(one, { stays: true, reason: 'taken', outcome: 'refused' })
  }
  await setUserLanguages(
    ctx,
    live.flatMap(({ row, filled }) =>
      filled.language === undefined || !precedence.decides(row.id, 'language')
        ? []
        : [{ id: row.id, language: filled.language }],
    ),
  )
}

/** Locks owners until the transaction ends, so that a directory can't suspend the last active one. */
async function keepAnOwner(ctx: TransactionContext, all: readonly Course[]): Promise<void> {
  const leaving = all.filter(one => one.leads && !one.stays && !one.isActive)
  for (const one of await ownersAmong(ctx, leaving, course => course.row.id))
    Object.assign(one, { stays: true, reason: 'last-owner', outcome: 'refused' })
}

/** Those of these users who are the only owners; empty if another owner is active. */
export async function ownersAmong<T>(
  ctx: TransactionContext,
  some: readonly T[],
  idOf: (one: T) => string,
): Promise<T[]> {
  if (some.length === 0) return []
  const owners = new Set((await ownersOf(ctx)).map(owner => owner.id))
  const among = some.filter(one => owners.has(idOf(one)))
  return among.length > 0 && among.length >= owners.size ? among : []
}

async function followState(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  all: readonly Course[],
): Promise<void> {
  const live = all.filter(one => one.leads && !one.stays)
  const away = connection.leaving === 'mark' ? [] : live.filter(one => !one.isActive)
  const held = new Set(
    await suspendAs(
      ctx,
      byOf(connection),
      suspensionSources.directory,
      away.map(one => one.row.id),
    ),
  )
  for (const one of away) if (held.has(one.row.id)) one.outcome = 'suspended'
  const here = live.filter(one => one.isActive && (one.row.suspended_by & suspensionSources.directory) !== 0)
  await releaseAs(
    ctx,
    byOf(connection),
    suspensionSources.directory,
    here.map(one => one.row.id),
  )
  for (const one of here) one.outcome = 'restored'
}
