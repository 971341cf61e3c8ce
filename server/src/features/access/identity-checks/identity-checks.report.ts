import type { MatchedField } from '@claviger/contract/connect/identity-providers'
import { msg, sayTo } from '#platform/languages.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { assuranceOf, type OidcRow } from '#features/connect/identity-providers/identity-providers.ts'
import { checkIdentity } from './identity-checks.ts'
import { isVerified } from './identity-checks.claims.ts'

const names: Record<MatchedField, string> = {
  firstName: msg('First name'),
  lastName: msg('Last name'),
  birthDate: msg('Date of birth'),
}

export interface AssuranceReport {
  checks: { check: string; ok: boolean; detail: string | null }[]
  /** Null if the provider verified nothing that counts. */
  outcome: 'verified' | 'differs' | null
}

/** What a test of an identity check found about the administrator who runs it, without the verified data. */
export async function assuranceReport(
  ctx: TransactionContext,
  row: OidcRow,
  tester: string,
  raw: Readonly<Record<string, unknown>>,
): Promise<AssuranceReport> {
  const result = await checkIdentity(ctx, row, tester, raw)
  const say = sayTo(ctx)
  const listed = (fields: readonly MatchedField[]) =>
    fields.length === 0 ? null : fields.map(field => say(names[field])).join(', ')
  const [named, complete] = [result.framework !== null, result.missing.length === 0]
  return {
    checks: [
      {
        check: msg('The response includes verified claims of an accepted trust framework'),
        ok: named,
        detail: result.framework,
      },
      {
        check: msg('The response verifies every field to compare'),
        ok: named && complete,
        detail: listed(result.missing),
      },
      {
        check: msg('The verified data is the same as in your own user account'),
        ok: isVerified(assuranceOf(row), result),
        detail: listed(result.differing),
      },
    ],
    outcome: !named || !complete ? null : isVerified(assuranceOf(row), result) ? 'verified' : 'differs',
  }
}
