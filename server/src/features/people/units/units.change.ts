import { doneReply } from '@claviger/contract/platform/fields'
import type { Unit } from '@claviger/contract/people/units'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mustReachPeopleOf } from '#features/work/rank/rank.ts'
import { mustHaveGroups } from '../groups/groups.ts'
import { getUnit } from './units.list.ts'
import { changeUnitMembers, logObjectOfUnit } from './units.members.ts'
import { deleteUnits, insertUnit, lockUnit, lockUnits, replaceUnitGroups, updateUnit } from './units.store.ts'

interface Wanted {
  name: string
  description?: string | undefined
  users?: string[] | undefined
  groups?: string[] | undefined
}

/** @throws unit-name-taken (from the constraint); not-found for an unknown user or group */
export async function createUnit(ctx: TransactionContext, input: Wanted): Promise<Unit> {
  const id = newId()
  const row = { id, name: input.name, description: input.description ?? '' }
  await insertUnit(ctx.db, { ...row, workspace_id: workspaceOf(ctx), created_at: ctx.clock.now() })
  await fill(ctx, row, input)
  const unit = await getUnit(ctx, { id })
  await record(ctx, { action: 'unit.created', object: logObjectOfUnit(row), after: logFieldsOf(unit) })
  return unit
}

export async function changeUnit(ctx: TransactionContext, input: Wanted & { id: string }): Promise<Unit> {
  const row = await lockUnit(ctx.db, input.id)
  if (!row) throw problem('not-found')
  const before = await getUnit(ctx, input)
  await updateUnit(ctx.db, row.id, { name: input.name, description: input.description ?? row.description })
  await fill(ctx, { id: row.id, name: input.name }, input)
  const after = await getUnit(ctx, input)
  if (JSON.stringify(logFieldsOf(before)) !== JSON.stringify(logFieldsOf(after)))
    await record(ctx, {
      action: 'unit.updated',
      object: logObjectOfUnit(after),
      before: logFieldsOf(before),
      after: logFieldsOf(after),
    })
  return after
}

async function fill(ctx: TransactionContext, unit: { id: string; name: string }, input: Wanted): Promise<void> {
  if (input.groups) {
    await mustHaveGroups(ctx, input.groups)
    await replaceUnitGroups(ctx.db, workspaceOf(ctx), unit.id, [...new Set(input.groups)])
  }
  if (!input.users) return
  const { unknown } = await changeUnitMembers(ctx, unit, { set: input.users })
  if (unknown.length === 0) return
  throw problem('not-found', 'User not found', [{ field: 'users', message: 'One of these users does not exist' }])
}

const logFieldsOf = (unit: Unit) => ({
  name: unit.name,
  description: unit.description || undefined,
  groups: unit.groups.map(group => group.name),
})

/**
 * Deletes units, keeping their users; none if one is unknown.
 * @throws not-found, still-blocks, owners-locked-out
 */
export async function removeUnits(
  ctx: TransactionContext,
  input: { ids: string[]; lockOutSeen?: boolean | undefined },
) {
  const ids = [...new Set(input.ids)]
  const rows = await lockUnits(ctx.db, ids)
  if (rows.length < ids.length || ids.length === 0) throw problem('not-found', 'Organization unit not found')
  await mustReachPeopleOf(ctx, 'unit', ids)
  await ctx.removals.mustBeSafe(ctx, { kind: 'unit', ids }, input.lockOutSeen)
  await deleteUnits(ctx.db, ids)
  for (const row of rows)
    await record(ctx, { action: 'unit.deleted', object: logObjectOfUnit(row), before: { name: row.name } })
  return doneReply
}
