import type { InputOf } from '../../ground/endpoint.ts'
import type { Mapping, OidcSettings, ProxySettings, SamlSettings } from '../applications/settings.ts'

// What is written in braces is filled in: {address}, {name}, … by whoever adds the application; {issuer}, {clientId}, … by us.

/** What somebody who adds an application has to know of it. */
export const presetFields = [
  'address',
  'name',
  'spEntityId',
  'acs',
  'redirect',
  'roles',
  'tenant',
  'application',
] as const
export type PresetField = (typeof presetFields)[number]

export const categories = ['development', 'operations', 'collaboration', 'business', 'identity', 'home', 'any'] as const
export type Category = (typeof categories)[number]

interface Shared {
  key: string
  name: string
  category: Category
  /** The maker's own page about it. */
  docs: string
  fields: readonly PresetField[]
  /** Where its administrator enters what follows, in its own words. */
  where: string
  /** Its fields, in its own words, and what belongs into them. */
  enter: readonly (readonly [label: string, value: string])[]
  /** Or lines of a file of its own. */
  file?: { readonly name: string; readonly text: string }
  mapping?: Mapping
}
export interface OidcPreset extends Shared {
  protocol: 1
  oidc: InputOf<typeof OidcSettings>
}
export interface SamlPreset extends Shared {
  protocol: 2
  saml: InputOf<typeof SamlSettings>
}
export interface ProxyPreset extends Shared {
  protocol: 3
  proxy: InputOf<typeof ProxySettings>
}
export type Preset = OidcPreset | SamlPreset | ProxyPreset

/** What most applications ask for that find our addresses by themselves. */
export const byDiscovery = [
  ['Issuer', '{issuer}'],
  ['Client ID', '{clientId}'],
  ['Client secret', '{clientSecret}'],
] as const

/** What most applications ask for that are told where to send people. */
export const bySaml = [
  ['Identity provider entity ID', '{entityId}'],
  ['Single sign-on URL', '{ssoUrl}'],
  ['Certificate', '{certificate}'],
] as const

/** Groups by their names, for applications that give roles by them. */
export const withGroups: Mapping = [{ name: 'groups', source: 'groups' }]

/** What SAML applications most often look for. */
export const withNames: Mapping = [
  { name: 'email', source: 'email' },
  { name: 'firstName', source: 'firstName' },
  { name: 'lastName', source: 'lastName' },
  { name: 'groups', source: 'groups' },
]
