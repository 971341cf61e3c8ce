import { email } from '@claviger/contract/ground/fields'
import { type ToldBy, type ToldField, toldFields } from '@claviger/contract/connect/identity-providers'
import * as z from 'zod/mini'
import type { ProviderRow } from '../../connect/identity-providers/identity-providers.ts'

/** Who somebody is by the word of a provider. */
export interface Identity {
  /** Never changes there, and means nobody else ever. */
  subject: string
  /** What the provider calls its session. */
  sid: string | null
  told: Partial<Record<ToldField, string[]>>
  /** The provider says that the address is theirs. */
  emailTrusted: boolean
  /** By what the session there is ended, for whoever signs out here. */
  leave?: LeaveThere
}

/** By what a provider knows the session that it opened: its own name of the person, or an address to sign out at. */
export type LeaveThere =
  | { name: string; format: string | null; qualifier: string | null; spQualifier: string | null }
  | { url: string }

/** A sign-in that a provider, or what came from it, makes impossible; the message is for administrators. */
export class Unacceptable extends Error {}

const usual: Record<'oidc' | 'saml', ToldBy> = {
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
// An address that Entra ID vouches for is the sign-in name, whose domain it has seen proven; mail is anybody's word
const entraEmail = 'preferred_username'

/** Which claim or attribute says what, with what is usual where nothing is set. */
export function sourcesOf(row: ProviderRow): ToldBy {
  const base = row.protocol === 1 ? usual.oidc : usual.saml
  const entra = row.preset === 'entra' && row.protocol === 1 ? { email: entraEmail } : {}
  return { ...base, ...entra, ...row.settings.people.toldBy }
}

/** Does Entra ID vouch for the address by the claim that it is taken from? */
export const isEntraName = (row: ProviderRow): boolean =>
  row.preset === 'entra' && [entraEmail, 'upn'].includes(sourcesOf(row).email ?? '')

const addressForm = email()
// A user id is as long at most, and an address may become one
const longestAddress = 200
const longest = 300
const mostValues = 500

/** What a provider told, by our names; values that nothing of ours can hold are left out. */
export function toldBy(row: ProviderRow, raw: Readonly<Record<string, unknown>>): Identity['told'] {
  const told: Identity['told'] = {}
  const sources = sourcesOf(row)
  for (const field of toldFields) {
    const name = sources[field]
    if (!name || !Object.hasOwn(raw, name)) continue
    const values = valuesOf(raw[name]).filter(one => field === 'groups' || isPlain(one))
    if (values.length > 0) told[field] = values
  }
  const [address] = told.email ?? []
  const read = z.safeParse(addressForm, address)
  if (read.success && read.data.length <= longestAddress) told.email = [read.data]
  else delete told.email
  return told
}

/** Values as texts, few and short. */
export const valuesOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value])
    .filter(one => typeof one === 'string' || typeof one === 'number')
    .map(one => String(one).trim())
    .filter(one => one !== '' && one.length <= longest)
    .slice(0, mostValues)

// Letters that are not seen, or that turn the others around, could make one name look like another
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/u
const isPlain = (text: string) => !hidden.test(text)
