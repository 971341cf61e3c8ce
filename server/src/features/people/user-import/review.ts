import { groupTypes } from '@claviger/contract/people/groups'
import { canonicalText, hasHiddenCharacter } from '@claviger/contract/platform/plain-text'
import { messages } from '@claviger/contract/platform/messages'
import type { DeferredText } from '@claviger/contract/platform/wording'
import { type ImportField, importFieldNames } from '@claviger/contract/people/user-import'
import { userSources } from '@claviger/contract/people/users'
import { type NumbersByText, numbersByText } from '#platform/csv/numbers-by-text.ts'
import { firstKept, keptTexts, msg, deferText } from '#platform/languages.ts'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { Secret } from '#platform/secrets/secret.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { attributeNames } from '#features/tenancy/workspace-settings/workspace-settings.ts'
import { type AddressRule, addressRules } from '../addresses/addresses.ts'
import { type UserColumns, logFieldsOf, usersNamed } from '../users/users.many.ts'
import type { UserRow } from '../users/users.ts'
import type { WorkRowResult, WorkRow, Slice } from '#features/work/works/works.ts'
import { fileOf } from '#features/work/works/works.files.ts'
import type { Asker } from '#features/work/rank/rank.ts'
import { higherRoleText } from '../users/users.rank.ts'
import { isOfHigherRole, emailOfHigherRoleText, groupOpensHigherRoleText, reachOf } from './import-permissions.ts'
import { groupsToJoin, placesOfUsers, unitsToJoin } from './user-import.store.ts'
import { type ImportedUser, readName, readUser } from './user-rows.ts'

export interface UserFile {
  deletes: boolean
  /** Creates groups and organization units that don't exist. */
  creates?: boolean
}

export interface ImportReviewState {
  rows: NumbersByText
  groups: Map<string, Place>
  units: Map<string, Place>
  attributes: Map<string, string>
}

interface Place {
  id: string
  name: string
  /** Why members can't be added manually. */
  closed: string | DeferredText | null
}

export async function beginReview(ctx: TransactionContext): Promise<ImportReviewState> {
  const groups = await groupsToJoin(ctx.db)
  const units = await unitsToJoin(ctx.db)
  const closed = (group: { type: number; ruled: boolean; name: string }) => {
    if (group.ruled) return deferText('Membership in the group “{group}” is set by its rule', { group: group.name })
    return group.type === groupTypes.external ? messages['imported.read-only'] : null
  }
  return {
    rows: numbersByText(),
    groups: new Map(
      groups
        .filter(one => one.type !== groupTypes.everyone)
        .map(one => [canonicalText(one.name).toLowerCase(), { ...one, closed: closed(one) }]),
    ),
    units: new Map(units.map(one => [canonicalText(one.name).toLowerCase(), { ...one, closed: null }])),
    attributes: new Map(
      (await attributeNames(ctx)).flatMap((name, place) => (name ? [[`scimAttribute${place + 1}`, name]] : [])),
    ),
  }
}

/** Of a group or an organization unit. */
const longestName = 100

const refused = (row: WorkRow, told: string | DeferredText, result = 'broken'): WorkRowResult => ({
  row: row.row,
  outcome: 'refused',
  reason: result,
  told: keptTexts(told),
})

