import { doneReply } from '@claviger/contract/platform/fields'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { licenseStatus, type Partner, type PartnerLicense, type partners } from '@claviger/contract/governance/partners'
import { workspaceTypes } from '@claviger/contract/tenancy/workspaces'
import { paginate } from '#platform/db/page.ts'
import { enterWorkspace } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { openWorkspace } from './partners.new-workspace.ts'
import {
  deleteLicense,
  findLicense,
  findPartner,
  licenseList,
  type LicenseRow,
  lockPool,
  partnerList,
  type PartnerRow,
  updateLicense,
} from './partners.store.ts'

export { licenseList, lockPool, putTerms } from './partners.store.ts'

type InputFor<Call extends keyof typeof partners.calls> = OutputOf<(typeof partners.calls)[Call]['input']>

/** @throws not-a-partner */
export async function partnerById(ctx: TransactionContext, id: string): Promise<{ id: string; slug: string }> {
  const row = await findPartner(ctx.db, id)
  if (!row) throw problem('not-a-partner')
  return row
}

export const listPartners = (ctx: TransactionContext, ask: InputFor<'list'>) =>
  paginate<Partner>(ctx, ask, {
    ...partnerList,
    item: ({ active, requested, assigned, created_at, ...row }: PartnerRow) => ({
      ...row,
      licenses: { active, requested, assigned },
      createdAt: created_at.toISOString(),
    }),
  })

export const createPartner = (ctx: TransactionContext, input: InputFor<'create'>) =>
  openWorkspace(ctx, { ...input, type: workspaceTypes.partner, partner: null })

export const licenseOf = (row: LicenseRow): PartnerLicense => ({
  id: row.id,
  partner: { id: row.workspace_id, name: row.partner_name },
  size: row.size,
  status: row.status,
  note: row.note,
  reason: row.reason,
  requestedBy: row.requested_by,
  requestedAt: row.requested_at.toISOString(),
  decidedBy: row.decided_by,
  decidedAt: row.decided_at?.toISOString() ?? null,
  expiresOn: row.expires_on,
})

/** @throws not-found */
export async function licensesOfPartner(ctx: TransactionContext, { id, ...ask }: InputFor<'licensesOf'>) {
  if (!(await findPartner(ctx.db, id))) throw problem('not-found')
  return paginate<PartnerLicense>(ctx, ask, { ...licenseList({ partner: id }), item: licenseOf })
}

export const licenseRequests = (ctx: TransactionContext, { status, ...ask }: InputFor<'requests'>) =>
  paginate<PartnerLicense>(ctx, ask, { ...licenseList({ status }), item: licenseOf })

/** @throws not-found */
export async function oneLicense(
  ctx: TransactionContext,
  { licenseId }: { licenseId: string },
): Promise<PartnerLicense> {
  const row = await findLicense(ctx.db, licenseId)
  if (!row) throw problem('not-found')
  return licenseOf(row)
}

/**
 * Locks the partner's pool and enters its workspace, whose log then names the change. The transaction still sees all
 * workspaces; each statement after it names the locked license.
 * @throws not-found
 */
export async function lockLicense(ctx: TransactionContext, id: string) {
  const seen = await findLicense(ctx.db, id)
  if (!seen) throw problem('not-found')
  const pool = await lockPool(ctx.db, seen.workspace_id)
  const row = await findLicense(ctx.db, id)
  if (!row) throw problem('not-found')
  await enterWorkspace(ctx, row.workspace_id)
  return { row, pool }
}

export const objectOfLicense = ({ id, size }: { id: string; size: number }) => ({
  type: 'partner-license',
  id,
  name: String(size),
})

/** @throws not-found, license-decided */
export async function approve(
  ctx: TransactionContext,
  { licenseId, size, expiresOn }: InputFor<'approve'>,
): Promise<PartnerLicense> {
  const { row } = await lockLicense(ctx, licenseId)
  if (row.status !== licenseStatus.requested) throw problem('license-decided')
  const to = { size: size ?? row.size, expires_on: expiresOn ?? null }
  await updateLicense(ctx.db, row.id, {
    ...to,
    status: licenseStatus.active,
    decided_by: shownAs(ctx).name.slice(0, 260),
    decided_at: ctx.clock.now(),
  })
  await record(ctx, {
    action: 'partner-license.approved',
    object: objectOfLicense(row),
    before: { size: row.size },
    after: { size: to.size, expiresOn: to.expires_on },
  })
  return oneLicense(ctx, { licenseId })
}

/** @throws not-found; licenses-assigned if customers have more than would be left */
export async function changeLicense(ctx: TransactionContext, { licenseId, size, expiresOn }: InputFor<'change'>) {
  const { row, pool } = await lockLicense(ctx, licenseId)
  if (row.status === licenseStatus.active && pool.active - row.size + size < pool.assigned)
    throw problem('licenses-assigned')
  await updateLicense(ctx.db, row.id, { size, expires_on: expiresOn })
  await record(ctx, {
    action: 'partner-license.changed',
    object: objectOfLicense(row),
    before: { size: row.size, expiresOn: row.expires_on },
    after: { size, expiresOn },
  })
  return oneLicense(ctx, { licenseId })
}

/** Rejects a request, which the partner continues to see, or deletes a decided license. @throws not-found, licenses-assigned */
export async function reject(ctx: TransactionContext, { licenseId, reason = '' }: InputFor<'reject'>) {
  const { row, pool } = await lockLicense(ctx, licenseId)
  const before = { size: row.size, status: row.status }
  if (row.status === licenseStatus.requested) {
    await updateLicense(ctx.db, row.id, {
      status: licenseStatus.refused,
      reason,
      decided_by: shownAs(ctx).name.slice(0, 260),
      decided_at: ctx.clock.now(),
    })
    await record(ctx, { action: 'partner-license.refused', object: objectOfLicense(row), after: { reason } })
    return doneReply
  }
  if (row.status === licenseStatus.active && pool.active - row.size < pool.assigned) throw problem('licenses-assigned')
  await deleteLicense(ctx.db, row.id)
  await record(ctx, { action: 'partner-license.deleted', object: objectOfLicense(row), before })
  return doneReply
}
