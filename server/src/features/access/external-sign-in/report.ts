import type { ExternalReport } from '@claviger/contract/access/external-sign-in'
import { msg } from '#platform/languages.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { authorityOf, type OidcRow, type ProviderRow } from '#features/connect/identity-providers/identity-providers.ts'
import { domainOf } from '#features/tenancy/trust-domains/trust-domains.ts'
import { assuranceReport } from '#features/access/identity-checks/identity-checks.report.ts'
import { type Identity, sourcesOf, valuesOf } from './identity.ts'
import { personOf } from './external-users.ts'
import { causeOf } from './sign-in-refusals.ts'

type Came = { identity: Identity; raw: Record<string, unknown> } | { error: unknown }

const ofTheTicket = new Set(['nonce', 'at_hash', 'c_hash', 's_hash', 'exp', 'iat', 'nbf', 'jti'])

const answered = [
  { check: msg('The provider was reached and sent a response'), ok: true, detail: null },
  { check: msg('The response is from the provider, for this service, and currently valid'), ok: true, detail: null },
]

/** Report of a test of a provider that verifies identities; it says nothing about the verified data. */
export async function reportOfCheck(
  ctx: TransactionContext,
  row: OidcRow,
  tester: string,
  raw: Readonly<Record<string, unknown>>,
): Promise<ExternalReport> {
  const { checks, outcome } = await assuranceReport(ctx, row, tester, raw)
  return { checks: [...answered, ...checks], told: [], outcome }
}

export async function reportOf(ctx: TransactionContext, row: ProviderRow, came: Came): Promise<ExternalReport> {
  if ('error' in came) {
    const { exact } = causeOf(came.error)
    return {
      checks: [
        { check: msg('The provider was reached and sent a response'), ok: true, detail: null },
        {
          check: msg('The response is from the provider, for this service, and currently valid'),
          ok: false,
          detail: exact,
        },
      ],
      told: [],
      outcome: null,
    }
  }
  const { identity, raw } = came
  const outcome = await personOf(ctx, row, identity)
  const [email] = identity.told.email ?? []
  const speaks = email !== undefined && (await authorityOf(ctx, row)).includes(domainOf(email))
  const sources = sourcesOf(row)
  const missing = (['email', 'firstName', 'lastName'] as const).filter(field => !identity.told[field])
  return {
    checks: [
      ...answered,
      { check: msg('The user has a permanent identifier there'), ok: true, detail: identity.subject },
      {
        check: msg('The response includes email address and name'),
        ok: missing.length === 0,
        detail: missing.length === 0 ? null : missing.map(field => sources[field] ?? field).join(', '),
      },
      {
        check:
          identity.emailVerified === undefined
            ? msg('The provider says whether it has verified the email address')
            : msg('The provider has verified the email address'),
        ok: identity.emailVerified === true,
        detail: email ?? null,
      },
      {
        check: msg('The provider is trusted for the verified domain of the email address'),
        ok: speaks,
        detail: email === undefined ? null : domainOf(email),
      },
    ],
    told: Object.entries(raw)
      .filter(([name]) => !ofTheTicket.has(name))
      .slice(0, 60)
      .map(([name, value]) => ({ name: name.slice(0, 200), value: shown(value) })),
    outcome: outcome.is === 'refused' ? (outcome.reason === 'closed' ? 'closed' : 'nobody') : outcome.is,
  }
}

const shown = (value: unknown): string => {
  const texts = valuesOf(value)
  return (texts.length > 0 ? texts.join(', ') : (JSON.stringify(value) ?? '')).slice(0, 500)
}
