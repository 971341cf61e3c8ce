import type { branding } from '@claviger/contract/governance/branding'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { workspaceOf } from '#platform/db/transaction.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { findBrand, putBrand } from './branding.store.ts'

export async function getBrand(ctx: TransactionContext) {
  const row = await findBrand(ctx.db, workspaceOf(ctx))
  return { color: row?.color ?? null, supportEmail: row?.support_email ?? null }
}

export async function setBrand(ctx: TransactionContext, to: OutputOf<typeof branding.set.input>) {
  const before = await getBrand(ctx)
  await putBrand(ctx.db, workspaceOf(ctx), { color: to.color, support_email: to.supportEmail })
  await record(ctx, { action: 'branding.changed', before, after: to })
  return to
}
