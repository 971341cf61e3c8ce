import { messages } from '@claviger/contract/platform/messages'
import { fieldsOfColumn } from '@claviger/contract/work/imports'
import type { DeferredText } from '@claviger/contract/platform/wording'
import { type CardResult, cardOwnerFields } from '@claviger/contract/keys/card-import'
import type { NumbersByText } from '#platform/csv/numbers-by-text.ts'
import { newId } from '#platform/ids.ts'
import { firstKept, keptTexts, msg, deferText } from '#platform/languages.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { settingsForKeys } from '#features/tenancy/workspace-settings/workspace-settings.ts'
import { hashOfCard } from '../security-keys/security-keys.ts'
import {
  type NewUserFields,
  type NewUserState,
  createdWithUser,
  reviewNewUsers,
} from '#features/people/user-import/user-import.new-users.ts'
import { usersAbove, type Asker } from '#features/work/rank/rank.ts'
import { fileOf } from '#features/work/works/works.files.ts'
import type { WorkRowResult, WorkRow, Slice } from '#features/work/works/works.ts'
import { higherRoleText } from '#features/people/users/users.rank.ts'
import { holdersOf, peopleNamed, type CardImportUser } from './card-import.store.ts'
import { type CardFacts, type CardFile, cardOfRow, fieldsOf } from './cells.ts'

export interface CardReviewState {
  cards: NumbersByText
  added: NumbersByText
  filled: NumbersByText
  users: NewUserState
}

/** Whether an import can create the users of its cards. */
export const mayCreateUsers = ({ holds }: Asker): boolean => holds?.includes('users.write') === true

interface Read {
  row: number
  by: (typeof cardOwnerFields)[number]
  named: string
  card: string
}

type Refusal = { result: CardResult; told: string | DeferredText; also?: readonly DeferredText[]; named?: string }

/** Finds what each row would do and writes only the findings. */
export async function reviewCards(
  ctx: TransactionContext,
  slice: Slice<CardFile>,
  memory: CardReviewState,
): Promise<WorkRowResult[]> {
  const { by, rows } = slice
  const read = rows.map(row => readRow(ctx, slice, row))
  const good = read.filter(one => 'card' in one)
  const people = await peopleOf(ctx, good)
  const created = await newUsersOf(ctx, slice, memory, (row, place) => {
    const one = read[place]
    return one !== undefined && 'card' in one && personOf(people, one) === undefined
  })
  const holders = await holdersOf(
    ctx.db,
    good.map(one => one.card),
  )
  const above = await usersAbove(ctx, by, idsOf(people))
  const { keys_per_user: most } = await settingsForKeys(ctx)
  return read.map((one, place) => {
    const row = rows[place] as WorkRow
    if (!('card' in one)) return finding(row, one)
    const made = created.get(row.row)
    if (made && made.outcome !== 'new') return refusedUser(row, one, made)
    const person = made ? newPerson(made) : personOf(people, one)
    const refusal = refusalOf(one, person, { memory, holders, above, most })
    if (refusal)
      return finding(row, { named: typeof person === 'object' && person.within ? person.name : one.named, ...refusal })
    const { id, name } = person as CardImportUser
    memory.cards.set(one.card, row.row)
    const waits = waitingKey(memory, person as CardImportUser)
    const told = made
      ? deferText('Creates {name} and assigns the card', { name })
      : waits
        ? deferText('Assigns the card to the pending key of {name}', { name })
        : deferText('Assigns the card to {name}', { name })
    const counted = waits ? memory.filled : memory.added
    counted.set(id, (counted.get(id) ?? 0) + 1)
    const facts: CardFacts = {
      key: waits ?? newId(),
      fills: waits !== undefined,
      ...(made?.facts && { user: made.facts }),
    }
    const also = made?.facts ? createdWithUser(made.facts as NewUserFields) : []
    return { ...finding(row, { result: 'success', told, also, named: name }), subject: id, facts }
  })
}

const finding = (row: WorkRow, { result, told, also = [], named }: Refusal): WorkRowResult => ({
  row: row.row,
  outcome: result,
  told: keptTexts(told, ...also),
  named: named?.slice(0, 260) ?? null,
})

const waitingKey = (memory: CardReviewState, { id, waiting }: CardImportUser): string | undefined =>
  waiting[memory.filled.get(id) ?? 0]

