import { type TrustDomain, trustStatus } from '@claviger/contract/tenancy/trust-domains'
import { problems } from '@claviger/contract/platform/problems'
import { days, later } from '#platform/clock.ts'
import { msg } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext, RequestContext, AppContext } from '#platform/app-context.ts'
import { DnsFault, textRecords } from '#integrations/dns.ts'
import { domainOfRow, logObjectOfDomain, proofOf, statusWords } from './trust-domains.ts'
import { type DomainRow, findDomain, isTakenElsewhere, lockDomain, updateDomain } from './trust-domains.store.ts'

/** The DNS result for a proof; `unknown` if the query failed. */
export type DnsProofResult = 'there' | 'missing' | 'other' | 'unknown'

/** Days until an unverified new domain counts as not verified. */
const patienceDays = 7

/** Queries the DNS for a domain's proof; never call it inside a transaction. */
export async function lookUpProof(
  world: Pick<AppContext, 'config'>,
  row: Pick<DomainRow, 'domain' | 'proof'>,
): Promise<DnsProofResult> {
  const { name, value } = proofOf(row)
  try {
    const texts = await textRecords(world.config, name)
    if (texts.some(text => text.trim() === value)) return 'there'
    return texts.some(text => text.startsWith('claviger-verification=')) ? 'other' : 'missing'
  } catch (error) {
    if (error instanceof DnsFault) return 'unknown'
    throw error
  }
}

const reasons: Record<Exclude<DnsProofResult, 'there'>, string> = {
  missing: msg("The TXT record wasn't found. New records can take up to an hour to become visible everywhere"),
  other: msg('A TXT record exists, but its value is different'),
  unknown: msg("The DNS server didn't respond. We'll check again tomorrow, or you can check again now"),
}

/**
 * Records the result. A manual check is decided immediately; the daily check gives a new domain time, and a
 * failed DNS query changes nothing.
 * @throws not-found, domain-decided
 */
export async function noteDnsProof(
  ctx: TransactionContext,
  id: string,
  found: DnsProofResult,
  asked: boolean,
): Promise<DomainRow> {
  const row = await lockDomain(ctx.db, id)
  if (!row) throw problem('not-found')
  if (row.decided) throw problem('domain-decided')
  const now = ctx.clock.now()
  const taken = found === 'there' && (await isTakenElsewhere(ctx.db, row.domain, row.workspace_id))
  const status = taken ? trustStatus.notVerified : statusAfter(row, found, asked, now)
  const reason = taken ? problems['domain-taken'].says : found === 'there' ? null : reasons[found]
  const verified = status === trustStatus.verified
  const after = await updateDomain(ctx.db, id, {
    status,
    reason,
    checked_at: now,
    verified_at: verified ? (row.verified_at ?? now) : found === 'unknown' ? row.verified_at : null,
  })
  if (status !== row.status) {
    await record(ctx, {
      action: 'trust-domain.checked',
      object: logObjectOfDomain(row),
      ...(!asked && { by: { id: null, name: msg('Daily check') } }),
      before: { status: statusWords[row.status] },
      after: { status: statusWords[status], reason },
    })
  }
  return after
}

function statusAfter(row: DomainRow, found: DnsProofResult, asked: boolean, now: Date): number {
  if (found === 'there') return trustStatus.verified
  if (found === 'unknown') return row.status === trustStatus.notVerified ? trustStatus.verifying : row.status
  const young = row.status === trustStatus.verifying && later(row.created_at, days(patienceDays)) > now
  return young && !asked ? trustStatus.verifying : trustStatus.notVerified
}

export async function checkTrustDomain(ctx: RequestContext, input: { id: string }): Promise<TrustDomain> {
  const row = await ctx.transact(inside => findDomain(inside.db, input.id))
  if (!row) throw problem('not-found')
  if (row.decided) throw problem('domain-decided')
  const found = await lookUpProof(ctx, row)
  return ctx.transact(async inside => domainOfRow(await noteDnsProof(inside, row.id, found, true)))
}
