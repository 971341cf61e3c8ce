import type { Ctx } from '../../../ground/world.ts'
import { findApplication } from './api-applications.store.ts'

/** Where a connection leads: the address, and the tenant and client there; undefined where there is no such connection. */
export async function placeOf(ctx: Ctx, id: string): Promise<string | undefined> {
  const row = await findApplication(ctx.db, id)
  return row && [row.address, row.tenant_id, row.client_id].filter(part => part !== null).join(' ')
}
