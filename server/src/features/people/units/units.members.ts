import { mustReachAll } from '#features/work/rank/rank.ts'
import { problem } from '#platform/problem.ts'
import { recordMany } from '#platform/record/record-many.ts'
import { record } from '#platform/record/record.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { usersHere } from '../groups/groups.members.ts'
import { addUnitPeople, dropPeople, namesOfUnits, replaceUnitPeople } from './members.store.ts'
import { lockUnit, unitsOf } from './units.store.ts'
import { setUnitsOf } from './units.ts'

type Change = { add: readonly string[] } | { drop: readonly string[] } | { set: readonly string[] }

/**
 * Changes the members of a unit and logs it for the unit and each user. @throws above-you for a user with a
 * higher role
 */
export async function changeUnitMembers(ctx: TransactionContext, unit: { id: string; name: string }, to: Change) {
  const ids = [...new Set(Object.values(to)[0] as readonly string[])]
  const known = await usersHere(ctx, ids)
  // Read names first: a unit administrator can't see users who have left
  const names = await namesOfUnits(ctx.db, unit.id, known)
  const joined = 'drop' in to ? [] : await addUnitPeople(ctx.db, workspaceOf(ctx), unit.id, known)
  const left =
    'drop' in to
      ? await dropPeople(ctx.db, unit.id, ids)
      : 'set' in to
        ? await replaceUnitPeople(ctx.db, unit.id, known)
        : []
  await mustReachAll(ctx, [...joined, ...left])
  await recordMoves(ctx, unit, 'unit.joined', joined, names)
  await recordMoves(ctx, unit, 'unit.left', left, names)
  const found = new Set(known)
  return {
    added: joined.length,
    already: 'drop' in to ? 0 : known.length - joined.length,
    removed: left.length,
    unknown: ids.filter(id => !found.has(id)),
  }
}

async function recordMoves(
  ctx: TransactionContext,
  unit: { id: string; name: string },
  action: 'unit.joined' | 'unit.left',
  people: readonly string[],
  names: ReadonlyMap<string, string>,
): Promise<void> {
  if (people.length === 0) return
  await record(ctx, { action, object: logObjectOfUnit(unit), after: { users: people.length } })
  await recordMany(
    ctx,
    shownAs(ctx),
    people.map(id => ({
      action: action === 'unit.joined' ? ('user.joined' as const) : ('user.left' as const),
      object: { type: 'user', id, name: names.get(id) ?? 'A user' },
      after: { organizationUnit: unit.name },
    })),
  )
}

export const logObjectOfUnit = (unit: { id: string; name: string }) => ({ type: 'unit', id: unit.id, name: unit.name })

async function there(ctx: TransactionContext, id: string) {
  const unit = await lockUnit(ctx.db, id)
  if (!unit) throw problem('not-found', 'Organization unit not found')
  return unit
}

export const addUnitMembers = async (ctx: TransactionContext, input: { id: string; users: string[] }) =>
  changeUnitMembers(ctx, await there(ctx, input.id), { add: input.users })

export const removeUnitMembers = async (ctx: TransactionContext, input: { ouId: string; ids: string[] }) =>
  changeUnitMembers(ctx, await there(ctx, input.ouId), { drop: input.ids })

async function userThere(ctx: TransactionContext, id: string): Promise<void> {
  if ((await usersHere(ctx, [id])).length === 0) throw problem('not-found')
}

export async function listUnitsOf(ctx: TransactionContext, input: { userId: string }) {
  await userThere(ctx, input.userId)
  return { items: await unitsOf(ctx.db, input.userId) }
}

/**
 * Sets a user's units. @throws not-found; invalid-input if a unit administrator would lose access to the user
 */
export async function setListedUnitsOf(ctx: TransactionContext, input: { userId: string; ids: string[] }) {
  await userThere(ctx, input.userId)
  await mustReachAll(ctx, [input.userId])
  const before = await unitsOf(ctx.db, input.userId)
  const after = await setUnitsOf(ctx, input.userId, input.ids)
  const names = await namesOfUnits(ctx.db, undefined, [input.userId])
  await record(ctx, {
    action: 'user.updated',
    object: { type: 'user', id: input.userId, name: names.get(input.userId) ?? '' },
    before: { organizationUnits: before.map(unit => unit.name) },
    after: { organizationUnits: after },
  })
  return { items: await unitsOf(ctx.db, input.userId) }
}

export async function leaveUnits(ctx: TransactionContext, input: { userId: string; ids: string[] }) {
  await userThere(ctx, input.userId)
  let removed = 0
  const units = []
  for (const id of [...new Set(input.ids)].toSorted()) units.push(await there(ctx, id))
  for (const unit of units) removed += (await changeUnitMembers(ctx, unit, { drop: [input.userId] })).removed
  return { removed }
}
