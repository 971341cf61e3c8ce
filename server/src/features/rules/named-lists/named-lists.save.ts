import { isDeepStrictEqual } from 'node:util'
import { type ListEntry, type ListType, listTypes } from '@claviger/contract/decide/policy-content'
import { newId } from '#platform/ids.ts'
import { deferText } from '#platform/languages.ts'
import { type FieldProblem, type Problem, problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { recordMany } from '#platform/record/record-many.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { beginChange, type PolicySetChange, lockCurrentSet } from '#features/decide/evaluator/evaluator.set.ts'
import { askerOf } from '#features/work/rank/rank.ts'
import { mustNotLockOut } from '../simulations/simulations.guard.ts'
import { faultsIn, normalizeEntries, problemAt } from './named-lists.entries.ts'
import { getList, type NamedListInput } from './named-lists.ts'
import * as store from './named-lists.store.ts'
import type { NamedListRow } from './named-lists.store.ts'

export const mostLists = 1000
const mostNamed = 20
const mostTold = 100

const objectOf = ({ id, name }: { id: string; name: string }) => ({ type: 'named-list', id, name })
const typeWords = new Map<number, string>(Object.entries(listTypes).map(([word, type]) => [type, word]))

interface Given {
  name: string
  description?: string | undefined
  entries: readonly ListEntry[]
}

export async function createList(ctx: TransactionContext, input: NamedListInput<'create'>) {
  const type = input.type as ListType
  const entries = normalizeEntries(type, input.entries)
  await mustFit(ctx, type, input.entries)
  await lockCurrentSet(ctx)
  await mustBeFree(ctx, null, input.name)
  const id = await addList(ctx, await beginChange(ctx), { ...input, type, entries })
  return getList(ctx, { namedListId: id })
}

export async function addList(
  ctx: TransactionContext,
  change: PolicySetChange,
  { type, ...given }: Given & { type: ListType; id?: string },
) {
  const { name, description = '', entries, id = newId() } = given
  await store.insertList(ctx.db, change, { id, name, description, type, entries, added: entries.length, removed: 0 })
  await record(ctx, {
    action: 'named-list.created',
    object: objectOf({ id, name }),
    after: {
      name,
      ...(description !== '' && { description }),
      type: typeWords.get(type),
      entries: logged(entries),
    },
  })
  return id
}

/**
 * Edits a list; an identical change has no effect.
 * @throws not-found, list-name-taken, list-entries-wrong, changed-meanwhile, owners-locked-out
 */
export async function updateNamedList(ctx: TransactionContext, input: NamedListInput<'update'>) {
  const row = await listToChange(ctx, input.namedListId)
  if (input.version !== undefined && input.version !== row.version)
    throw await changedMeanwhile(ctx, row, input.version)
  await saveListAs(ctx, row, input)
  return getList(ctx, input)
}

export async function listToChange(ctx: TransactionContext, id: string): Promise<NamedListRow> {
  await lockCurrentSet(ctx)
  const [row] = await store.findLists(ctx.db, [id])
  if (!row) throw problem('not-found')
  return row
}

interface Wanted {
  name: string
  description?: string | undefined
  entries?: readonly ListEntry[] | undefined
  lockOutSeen?: boolean | undefined
}

export async function saveListAs(
  ctx: TransactionContext,
  row: NamedListRow,
  to: Wanted,
  once: readonly ListEntry[] = row.entries,
) {
  const type = row.type as ListType
  const entries = to.entries ? normalizeEntries(type, to.entries) : row.entries
  const description = to.description ?? row.description
  const others = !isDeepStrictEqual(entries, row.entries)
  if (!others && to.name === row.name && description === row.description) return
  if (others) await mustFit(ctx, type, to.entries ?? [], once)
  await mustBeFree(ctx, row.id, to.name)
  if (others) await mustNotLockOut(ctx, [], { lists: [{ id: row.id, entries }], lockOutSeen: to.lockOutSeen })
  await changeList(ctx, await beginChange(ctx), row, { name: to.name, description, entries })
}

export async function changeList(
  ctx: TransactionContext,
  change: PolicySetChange,
  row: NamedListRow,
  { name, description = '', entries }: Given,
): Promise<void> {
  const missing = (these: readonly ListEntry[], from: readonly ListEntry[]) => {
    const there = new Set(from.map(one => one.value))
    return these.filter(one => !there.has(one.value))
  }
  const [added, removed] = [missing(entries, row.entries), missing(row.entries, entries)]
  await store.updateList(ctx.db, change, {
    id: row.id,
    name,
    description,
    type: row.type,
    entries: isDeepStrictEqual(entries, row.entries) ? null : entries,
    added: added.length,
    removed: removed.length,
  })
  await record(ctx, {
    action: 'named-list.updated',
    object: objectOf({ id: row.id, name }),
    before: { name: row.name, description: row.description, entries: logged(removed) },
    after: { name, description, entries: logged(added) },
  })
}

const logged = (entries: readonly ListEntry[]): string[] => [
  ...entries.slice(0, mostNamed).map(one => one.value),
  ...(entries.length > mostNamed ? [`+${entries.length - mostNamed}`] : []),
]

async function mustFit(
  ctx: TransactionContext,
  type: ListType,
  entries: readonly ListEntry[],
  before: readonly ListEntry[] = [],
): Promise<void> {
  const faults = await faultsIn(ctx, type, entries, before)
  if (faults.length === 0) return
  const fields = faults.slice(0, mostTold).map(fault => problemAt(`entries.${fault.at}.value`, fault))
  throw problem('list-entries-wrong', undefined, fields)
}

async function mustBeFree(ctx: TransactionContext, id: string | null, name: string): Promise<void> {
  const others = (await store.allLists(ctx.db)).filter(one => one.id !== id)
  if (id === null && others.length >= mostLists) throw problem('too-many-lists')
  if (others.some(one => one.name.toLowerCase() === name.toLowerCase()))
    throw problem('list-name-taken', undefined, [{ field: 'name', message: problem('list-name-taken').says }])
}

/** The refusal of a change based on outdated data, with what changed since. */
async function changedMeanwhile(ctx: TransactionContext, row: NamedListRow, seen: number): Promise<Problem> {
  const [then] = await store.listVersionsBefore(ctx.db, row.id, seen + 1, 1)
  const who = row.changed_by
  const fields: FieldProblem[] = []
  if (then?.version === seen) {
    for (const field of ['name', 'description'] as const)
      if (then[field] !== row[field])
        fields.push({ field, message: deferText('{who} changed this to “{value}”', { who, value: row[field] }) })
    if (!isDeepStrictEqual(await store.entriesIn(ctx.db, row.id, seen), row.entries))
      fields.push({ field: 'entries', message: deferText('{who} changed this', { who }) })
  }
  return problem(
    'changed-meanwhile',
    deferText('{who} changed this named list while you were editing', { who }),
    fields,
  )
}

/** Deletes lists that no policy uses, skipping those already gone. @throws list-in-use, naming the policies */
export async function removeLists(ctx: TransactionContext, { ids }: NamedListInput<'removeMany'>) {
  await lockCurrentSet(ctx)
  const rows = await store.findLists(ctx.db, ids)
  if (rows.length === 0) return { removed: 0 }
  const uses = Map.groupBy(await store.policiesNaming(ctx.db, ids), one => one.list)
  const fields = rows.flatMap((row): FieldProblem[] => {
    const names = uses.get(row.id)?.map(one => one.name)
    if (!names) return []
    const message = deferText('“{list}” is used by {policies}', { list: row.name, policies: names.join(', ') })
    return [{ field: `ids.${ids.indexOf(row.id)}`, message }]
  })
  if (fields.length > 0) throw problem('list-in-use', fields[0]?.message, fields)
  await beginChange(ctx)
  await store.deleteLists(
    ctx.db,
    rows.map(row => row.id),
  )
  await recordMany(
    ctx,
    askerOf(ctx),
    rows.map(row => ({
      action: 'named-list.deleted',
      object: objectOf(row),
      before: { name: row.name, type: typeWords.get(row.type), entries: logged(row.entries) },
    })),
  )
  return { removed: rows.length }
}
