import { keptTexts, msg } from '#platform/languages.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import type { WorkRowResult, WorkRow, Slice } from '#features/work/works/works.ts'
import { identifierGuarded, identifyingColumns, mayIdentify } from '../addresses/addresses.identifiers.ts'
import { createGroup } from '../groups/groups.change.ts'
import { groupIdNamed, joinGroups } from '../groups/groups.many.ts'
import { createUnit } from '../units/units.change.ts'
import { joinUnits, unitIdNamed } from '../units/units.many.ts'
import type { Asker } from '#features/work/rank/rank.ts'
import { addUsers, changeUsers, type UserColumns, lockUsers, usersNamed } from '../users/users.many.ts'
import { forgetWritten } from '../addresses/addresses.secrets.ts'
import { higherRoleText } from '../users/users.rank.ts'
import { type CreatedPlaces, mayCreate } from './review.ts'
import { isOfHigherRole, emailOfHigherRoleText, groupOpensHigherRoleText, reachOf } from './import-permissions.ts'

export interface Fields {
  columns: UserColumns
  groups: string[]
  units: string[]
  /** Missing in rows that were reviewed by an earlier version. */
  created?: CreatedPlaces
}

const taken = msg('Another user has this User ID, email, or Employee ID')
const fieldsOf = (row: WorkRow) => row.facts as Fields
const idOf = (row: WorkRow) => row.subject as string

/**
 * Writes reviewed rows. Returns the rows that could no longer be written, and the former values of changed
 * users.
 */
export async function writeRows(ctx: TransactionContext, { by, rows }: Slice<unknown>): Promise<WorkRowResult[]> {
  const known = rows.filter(row => row.outcome === 'update')
  const places = await createdSince(ctx, by, rows)
  const groupsOf = (row: WorkRow) => [
    ...fieldsOf(row).groups,
    ...(fieldsOf(row).created?.groups ?? []).flatMap(name => places.groups.get(name.toLowerCase()) ?? []),
  ]
  const wanted = rows.flatMap(groupsOf)
  // Checked again: since the review, a user's role may have risen or the administrator's fallen
  const emails = rows.flatMap(row => fieldsOf(row).columns.email ?? [])
  const there = await usersNamed(ctx.db, { userIds: [], emails, employeeIds: [] })
  const { above, shut } = await reachOf(ctx, by, [...known.map(idOf), ...there.map(user => user.id)], wanted)
  const opens = (row: WorkRow) => groupsOf(row).some(group => shut.has(group))
  const another = (row: WorkRow) =>
    isOfHigherRole(
      fieldsOf(row).columns.email,
      there.find(user => user.id === idOf(row)),
      there,
      above,
    )
  const guarded = mayIdentify(by.holds) ? [] : await identifyingColumns(ctx)
  const was = guarded.length === 0 ? [] : await lockUsers(ctx.db, known.map(idOf))
  const identifies = (row: WorkRow) => {
    const columns: Record<string, unknown> = fieldsOf(row).columns
    const before: Record<string, unknown> = was.find(user => user.id === row.subject) ?? {}
    return guarded.some(column => column in columns && (columns[column] ?? null) !== (before[column] ?? null))
  }
  const may = (row: WorkRow) => !opens(row) && !another(row) && !identifies(row)
  const news = by.holds === undefined ? [] : rows.filter(row => row.outcome === 'new' && may(row))
  const changes = known.filter(row => !above.has(idOf(row)) && may(row))
  const columnsOf = (row: WorkRow) => ({ id: idOf(row), ...fieldsOf(row).columns })
  const added = await addUsers(ctx, by, news.map(columnsOf))
  const former = changes.length === 0 ? [] : await lockUsers(ctx.db, changes.map(idOf))
  const failed = await changeUsers(ctx, by, changes.map(columnsOf))
  const why = (row: WorkRow) => {
    if (by.holds === undefined || above.has(idOf(row))) return higherRoleText
    if (opens(row)) return groupOpensHigherRoleText
    if (another(row)) return emailOfHigherRoleText
    if (identifies(row)) return identifierGuarded
    return row.outcome === 'new' ? (added.has(idOf(row)) ? undefined : taken) : failed.get(idOf(row))
  }
  const made = await createPlaces(
    ctx,
    by,
    rows.filter(row => why(row) === undefined),
    places,
  )
  const placesIn = (row: WorkRow, place: keyof CreatedPlaces) => {
    const { created, [place]: joined } = fieldsOf(row)
    return [...joined, ...(created?.[place] ?? []).flatMap(name => made[place].get(name.toLowerCase()) ?? [])]
  }
  const joins = (place: keyof CreatedPlaces) =>
    rows.flatMap(row => (why(row) === undefined ? placesIn(row, place).map(to => ({ to, user: idOf(row) })) : []))
  await joinGroups(
    ctx,
    joins('groups').map(({ to, user }) => ({ group: to, user })),
  )
  await joinUnits(
    ctx,
    joins('units').map(({ to, user }) => ({ unit: to, user })),
  )
  await forgetWritten(
    ctx,
    rows.map(row => ({ id: idOf(row), columns: fieldsOf(row).columns })),
  )
  const before = new Map(former.map(user => [user.id, user]))
  return rows.flatMap((row): WorkRowResult[] => {
    const told = why(row)
    const reason = [higherRoleText, groupOpensHigherRoleText, emailOfHigherRoleText, identifierGuarded].includes(
      told ?? '',
    )
      ? 'no-access'
      : 'duplicate'
    if (told !== undefined) return [{ row: row.row, outcome: 'refused', reason, told: keptTexts(told) }]
    const user = row.outcome === 'update' ? before.get(idOf(row)) : undefined
    const isMade = (['groups', 'units'] as const).some(place => (fieldsOf(row).created?.[place] ?? []).length > 0)
    // An undo removes the user from created groups as well
    const facts = { ...fieldsOf(row), groups: placesIn(row, 'groups'), units: placesIn(row, 'units') }
    if (!user) return isMade ? [{ row: row.row, facts }] : []
    const names = Object.keys(fieldsOf(row).columns) as (keyof UserColumns)[]
    const values = Object.fromEntries(names.map(name => [name, user[name] ?? null]))
    return [{ row: row.row, was: values, ...(isMade && { facts }) }]
  })
}

