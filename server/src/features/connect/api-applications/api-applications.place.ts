import type { TransactionContext } from '#platform/app-context.ts'
import { findApplication } from './api-applications.store.ts'

/** Identity of a connection's target: address, tenant, and client; undefined if the connection doesn't exist. */
export async function placeOf(ctx: TransactionContext, id: string): Promise<string | undefined> {
  const row = await findApplication(ctx.db, id)
  return row && [row.address, row.tenant_id, row.client_id].filter(part => part !== null).join(' ')
}