/** Finds what each row would do, or why it can't; writes only the findings. */
export async function reviewUsers(
  ctx: TransactionContext,
  { work, by, rows }: Slice<UserFile>,
  memory: ImportReviewState,
): Promise<WorkRowResult[]> {
  const { mapping } = fileOf(work)
  const read = rows.map(row => ({
    row,
    reading: row.broken ? { wrong: firstKept(row.broken) } : readUser(mapping, row.cells ?? []),
  }))
  const good = read.flatMap(one => ('read' in one.reading ? [one.reading.read.columns] : []))
  const known = await usersNamed(ctx.db, {
    userIds: good.map(columns => columns.user_id),
    emails: good.flatMap(columns => columns.email ?? []),
    employeeIds: good.flatMap(columns => columns.employee_id ?? []),
  })
  const byUserId = new Map(known.map(user => [user.sort_user_id, user]))
  const memberships = await membershipsOf(ctx, known)
  const ids = known.map(user => user.id)
  const rules = await addressRules(ctx, ids)
  const wanted = read.flatMap(one => ('read' in one.reading ? one.reading.read.groups : []))
  const named = wanted.flatMap(name => memory.groups.get(name.toLowerCase())?.id ?? [])
  const { above, shut } = await reachOf(ctx, by, ids, named)
  return read.map(({ row, reading }) => {
    if ('wrong' in reading) return refused(row, reading.wrong)
    const { columns } = reading.read
    const user = byUserId.get(columns.user_id.toLowerCase())
    const clash = clashOf(columns, user, known)
    if (clash) return refused(row, clash, 'duplicate')
    const twice = cameBefore(memory, row.row, columns)
    if (twice) return refused(row, twice, 'duplicate')
    const places = placesOf(
      memory,
      reading.read,
      user ? (memberships.get(user.id) ?? new Set()) : new Set(),
      work.parameters.creates === true ? mayCreate(by) : nothingNew,
    )
    if ('wrong' in places) return refused(row, places.wrong)
    if (places.groups.some(group => shut.has(group))) return refused(row, groupOpensHigherRoleText, 'no-access')
    if (isOfHigherRole(columns.email, user, known, above)) return refused(row, emailOfHigherRoleText, 'no-access')
    const fields = { columns, groups: places.groups, units: places.units, created: places.created }
    if (!user)
      return {
        row: row.row,
        outcome: 'new',
        told: keptTexts(msg('Creates the user'), ...createdInWords(places.created)),
        subject: newId(),
        facts: fields,
      }
    const moves = columns.email !== undefined && columns.email !== user.email
    const rule = moves ? rules.get(user.id) : undefined
    const joins = [...(places.told ? [places.told] : []), ...createdInWords(places.created)]
    return changeOf(above.has(user.id), row, user, fields, joins, memory.attributes, rule)
  })
}

function changeOf(
  isAbove: boolean,
  row: WorkRow,
  user: UserRow,
  fields: object & { columns: UserColumns },
  joins: readonly DeferredText[],
  attributes: ReadonlyMap<string, string>,
  rule: AddressRule | undefined,
): WorkRowResult {
  const changes = differences(user, fields.columns, attributes)
  const told = [...changes, ...joins]
  const base = { row: row.row, subject: user.id, facts: fields }
  if (told.length === 0) return { ...base, outcome: 'same', reason: 'duplicate', told: keptTexts(msg('Unchanged')) }
  if (isAbove) return refused(row, higherRoleText, 'no-access')
  if (user.source !== userSources.local && changes.length > 0)
    return refused(row, messages['imported.read-only'], 'no-access')
  if (rule === 'never') return refused(row, problem('address-of-rank').message, 'no-access')
  if (rule === 'waits') told.push(deferText('The new email takes effect when the old mailbox confirms it'))
  return { ...base, outcome: 'update', told: keptTexts(...told) }
}

const labels: Partial<Record<string, string>> = { ...importFieldNames, phoneNumber: importFieldNames.phone }

/** Describes the changes; columns missing in the file stay. */
function differences(user: UserRow, columns: UserColumns, attributes: ReadonlyMap<string, string>): DeferredText[] {
  const changed = Object.keys(columns).some(
    name => user[name as keyof UserColumns] !== columns[name as keyof UserColumns],
  )
  if (!changed) return []
  const [before, after] = [logFieldsOf(user), logFieldsOf({ ...user, ...columns })]
  return Object.keys(after)
    .filter(name => !isSame(before[name], after[name]))
    .map(name => {
      const field = attributes.get(name) ?? deferText(labels[name] ?? name)
      return before[name] instanceof Secret || after[name] instanceof Secret
        ? deferText('{field}: new value', { field })
        : deferText('{field}: {before} → {after}', { field, before: shown(before[name]), after: shown(after[name]) })
    })
}

const isSame = (one: unknown, other: unknown) => (one instanceof Secret ? one.equals(other) : one === other)

const shown = (value: unknown): string => (typeof value === 'string' ? value : '—')

function cameBefore(memory: ImportReviewState, row: number, columns: UserColumns): DeferredText | undefined {
  const once: [ImportField, string | null | undefined][] = [
    ['userId', columns.user_id],
    ['email', columns.email],
    ['employeeId', columns.employee_id],
  ]
  const keys = once.flatMap(([field, value]) => (value ? [{ field, key: `${field}:${value.toLowerCase()}` }] : []))
  const earlier = keys.find(({ key }) => memory.rows.get(key) !== undefined)
  if (earlier)
    return deferText('Row {row} of this file has the same {field}', {
      row: String(memory.rows.get(earlier.key)),
      field: deferText(importFieldNames[earlier.field]),
    })
  for (const { key } of keys) memory.rows.set(key, row)
  return undefined
}

