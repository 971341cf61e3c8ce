import type { InputOf } from '#platform/endpoint.ts'
import type { Mapping } from '../applications/attribute-mapping.ts'
import type {
  BookmarkSettings,
  OidcSettings,
  ProxySettings,
  SamlSettings,
} from '../applications/application-settings.ts'

// Placeholders in braces are filled in: {address}, {name}, … by the administrator; {issuer}, {clientId}, … by the
// server.

export const presetFields = [
  'address',
  'name',
  'spEntityId',
  'acs',
  'redirect',
  'roles',
  'tenant',
  'application',
  'page',
] as const
export type PresetField = (typeof presetFields)[number]

export const categories = ['development', 'operations', 'collaboration', 'business', 'identity', 'home', 'any'] as const
export type Category = (typeof categories)[number]

interface Shared {
  key: string
  name: string
  category: Category
  docs: string
  fields: readonly PresetField[]
  where: string
  enter: readonly (readonly [label: string, value: string])[]
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
export interface BookmarkPreset extends Shared {
  protocol: 4
  bookmark: InputOf<typeof BookmarkSettings>
}
export type Preset = OidcPreset | SamlPreset | ProxyPreset | BookmarkPreset

export const discoveryFields = [
  ['Issuer', '{issuer}'],
  ['Client ID', '{clientId}'],
  ['Client secret', '{clientSecret}'],
] as const

/** Fields of most SAML applications without metadata import. */
export const samlFields = [
  ['Identity provider entity ID', '{entityId}'],
  ['Single sign-on URL', '{ssoUrl}'],
  ['Certificate', '{certificate}'],
] as const

export const withGroups: Mapping = [{ name: 'groups', source: 'groups' }]

export const nameMapping: Mapping = [
  { name: 'email', source: 'email' },
  { name: 'firstName', source: 'firstName' },
  { name: 'lastName', source: 'lastName' },
  { name: 'groups', source: 'groups' },
]
