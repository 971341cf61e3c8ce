import { licenseStatus, type PartnerLicense } from '@claviger/contract/governance/partners'
import type { Insertable } from 'kysely'
import type { Tables } from '#platform/db/db.types.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { licenseOf, lockLicense, objectOfLicense } from './partners.ts'
import { deleteLicense, findLicense, insertLicense, waitingRequests } from './partners.store.ts'

const mostWaiting = 10

/** @throws too-many */
export async function insertLicenseRequest(
  ctx: TransactionContext,
  row: Insertable<Tables['partner_licenses']> & { id: string; workspace_id: string; size: number },
): Promise<PartnerLicense> {
  if ((await waitingRequests(ctx.db, row.workspace_id)) >= mostWaiting)
    throw problem('too-many', 'Ten requests already wait for a decision')
  await insertLicense(ctx.db, row)
  await record(ctx, { action: 'partner-license.requested', object: objectOfLicense(row), after: { size: row.size } })
  const made = await findLicense(ctx.db, row.id)
  if (!made) throw problem('not-found')
  return licenseOf(made)
}

/** @throws not-found for another partner's request; license-decided */
export async function withdrawLicense(ctx: TransactionContext, partner: string, id: string): Promise<void> {
  const seen = await findLicense(ctx.db, id)
  if (seen?.workspace_id !== partner) throw problem('not-found')
  const { row } = await lockLicense(ctx, id)
  if (row.status !== licenseStatus.requested) throw problem('license-decided')
  await deleteLicense(ctx.db, row.id)
  await record(ctx, { action: 'partner-license.withdrawn', object: objectOfLicense(row), before: { size: row.size } })
}
