import { licenseStatus, type PartnerLicense } from '@claviger/contract/governance/partners'
import type {
  Customer,
  CustomerDetails,
  CustomerRoles,
  partnerPanel,
} from '@claviger/contract/governance/partner-panel'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { doneReply } from '@claviger/contract/platform/fields'
import { workspaceTypes } from '@claviger/contract/tenancy/workspaces'
import { days, later } from '#platform/clock.ts'
import { paginate } from '#platform/db/page.ts'
import { enterOnly, userOf, workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { actOnKeys } from '#features/keys/key-acts/key-acts.ts'
import { ownWorkspaceRow } from '#features/tenancy/workspaces/workspaces.ts'
import { insertLicenseRequest, withdrawLicense } from '../partners/partners.licenses.ts'
import { openWorkspace } from '../partners/partners.new-workspace.ts'
import { licenseList, licenseOf, lockPool, putTerms } from '../partners/partners.ts'
import {
  customerCounts,
  customerList,
  customerRoles,
  type CustomerRolesRow,
  type CustomerRow,
  findCustomer,
  findRule,
  keysAddedSince,
  keysByKind,
  keysToSuspend,
  putRule,
  signUpsByWeek,
  trustDomainsOf,
} from './partner-panel.store.ts'

type InputFor<Call extends keyof typeof partnerPanel.calls> = OutputOf<(typeof partnerPanel.calls)[Call]['input']>

const shownWeeks = 12

const customerOf = (row: CustomerRow): Customer => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  type: row.type,
  status: row.status,
  users: row.users,
  keys: row.keys,
  licenses: row.licenses,
  keyLimit: row.key_limit,
  mailsNewKeys: row.mails_new_keys,
  monthlyReport: row.monthly_report,
  trialEnds: row.trial_ends,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  leavesAt: row.leaves_at?.toISOString() ?? null,
})

export const listCustomers = (ctx: TransactionContext, ask: InputFor<'list'>) =>
  paginate<Customer>(ctx, ask, { ...customerList(workspaceOf(ctx), ask), item: customerOf })

/** A workspace of one of the caller's customers. Another partner's, and an unassigned one, is not found. @throws not-found */
export async function customer(ctx: TransactionContext, id: string): Promise<CustomerRow> {
  const row = await findCustomer(ctx.db, workspaceOf(ctx), id)
  if (!row) throw problem('not-found')
  return row
}

export const oneCustomer = async (ctx: TransactionContext, { id }: { id: string }): Promise<CustomerDetails> =>
  detailsOf(ctx, await customer(ctx, id))

async function detailsOf(ctx: TransactionContext, row: CustomerRow): Promise<CustomerDetails> {
  const now = ctx.clock.now()
  const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
  const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
  return {
    ...customerOf(row),
    byKind: await keysByKind(ctx.db, row.id),
    period: {
      from: from.toISOString().slice(0, 10),
      to: later(next, -days(1)).toISOString().slice(0, 10),
      keysAdded: await keysAddedSince(ctx.db, row.id, from),
    },
  }
}

/** Roles as counts: a partner never sees the names of its customers' users. @throws not-found */
export async function filterCustomers(ctx: TransactionContext, { id, kind, ...ask }: InputFor<'filter'>) {
  const partner = workspaceOf(ctx)
  if (id !== partner) await customer(ctx, id)
  return paginate<CustomerRoles>(ctx, ask, {
    ...customerRoles(partner, { customer: id === partner ? undefined : id, personal: kind === 'personals' }),
    item: ({ last_sign_in_at, ...row }: CustomerRolesRow) => ({
      ...row,
      lastSignInAt: last_sign_in_at?.toISOString() ?? null,
    }),
  })
}

function lastWeeks(now: Date): string[] {
  const monday = later(now, -days((now.getUTCDay() + 6) % 7))
  return Array.from({ length: shownWeeks }, (_, back) =>
    later(monday, -days(7 * (shownWeeks - 1 - back)))
      .toISOString()
      .slice(0, 10),
  )
}

/** @throws not-found for any ID but the caller's own workspace */
export async function partnerOverview(
  ctx: TransactionContext,
  { id }: { id: string },
): Promise<OutputOf<typeof partnerPanel.info.reply>> {
  const partner = workspaceOf(ctx)
  if (id !== partner) throw problem('not-found')
  const { name, slug } = await ownWorkspace(ctx)
  const pool = await lockPool(ctx.db, partner)
  return {
    id: partner,
    name,
    referralLink: `${ctx.config.publicUrl}/auth/register?referrer=${encodeURIComponent(slug)}`,
    signUps: await signUpsByWeek(ctx.db, partner, lastWeeks(ctx.clock.now())),
    licenses: { ...pool, free: Math.max(0, pool.active - pool.assigned) },
    customers: await customerCounts(ctx.db, partner),
    trustDomains: await trustDomainsOf(ctx.db, partner),
  }
}

