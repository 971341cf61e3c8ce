import type { UnitAdministrator } from '@claviger/contract/people/units'
import { problem } from '../../../ground/problem.ts'
import { record } from '../../../ground/record/record.ts'
import { workspaceOf } from '../../../ground/db/transaction.ts'
import type { Ctx } from '../../../ground/world.ts'
import { appointForUnits, changeForUnits, dismissFromUnits } from '../../tenancy/administrators/administrators.units.ts'
import { replaceAdministered, unitAdministrators, unitsById } from './units.store.ts'

interface Wanted {
  id: string
  role: number
  additionalPermissions?: number[] | undefined
  units: string[]
}

/** Administrators of units; with `unit` those of one. */
export const listUnitAdministrators = async (ctx: Ctx, ask: { unit?: string | undefined }) => ({
  items: await unitAdministrators(ctx.db, { unit: ask.unit }),
})

/** Makes a user an administrator of units. Throws not-found, already-administrator and beyond-own. */
export async function addUnitAdministrator(ctx: Ctx, input: Wanted): Promise<UnitAdministrator> {
  await appointForUnits(ctx, input.id, rightsOf(input))
  return assign(ctx, input)
}

/** Changes role, additional permissions and units. Throws not-found, own-role and beyond-own. */
export async function changeUnitAdministrator(ctx: Ctx, input: Wanted): Promise<UnitAdministrator> {
  await changeForUnits(ctx, input.id, rightsOf(input))
  return assign(ctx, input)
}

/** Takes the office from administrators of units; they stay users. Throws not-found and own-role. */
export async function removeUnitAdministrators(ctx: Ctx, input: { ids: string[] }) {
  const ids = [...new Set(input.ids)].toSorted()
  await dismissFromUnits(ctx, ids)
  return { removed: ids.length }
}

const rightsOf = ({ role, additionalPermissions }: Wanted) => ({
  role,
  ...(additionalPermissions?.length && { additionalPermissions }),
})

async function assign(ctx: Ctx, input: Wanted): Promise<UnitAdministrator> {
  const units = await unitsById(ctx.db, input.units)
  if (units.length < new Set(input.units).size) {
    const message = 'One of these organization units does not exist'
    throw problem('not-found', 'No such organization unit', [{ field: 'units', message }])
  }
  const [before] = await unitAdministrators(ctx.db, { user: input.id })
  await replaceAdministered(ctx.db, workspaceOf(ctx), input.id, input.units)
  const [after] = await unitAdministrators(ctx.db, { user: input.id })
  if (!after) throw problem('not-found')
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
