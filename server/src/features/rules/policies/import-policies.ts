import { isDeepStrictEqual } from 'node:util'
import { listTypes, ListContent, type ListType, PolicyContent } from '@claviger/contract/decide/policy-content'
import { mostPolicies } from '@claviger/contract/rules/policies'
import * as z from 'zod/mini'
import { newId } from '#platform/ids.ts'
import { msg, sayTo, deferText } from '#platform/languages.ts'
import { type FieldProblem, problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { beginChange, lockCurrentSet } from '#features/decide/evaluator/evaluator.set.ts'
import { faultsIn, normalizeEntries as tidiedEntries, problemAt } from '../named-lists/named-lists.entries.ts'
import { type NamedListRow, listsInFull } from '../named-lists/named-lists.ts'
import { addList, changeList, mostLists } from '../named-lists/named-lists.save.ts'
import { mustNotLockOut } from '../simulations/simulations.guard.ts'
import { listed, listedNames, normalizePolicy } from './policy-content.ts'
import { policyFaultOf } from './policy-misfit.ts'
import type { PolicyInputFor } from './policies.ts'
import { allPolicies, insertPolicies, type StoredPolicyRow, updatePolicies } from './policies.store.ts'
import { fileFormat, namedIn, Portable, renamed } from './portable-policy.ts'
import { resolveNames } from './references.store.ts'
import { keptAs, recordEach } from './policies.save.ts'

type Says = FieldProblem['message']
type Outcome = 'new' | 'changed' | 'same' | 'wrong'

interface Item {
  kind: 'policy' | 'list'
  name: string
  outcome: Outcome
  reason: Says | null
}
interface ListItem extends Item {
  id: string
  row: NamedListRow | undefined
  list: ListContent
}
interface PolicyItem extends Item {
  row: StoredPolicyRow | undefined
  content: PolicyContent | undefined
}

const Whole = z.object({
  format: z.literal(fileFormat),
  version: z.literal(1),
  lists: z._default(z.array(z.unknown()).check(z.maxLength(mostLists)), []),
  policies: z._default(z.array(z.unknown()).check(z.maxLength(mostPolicies)), []),
})

function read(text: string): z.output<typeof Whole> {
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\u{feff}/u, ''))
  } catch {
    throw problem('file-format')
  }
  const found = z.safeParse(Whole, value)
  if (!found.success) throw problem('file-format', 'This is not an access policy file')
  return found.data
}

const keyOf = (name: string) => name.toLowerCase()
const wrongBy = (issues: readonly { path: PropertyKey[]; message: string }[]): Says =>
  deferText('{field}: {reason}', {
    field: issues[0]?.path.join('.') ?? '',
    reason: deferText(issues[0]?.message ?? ''),
  })
const nameIn = (value: unknown): string => {
  const name = typeof value === 'object' && value !== null && 'name' in value ? value.name : ''
  return typeof name === 'string' ? name.slice(0, 100) : ''
}

/**
 * Imports an exported file of policies and lists. Existing names are updated, the rest is added. Nothing is
 * written unless everything is valid.
 * @throws file-format, owners-locked-out, too-many-access-policies, too-many-lists
 */
export async function importPolicyFile(
  ctx: TransactionContext,
  { text, apply, lockOutSeen }: PolicyInputFor<'takeIn'>,
) {
  const file = read(text)
  await lockCurrentSet(ctx)
  const listsHere = await listsInFull(ctx)
  const lists = await readLists(ctx, file.lists, listsHere)
  const policies = await readPolicies(ctx, file.policies, lists, listsHere)
  const all: Item[] = [...lists, ...policies]
  const wrong = all.filter(one => one.outcome === 'wrong')
  if (apply && wrong.length > 0)
    throw problem(
      'file-format',
      deferText('The import was stopped because “{name}” is not valid: {reason}', {
        name: wrong[0]?.name ?? '',
        reason: asText(wrong[0]?.reason),
      }),
    )
  if (apply) await write(ctx, lists, policies, lockOutSeen)
  const say = sayTo(ctx)
  return {
    items: all.map(({ kind, name, outcome, reason }) => ({ kind, name, outcome, reason: reason && say(reason) })),
  }
}

const asText = (says: Says | null | undefined) => (typeof says === 'string' ? deferText(says) : (says ?? ''))

async function readLists(
  ctx: TransactionContext,
  given: readonly unknown[],
  here: readonly NamedListRow[],
): Promise<ListItem[]> {
  const byName = new Map(here.map(row => [keyOf(row.name), row]))
  const seen = new Set<string>()
  const items: ListItem[] = []
  for (const value of given) {
    const found = z.safeParse(ListContent, value)
    if (!found.success) {
      const list = { name: nameIn(value), type: listTypes.ip, entries: [] }
      items.push({ ...refused('list', list.name, wrongBy(found.error.issues)), id: newId(), row: undefined, list })
      continue
    }
    const type = found.data.type as ListType
    const row = byName.get(keyOf(found.data.name))
    const list = { ...found.data, entries: tidiedEntries(type, found.data.entries) }
    const [fault] = await faultsIn(ctx, type, found.data.entries, row?.entries)
    const reason = seen.has(keyOf(list.name))
      ? twice
      : row && row.type !== type
        ? msg('A list with this name already exists and has a different type')
        : fault
          ? deferText('Entry {place}: {reason}', { place: fault.at + 1, reason: asText(problemAt('', fault).message) })
          : null
    seen.add(keyOf(list.name))
    const same =
      row && (list.description ?? '') === row.description && isDeepStrictEqual([...list.entries], row.entries)
    items.push({
      kind: 'list',
      name: list.name,
      outcome: reason !== null ? 'wrong' : !row ? 'new' : same ? 'same' : 'changed',
      reason,
      id: row?.id ?? newId(),
      row,
      list,
    })
  }
  if (here.length + items.filter(one => one.outcome === 'new').length > mostLists) throw problem('too-many-lists')
  return items
}