function readRow(ctx: TransactionContext, { work }: Slice<CardFile>, row: WorkRow): Read | Refusal {
  if (row.broken) return { result: 'broken', told: firstKept(row.broken) }
  const fields = fieldsOf(fileOf(work).mapping, row.cells ?? [])
  const by = cardOwnerFields.find(field => fields.get(field))
  const named = by && (fields.get(by) as string)
  if (!by || !named) return { result: 'broken', told: msg("The row doesn't specify a user") }
  const read = cardOfRow(work.parameters, fields)
  if ('wrong' in read) return { result: 'broken', told: read.wrong, named }
  return { row: row.row, by, named: named.toLowerCase(), card: hashOfCard(ctx, read.card).toString('hex') }
}

/** What would become of the users that don't exist yet, if the file has columns for them. */
async function newUsersOf(
  ctx: TransactionContext,
  slice: Slice<CardFile>,
  memory: CardReviewState,
  isUnknown: (row: WorkRow, place: number) => boolean,
): Promise<Map<number, WorkRowResult>> {
  const chosen = fileOf(slice.work).mapping.flatMap(fieldsOfColumn)
  if (!mayCreateUsers(slice.by) || !['firstName', 'email'].every(field => chosen.includes(field))) return new Map()
  const results = await reviewNewUsers(
    ctx,
    slice,
    slice.rows.filter(isUnknown),
    memory.users,
    slice.work.parameters.creates === true,
  )
  return new Map(results.map(one => [one.row, one]))
}

function newPerson({ subject, facts }: WorkRowResult): CardImportUser {
  const { columns } = facts as NewUserFields
  return {
    id: subject as string,
    user_id: columns.user_id,
    email: columns.email ?? null,
    employee_id: columns.employee_id ?? null,
    name: `${columns.first_name} ${columns.last_name}`.trim(),
    closed: false,
    keys: 0,
    waiting: [],
    within: true,
  }
}

const refusedUser = (row: WorkRow, { named }: Read, { reason, told }: WorkRowResult): WorkRowResult => ({
  row: row.row,
  outcome: reason === 'duplicate' || reason === 'no-access' ? reason : 'broken',
  told: told ?? null,
  named: named.slice(0, 260),
})

interface Known {
  memory: CardReviewState
  holders: ReadonlyMap<string, string>
  above: ReadonlySet<string>
  most: number | null
}

function refusalOf(
  one: Read,
  person: CardImportUser | 'several' | undefined,
  { memory, holders, above, most }: Known,
): Refusal | undefined {
  if (person === undefined) return { result: 'unknown', told: messages['csv.unknown-user'] }
  if (person === 'several') return { result: 'unknown', told: msg('Several users have this email') }
  if (!person.within) return { result: 'no-access', told: msg('This user is outside your organization units') }
  const earlier = memory.cards.get(one.card)
  if (earlier !== undefined)
    return {
      result: 'duplicate',
      told: deferText('Row {row} of this file has the same card', { row: String(earlier) }),
    }
  const holder = holders.get(one.card)
  if (holder !== undefined)
    return {
      result: 'duplicate',
      told: holder === person.id ? msg('This user already has this card') : msg('Another user has this card'),
    }
  if (above.has(person.id)) return { result: 'no-access', told: higherRoleText }
  if (person.closed)
    return { result: 'no-access', told: msg('This user is suspended or deactivated. Activate the user first') }
  if (
    most !== null &&
    waitingKey(memory, person) === undefined &&
    person.keys + (memory.added.get(person.id) ?? 0) >= most
  )
    return { result: 'no-access', told: msg('This user has the maximum number of keys for this workspace') }
  return undefined
}

const columns = { userId: 'user_id', email: 'email', employeeId: 'employee_id' } as const

/** Users by the names in the file; an email address shared by several users matches none. */
async function peopleOf(ctx: TransactionContext, read: readonly Read[]) {
  const names = (by: Read['by']) => read.filter(one => one.by === by).map(one => one.named)
  const rows = await peopleNamed(ctx.db, {
    userIds: names('userId'),
    emails: names('email'),
    employeeIds: names('employeeId'),
  })
  const people = new Map<string, CardImportUser | 'several'>()
  for (const row of rows)
    for (const by of cardOwnerFields) {
      const key = `${by}:${row[columns[by]]}`
      people.set(key, people.has(key) ? 'several' : row)
    }
  return people
}

const idsOf = (people: ReadonlyMap<string, CardImportUser | 'several'>): string[] => [
  ...new Set([...people.values()].flatMap(person => (person === 'several' ? [] : [person.id]))),
]

const personOf = (people: ReadonlyMap<string, CardImportUser | 'several'>, one: Read) =>
  people.get(`${one.by}:${one.named}`)