const ownWorkspace = (ctx: TransactionContext) => ownWorkspaceRow(ctx)

/** @throws workspace-url-taken */
export async function createCustomer(ctx: TransactionContext, input: InputFor<'create'>) {
  const { id, slug } = await ownWorkspace(ctx)
  return openWorkspace(ctx, { ...input, type: workspaceTypes.business, partner: { id, slug } })
}

/** @throws not-found; licenses-used-up if the partner has fewer free licenses */
export async function changeCustomerSettings(
  ctx: TransactionContext,
  input: InputFor<'settings'>,
): Promise<CustomerDetails> {
  const partner = workspaceOf(ctx)
  const pool = await lockPool(ctx.db, partner)
  const before = await customer(ctx, input.id)
  if (input.licenses > before.licenses && pool.assigned - before.licenses + input.licenses > pool.active)
    throw problem('licenses-used-up', undefined, [
      { field: 'licenses', message: "You don't have that many free licenses. Request more first" },
    ])
  await putTerms(ctx.db, {
    workspace_id: before.id,
    licenses: input.licenses,
    key_limit: input.limited ? (input.keyLimit ?? null) : null,
    mails_new_keys: input.mailsNewKeys,
    monthly_report: input.monthlyReport,
    ...(input.mailsNewKeys && !before.mails_new_keys && { mailed_until: ctx.clock.now() }),
  })
  const after = await customer(ctx, input.id)
  const details = await detailsOf(ctx, after)
  // In the customer's own log
  await enterOnly(ctx, before.id)
  await record(ctx, {
    action: 'partner.settings-changed',
    object: { type: 'workspace', id: before.id, name: before.name },
    before: termsOf(before),
    after: termsOf(after),
  })
  return details
}

const termsOf = (row: CustomerRow) => ({
  licenses: row.licenses,
  limit: row.key_limit,
  mailsNewKeys: row.mails_new_keys,
  monthlyReport: row.monthly_report,
})

/**
 * Suspends active keys of a customer's users without a role, in the order of the customer's rule. The partner sees their
 * number only.
 * @throws not-found
 */
export async function disableKeys(ctx: TransactionContext, { id, count }: InputFor<'disableKeys'>) {
  const { id: workspace, name, keys } = await customer(ctx, id)
  const { id: by, name: byName } = userOf(ctx)
  const partner = workspaceOf(ctx)
  await enterOnly(ctx, id)
  const asker = { id: by, name: byName, holds: ['keys.write' as const], unitsOf: null }
  const ids = await keysToSuspend(ctx.db, asker, count)
  const asked = { act: 'suspend', by: asker, now: ctx.clock.now(), verification: null, pins: null } as const
  const acted = await actOnKeys(ctx, asked, ids)
  const disabled = acted.filter(({ reason }) => reason === null).length
  await record(ctx, {
    action: 'partner.keys-disabled',
    object: { type: 'workspace', id: workspace, name },
    after: { asked: count, disabled, partner },
  })
  return { disabled, left: Math.max(0, keys - disabled) }
}

export const ownLicenses = (ctx: TransactionContext, ask: InputFor<'licenses'>) =>
  paginate<PartnerLicense>(ctx, ask, { ...licenseList({ partner: workspaceOf(ctx) }), item: licenseOf })

/** @throws too-many if ten requests are pending */
export async function requestLicenses(
  ctx: TransactionContext,
  { size, note = '' }: InputFor<'request'>,
): Promise<PartnerLicense> {
  return insertLicenseRequest(ctx, {
    workspace_id: workspaceOf(ctx),
    id: newId(),
    size,
    note,
    status: licenseStatus.requested,
    requested_by: userOf(ctx).name.slice(0, 260),
    requested_at: ctx.clock.now(),
  })
}

/** @throws not-found, license-decided */
export async function withdrawRequest(ctx: TransactionContext, { id }: { id: string }) {
  await withdrawLicense(ctx, workspaceOf(ctx), id)
  return doneReply
}

export const getRule = async (ctx: TransactionContext) => ({ disablesFirst: await findRule(ctx.db) })

export async function setRule(ctx: TransactionContext, to: InputFor<'setRule'>) {
  const before = await getRule(ctx)
  if (before.disablesFirst === to.disablesFirst) return to
  await putRule(ctx.db, workspaceOf(ctx), to.disablesFirst)
  await record(ctx, { action: 'partner.rule-changed', before, after: to })
  return to
}
