import { workspaceStatus, workspaceTypes, type WorkspaceSummary } from '@claviger/contract/tenancy/workspaces'
import type { workspaceGovernance } from '@claviger/contract/tenancy/workspaces.governance'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { enterWorkspace } from '#platform/db/transaction.ts'
import { installationStateChanged } from '#platform/entrance/installation-state.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import type { ActivityAction } from '@claviger/contract/oversight/log-actions'
import {
  findPartner,
  type GovernedRow,
  hasOpenWork,
  hasUnpaidInvoices,
  isLeaving,
  lockGoverned,
  writeGoverned,
} from './governance.store.ts'
import { dayOf, getOne, specialConfigOf } from './workspace-queries.ts'

type InputFor<Call extends keyof typeof workspaceGovernance.calls> = OutputOf<
  (typeof workspaceGovernance.calls)[Call]['input']
>
interface Target {
  id: string
  seen?: string | undefined
}

/**
 * Locks a workspace and enters it, so that the change is recorded in its own log. The transaction still sees all workspaces,
 * which partners need; each statement after it names the locked row.
 * @throws not-found; changed-meanwhile if it was changed after the caller saw it; workspace-kept for the installation's own
 */
async function governed(ctx: TransactionContext, { id, seen }: Target): Promise<GovernedRow> {
  const row = await lockGoverned(ctx.db, id)
  if (!row) throw problem('not-found')
  if (row.installation) throw problem('workspace-kept', "The installation's own workspace can't be changed here")
  if (seen !== undefined && row.updated_at > new Date(seen)) throw problem('changed-meanwhile')
  await enterWorkspace(ctx, id)
  return row
}

async function change(
  ctx: TransactionContext,
  row: GovernedRow,
  action: ActivityAction,
  to: Partial<Omit<GovernedRow, 'id' | 'name' | 'installation'>>,
  said: { before: Record<string, unknown>; after: Record<string, unknown> },
): Promise<WorkspaceSummary> {
  await writeGoverned(ctx.db, row.id, { ...to, updated_at: ctx.clock.now() })
  await record(ctx, { action, object: { type: 'workspace', id: row.id, name: row.name }, ...said })
  return getOne(ctx, row)
}

const statusWords: Record<number, string> = {
  [workspaceStatus.disabled]: 'Disabled',
  [workspaceStatus.active]: 'Active',
  [workspaceStatus.warning]: 'Warning',
}

/** @throws deletion-pending */
export async function setStatusOf(
  ctx: TransactionContext,
  { status, ...of }: InputFor<'status'>,
): Promise<WorkspaceSummary> {
  const row = await governed(ctx, of)
  if (await isLeaving(ctx.db, row.id)) throw problem('deletion-pending')
  return change(
    ctx,
    row,
    'workspace.status-set',
    { status },
    { before: { status: statusWords[row.status] }, after: { status: statusWords[status] } },
  )
}

/** @throws trial-past */
export async function setTrialOf(
  ctx: TransactionContext,
  { trialEnds, ...of }: InputFor<'trial'>,
): Promise<WorkspaceSummary> {
  const row = await governed(ctx, of)
  if (trialEnds !== null && trialEnds < dayOf(ctx.clock.now())) throw problem('trial-past')
  return change(
    ctx,
    row,
    'workspace.trial-set',
    { trial_end_date: trialEnds },
    { before: { trialEnds: row.trial_end_date }, after: { trialEnds } },
  )
}

const businesses: readonly number[] = [workspaceTypes.business, workspaceTypes.company, workspaceTypes.school]

/** @throws conversion-refused, work-open, invoices-open */
export async function convert(ctx: TransactionContext, { type, ...of }: InputFor<'type'>): Promise<WorkspaceSummary> {
  const row = await governed(ctx, of)
  const fits = type === workspaceTypes.business ? row.type === workspaceTypes.individual : businesses.includes(row.type)
  if (!fits) throw problem('conversion-refused')
  if (await hasOpenWork(ctx.db, row.id)) throw problem('work-open')
  if (await hasUnpaidInvoices(ctx.db, row.id)) throw problem('invoices-open')
  // A partner has no partner
  const to = type === workspaceTypes.partner ? { type, partner_id: null } : { type }
  return change(ctx, row, 'workspace.converted', to, { before: { type: row.type }, after: { type } })
}

export const isPartner = async (ctx: TransactionContext, id: string): Promise<boolean> =>
  (await findPartner(ctx.db, id)) !== undefined

/** @throws not-a-partner */
export async function setPartnerOf(
  ctx: TransactionContext,
  { partnerId, ...of }: InputFor<'partner'>,
): Promise<WorkspaceSummary> {
  const row = await governed(ctx, of)
  const [before, partner] = [
    row.partner_id === null ? undefined : await findPartner(ctx.db, row.partner_id),
    partnerId === null ? undefined : await findPartner(ctx.db, partnerId),
  ]
  const usable = partnerId === null || (partner !== undefined && partner.status !== workspaceStatus.disabled)
  if (!usable || row.type === workspaceTypes.partner) throw problem('not-a-partner')
  return change(
    ctx,
    row,
    'workspace.partner-set',
    { partner_id: partnerId },
    { before: { partner: before?.name ?? null }, after: { partner: partner?.name ?? null } },
  )
}

export async function setSpecial(
  ctx: TransactionContext,
  { special, ...of }: InputFor<'special'>,
): Promise<WorkspaceSummary> {
  const row = await governed(ctx, of)
  installationStateChanged(ctx)
  return change(
    ctx,
    row,
    'workspace.special-set',
    { special },
    { before: { special: row.special }, after: { special } },
  )
}

/** @throws config-past */
export async function setSpecialConfig(ctx: TransactionContext, { id, seen, ...config }: InputFor<'specialConfig'>) {
  const row = await governed(ctx, { id, seen })
  if (config.until !== null && config.until < dayOf(ctx.clock.now())) throw problem('config-past')
  installationStateChanged(ctx)
  return change(
    ctx,
    row,
    'workspace.special-set',
    { special_config: config },
    { before: { ...specialConfigOf(row.special_config) }, after: { ...config } },
  )
}
