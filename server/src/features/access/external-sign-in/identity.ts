import { email } from '@claviger/contract/platform/fields'
import { canonicalText, hasHiddenCharacter } from '@claviger/contract/platform/plain-text'
import {
  factorLevels,
  protocols,
  type ClaimSources,
  type ClaimField,
  claimFields,
} from '@claviger/contract/connect/identity-providers'
import * as z from 'zod/mini'
import { listIn, type ThreeState } from '#platform/parsing/three-state.ts'
import { type ProviderRow, rulesFor } from '#features/connect/identity-providers/identity-providers.ts'
import type { ProviderFactors } from '../sessions/sessions.ts'

export interface Identity {
  /** Immutable and never reassigned by the provider. */
  subject: string
  sid: string | null
  /** A field that is missing was not stated. Only stated groups change groups and roles; an empty list is stated. */
  told: Partial<Record<ClaimField, string[]>>
  /** Why the groups are missing although the provider knows them. */
  groupsMissing?: MissingGroupsReason | undefined
  /** Has the provider verified the address that it states? */
  emailVerified: ThreeState<boolean>
  /** The sign-in methods that the provider reported: `amr`, `acr`, or authentication context. */
  factors?: string[]
  leave?: ProviderSignOut
}

export type ProviderSignOut =
  | { name: string; format: string | null; qualifier: string | null; spQualifier: string | null }
  | { url: string }

/** `too-many`: Entra ID leaves out more than 200 groups; `unresolved`: and Microsoft Graph did not state them either. */
export type MissingGroupsReason = 'not-stated' | 'too-many' | 'unresolved'

/** Thrown if the provider's configuration or response prevents the sign-in; the message is for administrators. */
export class ExternalIdentityError extends Error {}

const usual: Record<'oidc' | 'saml', ClaimSources> = {
  oidc: {
    email: 'email',
    firstName: 'given_name',
    lastName: 'family_name',
    userName: 'preferred_username',
    groups: 'groups',
  },
  saml: {
    email: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
    firstName: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
    lastName: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
    userName: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name',
    groups: 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups',
  },
}
// Entra ID verifies the domain of the sign-in name, but anyone can set the mail attribute
const entraEmail = 'preferred_username'

export function sourcesOf(row: ProviderRow): ClaimSources {
  const base = row.protocol === protocols.oidc ? usual.oidc : usual.saml
  const entra = row.preset === 'entra' && row.protocol === protocols.oidc ? { email: entraEmail } : {}
  return { ...base, ...entra, ...row.settings.people.toldBy }
}

export const isEntraName = (row: ProviderRow): boolean =>
  row.preset === 'entra' && [entraEmail, 'upn'].includes(sourcesOf(row).email ?? '')

const addressForm = email()
// The maximum length of a user ID, because an email may become one
const longestAddress = 200
const longest = 300
const mostValues = 500

/** The provider's values by our field names; values too long for our fields are dropped. */
export function mappedFieldsOf(row: ProviderRow, raw: Readonly<Record<string, unknown>>): Identity['told'] {
  const told: Identity['told'] = {}
  const sources = sourcesOf(row)
  for (const field of claimFields) {
    const name = sources[field]
    if (!name || !Object.hasOwn(raw, name)) continue
    const list = listIn(raw[name])
    const values = valuesOf(list).filter(one => field === 'groups' || isPlain(one))
    if (values.length > 0 || (field === 'groups' && list)) told[field] = values
  }
  const [address] = told.email ?? []
  const read = z.safeParse(addressForm, address)
  if (read.success && read.data.length <= longestAddress) told.email = [read.data]
  else delete told.email
  return told
}

export const valuesOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value])
    .filter(one => typeof one === 'string' || typeof one === 'number')
    .map(one => canonicalText(String(one)).trim())
    .filter(one => one !== '' && one.length <= longest)
    .slice(0, mostValues)

const mostFactors = 20

/** Reported sign-in methods, without values that no setting could name. */
export const factorsOf = (...reported: readonly unknown[]): string[] =>
  [...new Set(reported.flatMap(valuesOf).filter(one => one.length <= 200))].slice(0, mostFactors)

/** What a provider is trusted to have checked, with the methods behind it; undefined without trust. */
export function trustedFactors(row: ProviderRow, { factors = [] }: Identity): ProviderFactors | undefined {
  const rules = rulesFor(row).factors.filter(({ value }) => factors.includes(value))
  const level = factorLevels.findLast(one => rules.some(rule => rule.level === one))
  if (level === undefined) return undefined
  // Only names of RFC 8176 are passed on to applications
  const methods = rules.map(({ value }) => value).filter(value => /^[a-z]{2,10}$/.test(value))
  return { level, methods: [...new Set([...methods, 'mfa'])].slice(0, mostFactors) }
}

const isPlain = (text: string) => !hasHiddenCharacter(text)
