import { isDeepStrictEqual } from 'node:util'
import type { PolicyContent } from '@claviger/contract/decide/policy-content'
import type { ActivityAction } from '@claviger/contract/oversight/log-actions'
import { mostPolicies } from '@claviger/contract/rules/policies'
import { newId } from '#platform/ids.ts'
import { deferText } from '#platform/languages.ts'
import { type FieldProblem, type Problem, problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { recordMany } from '#platform/record/record-many.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { beginChange, chooseDefault, lockCurrentSet } from '#features/decide/evaluator/evaluator.set.ts'
import { askerOf } from '#features/work/rank/rank.ts'
import { differingFields, listsOf, referencesOf, normalizePolicy } from './policy-content.ts'
import { policyFaultOf } from './policy-misfit.ts'
import { freePriorities } from './order.ts'
import type { PolicyInputFor } from './policies.ts'
import * as store from './policies.store.ts'
import type { PolicyContentRow, StoredPolicyRow } from './policies.store.ts'
import { mustNotLockOut } from '../simulations/simulations.guard.ts'
import { strangeAmong } from './references.store.ts'
import { actionWords, loggedOf, namesIn, policiesOf } from './policy-replies.ts'

const objectOf = ({ id, name }: { id: string; name: string }) => ({ type: 'policy', id, name })

export const keptAs = (id: string, content: PolicyContent): PolicyContentRow => ({
  id,
  content,
  lists: listsOf(content),
})

/**
 * @throws policy-taken, priority-taken, zone-unknown, site-wrong, invalid-input, not-found, owners-locked-out,
 * too-many-access-policies
 */
export async function createPolicy(ctx: TransactionContext, { lockOutSeen, ...given }: PolicyInputFor<'create'>) {
  const content = normalizePolicy(given)
  const misfit = policyFaultOf(content)
  if (misfit) throw misfit
  await lockCurrentSet(ctx)
  await mustBeFree(ctx, null, content)
  await mustBeHere(ctx, content)
  await mustNotLockOut(ctx, [{ _id: null, content }], { lockOutSeen })
  const rows = await store.insertPolicies(ctx.db, await beginChange(ctx), [keptAs(newId(), content)])
  await recordEach(ctx, 'policy.created', [{ after: content, row: rows[0] as StoredPolicyRow }])
  return first(await policiesOf(ctx, rows))
}

/**
 * Edits a policy; an identical change has no effect. Throws what creating one throws, and changed-meanwhile.
 */
export async function updatePolicy(ctx: TransactionContext, input: PolicyInputFor<'update'>) {
  const { _id, version, lockOutSeen, ...given } = input
  const row = await policyToChange(ctx, _id)
  if (version !== undefined && version !== row.version) throw await changedMeanwhile(ctx, row, version)
  return savePolicyAs(ctx, row, given, { action: 'policy.updated', lockOutSeen })
}

/** A policy, locked with all others until the transaction ends. @throws not-found */
export async function policyToChange(ctx: TransactionContext, id: string): Promise<StoredPolicyRow> {
  await lockCurrentSet(ctx)
  return first(await store.findPolicies(ctx.db, [id]))
}

export async function savePolicyAs(
  ctx: TransactionContext,
  row: StoredPolicyRow,
  given: PolicyContent,
  {
    action,
    lockOutSeen,
    known = row.content,
  }: { action: ActivityAction; lockOutSeen: boolean | undefined; known?: PolicyContent },
) {
  const content = normalizePolicy(given)
  if (isDeepStrictEqual(content, row.content)) return first(await policiesOf(ctx, [row]))
  const misfit = policyFaultOf(content)
  if (misfit) throw misfit
  await mustBeFree(ctx, row.id, content)
  await mustBeHere(ctx, content, known)
  await mustNotLockOut(ctx, [{ _id: row.id, content }], { lockOutSeen })
  const rows = await store.updatePolicies(ctx.db, await beginChange(ctx), [keptAs(row.id, content)])
  await recordEach(ctx, action, [{ before: row.content, after: content, row: first(rows) }])
  return first(await policiesOf(ctx, rows))
}

/** Refuses a taken name or priority, suggesting a free one, and more policies than the limit. */
async function mustBeFree(
  ctx: TransactionContext,
  id: string | null,
  { name, priority }: PolicyContent,
): Promise<void> {
  const all = await store.outline(ctx.db)
  const others = all.filter(one => one.id !== id)
  if (id === null && others.length >= mostPolicies) throw problem('too-many-access-policies')
  if (others.some(one => one.name.toLowerCase() === name.toLowerCase()))
    throw problem('policy-taken', undefined, [{ field: 'name', message: problem('policy-taken').says }])
  const other = others.find(one => one.priority === priority)
  if (!other) return
  const says = deferText('“{name}” already has this priority. The next available one is {next}', {
    name: other.name,
    next: freePriorities(
      priority,
      others.map(one => one.priority),
    ),
  })
  throw problem('priority-taken', says, [{ field: 'priority', message: says }])
}

/**
 * Refuses references to missing objects. One that the policy already had may be deleted: it then matches
 * nothing. Removing it automatically could leave a condition empty, which matches everyone.
 */
async function mustBeHere(ctx: TransactionContext, content: PolicyContent, once?: PolicyContent): Promise<void> {
  const known = new Set((once ? referencesOf(once) : []).map(one => `${one.kind} ${one.id}`))
  const asked = referencesOf(content).filter(one => one.kind === 'list' || !known.has(`${one.kind} ${one.id}`))
  const strange = await strangeAmong(ctx.db, asked)
  if (strange.length === 0) return
  const fields = strange.map(({ field, is }): FieldProblem => ({ field, message: is === null ? gone : otherType }))
  throw problem(strange.every(one => one.is !== null) ? 'invalid-input' : 'not-found', fields[0]?.message, fields)
}

const gone = deferText('This selection no longer exists')
const otherType = deferText('This named list has a different type')

/** The refusal of a change based on outdated data, with what changed since. */
async function changedMeanwhile(ctx: TransactionContext, row: StoredPolicyRow, seen: number): Promise<Problem> {
  const [then] = await store.policyVersionsBefore(ctx.db, row.id, seen + 1, 1)
  const fields = then?.version === seen && then.content ? differingFields(row.content, then.content) : []
  const who = row.changed_by
  return problem(
    'changed-meanwhile',
    deferText('{who} changed this policy while you were editing', { who }),
    fields.map(field => {
      const value = row.content[field]
      const plain = typeof value === 'string' || typeof value === 'number'
      return {
        field,
        message: plain
          ? deferText('{who} changed this to “{value}”', { who, value: String(value) })
          : deferText('{who} changed this', { who }),
      }
    }),
  )
}

/** Deletes policies, skipping those already gone. @throws owners-locked-out */
export async function removePolicies(ctx: TransactionContext, { ids, lockOutSeen }: PolicyInputFor<'removeMany'>) {
  await lockCurrentSet(ctx)
  const there = await store.findPolicies(ctx.db, ids)
  if (there.length === 0) return { removed: 0 }
  await mustNotLockOut(
    ctx,
    there.map(row => ({ _id: row.id, content: null })),
    { lockOutSeen },
  )
  const rows = await store.deletePolicies(
    ctx.db,
    await beginChange(ctx),
    there.map(row => row.id),
  )
  await recordEach(
    ctx,
    'policy.deleted',
    rows.map(row => ({ before: row.content, row })),
  )
  return { removed: rows.length }
}

export async function removePolicy(
  ctx: TransactionContext,
  { accessPolicy, lockOutSeen }: PolicyInputFor<'firstRemove'>,
) {
  await policyToChange(ctx, accessPolicy)
  return removePolicies(ctx, { ids: [accessPolicy], lockOutSeen })
}

/** Sets the decision if no policy applies. @throws owners-locked-out */
export async function changeDefaultPolicy(
  ctx: TransactionContext,
  { action, lockOutSeen }: PolicyInputFor<'setDefault'>,
) {
  const { defaultAction } = await lockCurrentSet(ctx)
  if (action === defaultAction) return { action }
  await mustNotLockOut(ctx, [], { defaultAction: action, lockOutSeen })
  await chooseDefault(ctx, action)
  await record(ctx, {
    action: 'policy.default',
    before: { action: actionWords[defaultAction] },
    after: { action: actionWords[action] },
  })
  return { action }
}

/**
 * Enables policies, sets them to report-only, or disables them; unchanged ones are skipped. @throws
 * owners-locked-out
 */
export async function setPolicyState(ctx: TransactionContext, { ids, state, lockOutSeen }: PolicyInputFor<'setState'>) {
  await lockCurrentSet(ctx)
  const before = (await store.findPolicies(ctx.db, ids)).filter(row => row.state !== state)
  await saveMany(
    ctx,
    before.map(row => ({ row, content: { ...row.content, state } })),
    { action: 'policy.updated', lockOutSeen },
  )
  return { changed: before.length }
}

/** Changes locked policies together, each with a log line. @throws owners-locked-out */
export async function saveMany(
  ctx: TransactionContext,
  all: readonly { row: StoredPolicyRow; content: PolicyContent }[],
  { action, lockOutSeen }: { action: ActivityAction; lockOutSeen: boolean | undefined },
): Promise<void> {
  if (all.length === 0) return
  await mustNotLockOut(
    ctx,
    all.map(({ row, content }) => ({ _id: row.id, content })),
    { lockOutSeen },
  )
  const rows = await store.updatePolicies(
    ctx.db,
    await beginChange(ctx),
    all.map(({ row, content }) => keptAs(row.id, content)),
  )
  const now = new Map(rows.map(row => [row.id, row]))
  await recordEach(
    ctx,
    action,
    all.map(({ row, content }) => ({ before: row.content, after: content, row: now.get(row.id) ?? row })),
  )
}

interface Changed {
  row: StoredPolicyRow
  before?: PolicyContent
  after?: PolicyContent
}

export async function recordEach(
  ctx: TransactionContext,
  action: ActivityAction,
  all: readonly Changed[],
): Promise<void> {
  const names = await namesIn(
    ctx,
    all.flatMap(({ before, after }) => [before, after].filter(one => one !== undefined)),
  )
  await recordMany(
    ctx,
    askerOf(ctx),
    all.map(({ row, before, after }) => {
      const either = before ?? after
      const fields =
        before && after ? differingFields(before, after) : (Object.keys(either ?? {}) as (keyof PolicyContent)[])
      return {
        action,
        object: objectOf(row),
        ...(before && { before: loggedOf(before, fields, names) }),
        ...(after && { after: loggedOf(after, fields, names) }),
      }
    }),
  )
}

function first<T>(all: readonly T[]): T {
  const [one] = all
  if (one === undefined) throw problem('not-found')
  return one
}