const twice = msg('This name appears twice in the file')
const refused = (kind: Item['kind'], name: string, reason: Says) => ({ kind, name, outcome: 'wrong' as const, reason })

async function readPolicies(
  ctx: TransactionContext,
  given: readonly unknown[],
  lists: readonly ListItem[],
  listsHere: readonly NamedListRow[],
): Promise<PolicyItem[]> {
  const here = await allPolicies(ctx.db)
  const byName = new Map(here.map(row => [keyOf(row.name), row]))
  const portable = given.map(value => z.safeParse(Portable, value))
  const ids = await resolveNames(
    ctx.db,
    portable.flatMap(one => (one.success ? namedIn(one.data) : [])),
  )
  const fromFile = new Map(lists.map(({ name, id }) => [keyOf(name), id]))
  const typeOf = new Map([
    ...listsHere.map(({ id, type }) => [id, type] as const),
    ...lists.flatMap(({ id, row, list }) => (row ? [] : [[id, list.type] as const])),
  ])
  const seen = new Set<string>()
  const items = portable.map((found, place): PolicyItem => {
    const name = nameIn(given[place])
    const fail = (reason: Says): PolicyItem => ({
      ...refused('policy', name, reason),
      row: undefined,
      content: undefined,
    })
    if (!found.success) return fail(wrongBy(found.error.issues))
    if (seen.has(keyOf(name))) return fail(twice)
    seen.add(keyOf(name))
    const row = byName.get(keyOf(found.data.name))
    const strange: string[] = []
    const byId = renamed(found.data, (kind, called) => {
      const id = (kind === 'list' ? fromFile.get(keyOf(called)) : undefined) ?? ids.get(`${kind} ${called}`)
      if (id === undefined) strange.push(called)
      return id ?? called
    })
    if (strange.length > 0)
      return fail(deferText("“{name}” doesn't exist, or there are several with this name", { name: strange[0] ?? '' }))
    const whole = z.safeParse(PolicyContent, byId)
    if (!whole.success) return fail(wrongBy(whole.error.issues))
    const content = normalizePolicy(whole.data)
    const misfit = policyFaultOf(content)
    if (misfit) return fail(misfit.says)
    const otherType = listedNames.some(one => content[one].lists.some(id => typeOf.get(id) !== listed[one]))
    if (otherType) return fail(msg('The policy uses a list of a different type'))
    const outcome = !row ? 'new' : isDeepStrictEqual(content, row.content) ? 'same' : 'changed'
    return { kind: 'policy', name, outcome, reason: null, row, content }
  })
  return withFreePriorities(here, items)
}

function withFreePriorities(here: readonly StoredPolicyRow[], items: readonly PolicyItem[]): PolicyItem[] {
  const good = items.filter(one => one.outcome !== 'wrong')
  const changed = new Set(good.flatMap(one => one.row?.id ?? []))
  const left = here.filter(row => !changed.has(row.id))
  if (left.length + good.length > mostPolicies) throw problem('too-many-access-policies')
  const owners = new Map(left.map(row => [row.priority, row.name]))
  return items.map(one => {
    const priority = one.outcome === 'wrong' ? undefined : one.content?.priority
    if (priority === undefined) return one
    const owner = owners.get(priority)
    owners.set(priority, owner ?? one.name)
    return owner === undefined
      ? one
      : { ...one, outcome: 'wrong', reason: deferText('“{name}” already has this priority', { name: owner }) }
  })
}

async function write(
  ctx: TransactionContext,
  lists: readonly ListItem[],
  policies: readonly PolicyItem[],
  lockOutSeen: boolean | undefined,
): Promise<void> {
  const differs = ({ outcome }: Item) => outcome === 'new' || outcome === 'changed'
  const [someLists, somePolicies] = [lists.filter(differs), policies.filter(differs)]
  if (someLists.length + somePolicies.length === 0) return
  await mustNotLockOut(
    ctx,
    somePolicies.map(({ row, content }) => ({ _id: row?.id ?? null, content: content ?? null })),
    {
      lists: someLists.map(({ id, list: { type, entries } }) => ({ id, type: type as ListType, entries })),
      lockOutSeen,
    },
  )
  const change = await beginChange(ctx)
  for (const { id, row, list } of someLists)
    if (row) await changeList(ctx, change, row, list)
    else await addList(ctx, change, { ...list, type: list.type as ListType, id })
  const changed = somePolicies.flatMap(({ row, content }) => (row && content ? [{ row, content }] : []))
  const made = somePolicies.flatMap(({ row, content }) => (row || !content ? [] : [{ id: newId(), content }]))
  const kept = await updatePolicies(
    ctx.db,
    change,
    changed.map(({ row, content }) => keptAs(row.id, content)),
  )
  const now = new Map(kept.map(row => [row.id, row]))
  await recordEach(
    ctx,
    'policy.updated',
    changed.map(({ row, content }) => ({ row: now.get(row.id) ?? row, before: row.content, after: content })),
  )
  const added = await insertPolicies(
    ctx.db,
    change,
    made.map(({ id, content }) => keptAs(id, content)),
  )
  await recordEach(
    ctx,
    'policy.created',
    added.map(row => ({ row, after: row.content })),
  )
}
