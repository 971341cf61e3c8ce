import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { type TrustDomain, type trustDomains, trustStatus } from '@claviger/contract/tenancy/trust-domains'
import { paginate } from '#platform/db/page.ts'
import { enterOnly } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import {
  addTrustDomain,
  domainOfRow,
  listTrustDomains,
  logObjectOfDomain,
  removeTrustDomain,
  statusWords,
} from './trust-domains.ts'
import { domainList, type DomainRow, lockDomain, updateDomain, workspaceExists } from './trust-domains.store.ts'

type InputFor<Call extends keyof typeof trustDomains.calls> = OutputOf<(typeof trustDomains.calls)[Call]['input']>
type All = OutputOf<typeof trustDomains.all.reply>

export const listAllDomains = (ctx: TransactionContext, ask: InputFor<'all'>): Promise<All> =>
  paginate<All['items'][number]>(ctx, ask, {
    ...domainList(ask.status),
    item: (row: DomainRow & { workspace_name: string }) => ({
      ...domainOfRow(row),
      workspace: { id: row.workspace_id, name: row.workspace_name },
    }),
  })

/** Sets the status manually; 0 returns the domain to DNS checks. @throws not-found, domain-taken */
export async function decideDomain(ctx: TransactionContext, input: InputFor<'decide'>): Promise<TrustDomain> {
  const row = await lockDomain(ctx.db, input.id)
  if (!row) throw problem('not-found')
  await enterOnly(ctx, row.workspace_id)
  const now = ctx.clock.now()
  const verified = input.status === trustStatus.verified
  const after = await updateDomain(ctx.db, row.id, {
    status: input.status,
    decided: input.status !== trustStatus.verifying,
    reason: input.status === trustStatus.notVerified ? 'A super administrator decided so' : null,
    verified_at: verified ? (row.verified_at ?? now) : null,
  })
  await record(ctx, {
    action: 'trust-domain.decided',
    object: logObjectOfDomain(row),
    before: { status: statusWords[row.status], byHand: row.decided },
    after: { status: statusWords[after.status], byHand: after.decided },
  })
  return domainOfRow(after)
}

async function enter(ctx: TransactionContext, workspace: string): Promise<void> {
  if (!(await workspaceExists(ctx.db, workspace))) throw problem('not-found')
  await enterOnly(ctx, workspace)
}

export async function listDomainsOf(
  ctx: TransactionContext,
  { id }: InputFor<'ofWorkspace'>,
): Promise<{ items: TrustDomain[] }> {
  await enter(ctx, id)
  return listTrustDomains(ctx)
}

export async function createFor(ctx: TransactionContext, { id, domain }: InputFor<'createFor'>): Promise<TrustDomain> {
  await enter(ctx, id)
  return addTrustDomain(ctx, { domain })
}

export async function removeDomainFrom(ctx: TransactionContext, { id, domainId }: InputFor<'removeFrom'>) {
  await enter(ctx, id)
  return removeTrustDomain(ctx, { id: domainId })
}