function clashOf(columns: UserColumns, user: UserRow | undefined, known: readonly UserRow[]): DeferredText | undefined {
  const others = known.filter(other => other.id !== user?.id)
  const name = (other: UserRow) => `${other.first_name} ${other.last_name}`
  const sameEmail = !user?.shares_email && others.find(other => other.email === columns.email && !other.shares_email)
  if (sameEmail) return deferText('Another user has this email: {name}', { name: name(sameEmail) })
  const employee = columns.employee_id?.toLowerCase()
  const sameEmployee = employee && others.find(other => other.employee_id?.toLowerCase() === employee)
  return sameEmployee ? deferText('Another user has this Employee ID: {name}', { name: name(sameEmployee) }) : undefined
}

/** Names of groups and units that an import creates with the first user who joins. */
export interface CreatedPlaces {
  groups: string[]
  units: string[]
}

const nothingNew = { groups: false, units: false }

export const mayCreate = ({ holds, unitsOf }: Asker): Record<keyof CreatedPlaces, boolean> => ({
  groups: unitsOf === null && holds?.includes('groups.write') === true,
  units: unitsOf === null && holds?.includes('units.write') === true,
})

export const createdInWords = ({ groups, units }: CreatedPlaces): DeferredText[] => [
  ...groups.map(name => deferText('Creates the group “{name}” and adds the user', { name })),
  ...units.map(name => deferText('Creates the organization unit “{name}” and adds the user', { name })),
]

function placesOf(
  memory: ImportReviewState,
  { groups, units }: ImportedUser,
  now: ReadonlySet<string>,
  creates: Record<keyof CreatedPlaces, boolean>,
) {
  const created: CreatedPlaces = { groups: [], units: [] }
  const found = { groups: [] as string[], units: [] as string[], created, told: null }
  const names: string[] = []
  for (const [kind, wanted] of [
    ['groups', groups],
    ['units', units],
  ] as const)
    for (const name of wanted) {
      const place = memory[kind].get(name.toLowerCase())
      if (!place && creates[kind] && name.length <= longestName && !hasHiddenCharacter(name)) {
        created[kind].push(name)
        continue
      }
      if (!place)
        return {
          wrong:
            kind === 'groups'
              ? deferText('There is no group “{name}”', { name })
              : deferText('There is no organization unit “{name}”', { name }),
        }
      if (now.has(place.id)) continue
      if (place.closed) return { wrong: place.closed }
      found[kind].push(place.id)
      names.push(place.name)
    }
  return {
    ...found,
    told: names.length === 0 ? null : deferText('Adds the user to {names}', { names: names.join(', ') }),
  }
}

async function membershipsOf(ctx: TransactionContext, users: readonly UserRow[]): Promise<Map<string, Set<string>>> {
  const rows = await placesOfUsers(
    ctx.db,
    users.map(user => user.id),
  )
  const all = new Map<string, Set<string>>()
  for (const row of rows) all.set(row.user_id, (all.get(row.user_id) ?? new Set()).add(row.id))
  return all
}

export async function reviewDeletions(
  ctx: TransactionContext,
  { work, by, rows }: Slice<UserFile>,
  memory: ImportReviewState,
): Promise<WorkRowResult[]> {
  const { mapping } = fileOf(work)
  const read = rows.map(row => ({
    row,
    reading: row.broken ? { wrong: firstKept(row.broken) } : readName(mapping, row.cells ?? []),
  }))
  const userIds = read.flatMap(({ reading }) => ('userId' in reading ? [reading.userId] : []))
  const known = await usersNamed(ctx.db, { userIds, emails: [], employeeIds: [] })
  const byUserId = new Map(known.map(user => [user.sort_user_id, user]))
  const { above } = await reachOf(
    ctx,
    by,
    known.map(user => user.id),
    [],
  )
  return read.map(({ row, reading }) => {
    if ('wrong' in reading) return refused(row, reading.wrong)
    const key = `userId:${reading.userId.toLowerCase()}`
    const earlier = memory.rows.get(key)
    if (earlier !== undefined)
      return refused(
        row,
        deferText('Row {row} of this file has the same {field}', {
          row: String(earlier),
          field: deferText(importFieldNames.userId),
        }),
        'duplicate',
      )
    memory.rows.set(key, row.row)
    const user = byUserId.get(reading.userId.toLowerCase())
    if (!user) return refused(row, messages['csv.unknown-user'], 'unknown')
    if (user.id === by.id) return refused(row, msg('This is your own account'), 'no-access')
    if (above.has(user.id)) return refused(row, higherRoleText, 'no-access')
    const told = deferText('Deletes {name}{keys, plural, =0 {} one { and a key} other { and # keys}}', {
      name: `${user.first_name} ${user.last_name}`,
      keys: user.active_keys,
    })
    return { row: row.row, outcome: 'update', told: keptTexts(told), subject: user.id }
  })
}
