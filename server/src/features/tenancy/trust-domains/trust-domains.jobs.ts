import type { JobKind } from '#platform/jobs.ts'
import { Problem } from '#platform/problem.ts'
import { transact } from '#platform/db/transaction.ts'
import type { AppContext } from '#platform/app-context.ts'
import { lookUpProof, noteDnsProof } from './trust-domain-check.ts'
import { domainsToCheck, findDomain } from './trust-domains.store.ts'

const request = { id: 'daily-check', ip: '', userAgent: '' }
const nobody = { kind: 'nobody' } as const

export async function recheckDomain(world: AppContext, workspace: string, id: string): Promise<void> {
  const from = { actor: nobody, request, workspace }
  const row = await transact(world, from, ctx => findDomain(ctx.db, id))
  if (!row || row.decided) return
  const found = await lookUpProof(world, row)
  try {
    await transact(world, from, ctx => noteDnsProof(ctx, id, found, false))
  } catch (error) {
    // Removed, decided, or verified by another workspace during the DNS query
    if (!(error instanceof Problem)) throw error
  }
}

export const checkTrustDomains: JobKind = {
  name: 'trust-domains',
  silent: { tables: ['trust_domains'], because: 'A repeated check is no change; a new result is recorded' },
  cron: '17 3 * * *',
  async work(world) {
    const all = await transact(world, { actor: nobody, request, everywhere: true }, ctx => domainsToCheck(ctx.db))
    for (const { workspace_id, id } of all) await recheckDomain(world, workspace_id, id)
  },
}
