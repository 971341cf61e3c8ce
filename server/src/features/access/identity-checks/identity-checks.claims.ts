import type { AssuranceRules, MatchedField } from '@claviger/contract/connect/identity-providers'

/** Claims that a provider verified, with the rules by which it did. */
interface VerifiedClaims {
  framework: string
  claims: Readonly<Record<string, unknown>>
}

/** What an identity check found, without any verified data. */
export interface AssuranceResult {
  framework: string | null
  matched: MatchedField[]
  differing: MatchedField[]
  missing: MatchedField[]
}

/** The fields of a user that verified claims are compared with. */
export type ComparedFields = Record<MatchedField, string | null>

const claimOf = {
  firstName: 'given_name',
  lastName: 'family_name',
  birthDate: 'birthdate',
} as const satisfies Record<MatchedField, string>

/** The `claims` parameter that asks for the verified claims (OpenID Connect for Identity Assurance 1.0). */
export function claimsRequest({ match, frameworks }: AssuranceRules): string {
  const [only, ...others] = frameworks
  const framework = only === undefined ? null : others.length === 0 ? { value: only } : { values: frameworks }
  const verified = {
    verified_claims: {
      verification: { trust_framework: framework },
      claims: Object.fromEntries(match.map(field => [claimOf[field], null])),
    },
  }
  return JSON.stringify({ id_token: verified, userinfo: verified })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const mostSets = 20

/** The sets of `verified_claims` in an ID token or UserInfo; all other claims prove nothing. */
function verifiedClaimsIn(raw: Readonly<Record<string, unknown>>): VerifiedClaims[] {
  const stated = raw['verified_claims']
  return (Array.isArray(stated) ? stated : [stated]).slice(0, mostSets).flatMap(one => {
    if (!isObject(one) || !isObject(one['verification']) || !isObject(one['claims'])) return []
    const { trust_framework: framework } = one['verification']
    return typeof framework === 'string' && framework !== '' ? [{ framework, claims: one['claims'] }] : []
  })
}

/** Compares verified claims with a user; of several sets, the one in which most fields match counts. */
export function compareVerified(
  rules: AssuranceRules,
  raw: Readonly<Record<string, unknown>>,
  user: ComparedFields,
): AssuranceResult {
  const { match, frameworks } = rules
  const [best] = verifiedClaimsIn(raw)
    .filter(({ framework }) => frameworks.length === 0 || frameworks.includes(framework))
    .map(({ framework, claims }) => ({ framework: framework.slice(0, 100), ...comparison(match, claims, user) }))
    .toSorted((a, b) => b.matched.length - a.matched.length)
  return best ?? { framework: null, matched: [], differing: [], missing: [...match] }
}

export const isVerified = ({ match }: AssuranceRules, { framework, matched }: AssuranceResult): boolean =>
  framework !== null && match.length > 0 && match.every(field => matched.includes(field))

function comparison(match: readonly MatchedField[], claims: Readonly<Record<string, unknown>>, user: ComparedFields) {
  const found: Record<'matched' | 'differing' | 'missing', MatchedField[]> = { matched: [], differing: [], missing: [] }
  for (const field of match) {
    const verified = Object.hasOwn(claims, claimOf[field]) ? claims[claimOf[field]] : undefined
    if (typeof verified !== 'string' || verified.trim() === '') found.missing.push(field)
    else found[isSame[field](verified, user[field] ?? '') ? 'matched' : 'differing'].push(field)
  }
  return found
}

// Documents are written in capitals, and often without accents
const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')

const isSame: Record<MatchedField, (verified: string, own: string) => boolean> = {
  // Documents state every given name, users often only the first
  firstName: (verified, own) => {
    const [all, ours] = [wordsOf(verified), wordsOf(own)]
    return ours.length > 0 && ours.every((word, place) => word === all[place])
  },
  lastName: (verified, own) => wordsOf(own).length > 0 && wordsOf(verified).join(' ') === wordsOf(own).join(' '),
  birthDate: (verified, own) => /^\d{4}-\d{2}-\d{2}$/.test(own.trim()) && verified === own.trim(),
}
