import { administratorTypes } from '@claviger/contract/tenancy/administrators'
import { problem } from '../../../ground/problem.ts'
import type { Ctx } from '../../../ground/world.ts'
import { createAdministrators, removeAdministrators, updateAdministrator } from './administrators.change.ts'
import { changeAdministrator, lockAdministrator } from './administrators.store.ts'

interface Rights {
  role: number
  additionalPermissions?: number[] | undefined
}

/** Makes a user an administrator who acts for units only; which ones, the units know. Throws as for the whole company. */
export async function appointForUnits(ctx: Ctx, id: string, rights: Rights): Promise<void> {
  const { items } = await createAdministrators(ctx, { ids: [id], ...rights })
  for (const { role, additionalPermissions: additional } of items)
    await changeAdministrator(ctx.db, id, { role, additional, type: administratorTypes.units })
}

/** Changes the rights of an administrator of units. Throws not-found for any other, and as for the whole company. */
export async function changeForUnits(ctx: Ctx, id: string, rights: Rights): Promise<void> {
  await ofUnits(ctx, id)
  await updateAdministrator(ctx, { id, ...rights })
}

/** Takes the office from administrators of units. Throws not-found for any other, and as for the whole company. */
export async function dismissFromUnits(ctx: Ctx, ids: string[]): Promise<void> {
  for (const id of ids) await ofUnits(ctx, id)
  await removeAdministrators(ctx, { ids })
}

async function ofUnits(ctx: Ctx, id: string): Promise<void> {
  const row = await lockAdministrator(ctx.db, id)
  if (row?.type !== administratorTypes.units) throw problem('not-found')
}
