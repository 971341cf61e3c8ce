import { randomBytes } from 'node:crypto'
import { domainToASCII } from 'node:url'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { doneReply } from '@claviger/contract/platform/fields'
import { type TrustDomain, type trustDomains, trustStatus } from '@claviger/contract/tenancy/trust-domains'
import { newId } from '#platform/ids.ts'
import { msg } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import * as store from './trust-domains.store.ts'
import type { DomainRow } from './trust-domains.store.ts'

export { ownDomainsPart } from './trust-domains.store.ts'

const mostDomains = 50

export const domainOfRow = (row: DomainRow): TrustDomain => ({
  id: row.id,
  domain: row.domain,
  status: row.status,
  record: proofOf(row),
  reason: row.reason,
  decided: row.decided,
  checkedAt: row.checked_at?.toISOString() ?? null,
  verifiedAt: row.verified_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
})

export const proofOf = (row: Pick<DomainRow, 'domain' | 'proof'>) => ({
  name: `_claviger.${row.domain}`,
  value: `claviger-verification=${row.proof}`,
})

export const listTrustDomains = async (ctx: TransactionContext): Promise<{ items: TrustDomain[] }> => ({
  items: (await store.domainsOf(ctx.db, workspaceOf(ctx))).map(domainOfRow),
})

export async function trustDomainById(ctx: TransactionContext, id: string): Promise<DomainRow> {
  const row = await store.findDomain(ctx.db, id)
  if (!row) throw problem('not-found')
  return row
}

export const ownDomains = (ctx: TransactionContext): Promise<string[]> => store.provenDomains(ctx.db)

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

export const workspaceOfMailbox = (ctx: TransactionContext, email: string): Promise<string | undefined> =>
  store.findWorkspaceOfDomain(ctx.db, domainOf(email))

const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

function refuse(message: string): never {
  throw problem('domain-refused', message, [{ field: 'domain', message }])
}

/** Normalizes a domain to ASCII; the last label must contain a letter. @throws domain-refused */
function readDomain(ctx: TransactionContext, given: string): string {
  const domain = domainToASCII(given.replace(/\.$/, ''))
  const labels = domain.split('.')
  if (
    labels.length < 2 ||
    domain.length > 240 ||
    !labels.every(one => label.test(one)) ||
    !/[a-z]/.test(labels.at(-1) ?? '')
  )
    refuse(msg('Enter a domain, such as example.org'))
  if (ctx.config.freeMailProviders.includes(domain))
    refuse(msg("This domain belongs to a public email provider and can't be added"))
  return domain
}

export async function addTrustDomain(ctx: TransactionContext, input: { domain: string }): Promise<TrustDomain> {
  const workspace = workspaceOf(ctx)
  const domain = readDomain(ctx, input.domain)
  if ((await store.domainsOf(ctx.db, workspace)).length >= mostDomains)
    refuse(`A workspace has at most ${mostDomains} domains`)
  if (await store.isTakenElsewhere(ctx.db, domain, workspace)) throw problem('domain-taken')
  const row = await store.insertDomain(ctx.db, {
    workspace_id: workspace,
    id: newId(),
    domain,
    proof: randomBytes(24).toString('base64url'),
    status: trustStatus.verifying,
    created_at: ctx.clock.now(),
  })
  await record(ctx, { action: 'trust-domain.added', object: logObjectOfDomain(row) })
  return domainOfRow(row)
}

export async function removeTrustDomain(ctx: TransactionContext, input: OutputOf<typeof trustDomains.remove.input>) {
  const row = await store.deleteDomain(ctx.db, workspaceOf(ctx), input.id)
  if (!row) throw problem('not-found')
  await record(ctx, {
    action: 'trust-domain.removed',
    object: logObjectOfDomain(row),
    before: { status: statusWords[row.status] },
  })
  return doneReply
}

export const logObjectOfDomain = (row: Pick<DomainRow, 'id' | 'domain'>) => ({
  type: 'trust-domain',
  id: row.id,
  name: row.domain,
})

export const statusWords: Record<number, string> = { 0: 'verifying', 1: 'verified', 2: 'not verified' }