type PlacesByName = Record<keyof CreatedPlaces, Map<string, string>>

/** Groups and units that did not exist at the review and now do; their IDs by lowercase name. */
async function createdSince(ctx: TransactionContext, by: Asker, rows: readonly WorkRow[]): Promise<PlacesByName> {
  const found = { groups: new Map<string, string>(), units: new Map<string, string>() }
  for (const { place, key, name } of placesToCreate(by, rows)) {
    const id = await (place === 'groups' ? groupIdNamed(ctx, name) : unitIdNamed(ctx, name))
    if (id !== undefined) found[place].set(key, id)
  }
  return found
}

/** Creates the groups and units of the rows that still don't exist; returns the IDs of all by lowercase name. */
async function createPlaces(
  ctx: TransactionContext,
  by: Asker,
  rows: readonly WorkRow[],
  known: PlacesByName,
): Promise<PlacesByName> {
  const made = { groups: new Map(known.groups), units: new Map(known.units) }
  for (const { place, key, name } of placesToCreate(by, rows)) {
    if (made[place].has(key)) continue
    const { id } = await (place === 'groups' ? createGroup(ctx, { name }) : createUnit(ctx, { name }))
    made[place].set(key, id)
  }
  return made
}

/** Each name once, spelled as in the first row that has it; none that the import's administrator can't create. */
function placesToCreate(by: Asker, rows: readonly WorkRow[]) {
  const may = mayCreate(by)
  return (['groups', 'units'] as const)
    .filter(place => may[place])
    .flatMap(place => {
      const names = rows.flatMap(row => fieldsOf(row).created?.[place] ?? [])
      const byKey = Map.groupBy(names, name => name.toLowerCase())
      return [...byKey].map(([key, [name = key]]) => ({ place, key, name }))
    })
}
