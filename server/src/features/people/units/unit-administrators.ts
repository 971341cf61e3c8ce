import type { UnitAdministrator } from '@claviger/contract/people/units'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import {
  appointForUnits,
  changeForUnits,
  dismissFromUnits,
} from '#features/tenancy/administrators/administrators.units.ts'
import { replaceAdministered, unitAdministrators, unitsById } from './units.store.ts'

interface Wanted {
  id: string
  role: number
  additionalPermissions?: number[] | undefined
  units: string[]
}

export const listUnitAdministrators = async (ctx: TransactionContext, ask: { unit?: string | undefined }) => ({
  items: await unitAdministrators(ctx.db, { unit: ask.unit }),
})

/** Offers a user a role over units. Throws not-found, already-administrator and beyond-own. */
export async function addUnitAdministrator(ctx: TransactionContext, input: Wanted): Promise<UnitAdministrator> {
  await mustBeThere(ctx, input.units)
  await appointForUnits(ctx, input.id, { ...rightsOf(input), units: input.units })
  return unitAdministrator(ctx, input.id)
}

/** Changes role, additional permissions, and units; new rights are pending until accepted. @throws not-found, own-role, beyond-own */
export async function changeUnitAdministrator(ctx: TransactionContext, input: Wanted): Promise<UnitAdministrator> {
  await mustBeThere(ctx, input.units)
  const now = await changeForUnits(ctx, input.id, { ...rightsOf(input), units: input.units })
  return now ? assign(ctx, input) : unitAdministrator(ctx, input.id)
}

/** Revokes the role of unit administrators; they stay users. @throws not-found, own-role */
export async function removeUnitAdministrators(ctx: TransactionContext, input: { ids: string[] }) {
  const ids = [...new Set(input.ids)].toSorted()
  await dismissFromUnits(ctx, ids)
  return { removed: ids.length }
}

const rightsOf = ({ role, additionalPermissions }: Wanted) => ({
  role,
  ...(additionalPermissions?.length && { additionalPermissions }),
})

async function mustBeThere(ctx: TransactionContext, ids: readonly string[]): Promise<void> {
  const units = await unitsById(ctx.db, ids)
  if (units.length === new Set(ids).size) return
  const message = 'One of these organization units does not exist'
  throw problem('not-found', 'Organization unit not found', [{ field: 'units', message }])
}

async function unitAdministrator(ctx: TransactionContext, user: string): Promise<UnitAdministrator> {
  const [one] = await unitAdministrators(ctx.db, { user })
  if (!one) throw problem('not-found')
  return one
}

async function assign(ctx: TransactionContext, input: Wanted): Promise<UnitAdministrator> {
  const [before] = await unitAdministrators(ctx.db, { user: input.id })
  await replaceAdministered(ctx.db, workspaceOf(ctx), input.id, input.units)
  const after = await unitAdministrator(ctx, input.id)
  const logFieldsOf = (one: UnitAdministrator | undefined) => ({
    organizationUnits: one?.units.map(unit => unit.name) ?? [],
  })
  if (JSON.stringify(logFieldsOf(before)) !== JSON.stringify(logFieldsOf(after)))
    await record(ctx, {
      action: 'administrator.updated',
      object: { type: 'user', id: after.id, name: after.name },
      before: logFieldsOf(before),
      after: logFieldsOf(after),
    })
  return after
}
