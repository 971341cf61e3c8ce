import { administratorTypes } from '@claviger/contract/tenancy/administrators'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { createAdministrators, removeAdministrators, updateAdministrator } from './administrators.change.ts'
import { pendingRoleOf } from './administrators.pending.ts'
import { lockAdministrator } from './administrators.store.ts'

interface Rights {
  role: number
  additionalPermissions?: number[] | undefined
  units: readonly string[]
}

/** Offers a user a role over units only. Throws as for the whole company. */
export async function appointForUnits(ctx: TransactionContext, id: string, rights: Rights): Promise<void> {
  await createAdministrators(ctx, { ids: [id], ...rights })
}

/**
 * Changes the rights of an administrator of units; true where the units are now to be put in place, false where the
 * change waits to be accepted. Throws not-found for any other, and as for the whole company.
 */
export async function changeForUnits(ctx: TransactionContext, id: string, rights: Rights): Promise<boolean> {
  await ofUnits(ctx, id)
  await updateAdministrator(ctx, { id, ...rights })
  return (await pendingRoleOf(ctx, id)) === undefined
}

export async function dismissFromUnits(ctx: TransactionContext, ids: string[]): Promise<void> {
  for (const id of ids) await ofUnits(ctx, id)
  await removeAdministrators(ctx, { ids })
}

async function ofUnits(ctx: TransactionContext, id: string): Promise<void> {
  const row = (await lockAdministrator(ctx.db, id)) ?? (await pendingRoleOf(ctx, id))
  if (row?.type !== administratorTypes.units) throw problem('not-found')
}
