import * as z from 'zod/mini'
import { type StrengthLevel } from '../decide/policy-content.ts'
import { id, instant, listOf, optionalText, text, whole } from '../platform/fields.ts'
import { Page } from '../platform/page.ts'
import { unlessTooBig } from '../platform/limits.ts'

export const protocols = { oidc: 1, saml: 2 } as const

export const presets = [
  'entra',
  'adfs',
  'okta',
  'google',
  'duo',
  'ignition',
  'horizon',
  'citrix',
  'keycloak',
  'assurance',
  'generic',
] as const
export type Preset = (typeof presets)[number]

/** An OpenID Connect provider that verifies identities by documents; it never signs users in, and identifies no user. */
export const assurancePreset = 'assurance' satisfies Preset

export const claimFields = [
  'email',
  'firstName',
  'lastName',
  'userName',
  'employeeId',
  'groups',
  'attribute1',
  'attribute2',
  'attribute3',
  'attribute4',
  'attribute5',
] as const
export type ClaimField = (typeof claimFields)[number]

/** How a user is matched at the first sign-in; `none`: each user confirms with an existing sign-in method. */
export const linkFields = [
  'none',
  'email',
  'userName',
  'employeeId',
  'attribute1',
  'attribute2',
  'attribute3',
  'attribute4',
  'attribute5',
] as const

const source = z.string().check(z.trim(), z.maxLength(200))

export const ClaimSources = z.partialRecord(z.enum(claimFields), source)
export type ClaimSources = Partial<Record<ClaimField, string>>

const value = z.string().check(z.trim(), z.minLength(1, 'Enter the name of the provider group'), z.maxLength(200))

/** What a provider can be trusted for; without trust, its sign-ins count as any sign-in. */
export const factorLevels = ['multi-factor', 'phishing-resistant', 'hardware-bound'] as const satisfies StrengthLevel[]
export type FactorLevel = (typeof factorLevels)[number]

const FactorRule = z.object({
  /** A value of `amr` or `acr`, or a SAML authentication context class. */
  value: z.string().check(z.trim(), z.minLength(1, 'Enter a value that the provider reports'), z.maxLength(200)),
  level: z.enum(factorLevels),
})

export const PeopleRules = z.object({
  /** Email domains for which the provider is trusted; a domain counts only while the workspace has verified it. */
  domains: z._default(listOf(z.string().check(z.trim(), z.toLowerCase(), z.minLength(3), z.maxLength(253)), 50), []),
  link: z._default(z.enum(linkFields), 'none'),
  toldBy: z._default(ClaimSources, {}),
  create: z._default(z.boolean(), false),
  update: z._default(z.boolean(), false),
  /** Maps groups of the provider to groups; `*` matches all users who sign in. */
  groups: z._default(z.array(z.object({ value, group: id })).check(z.maxLength(100)), []),
  roles: z._default(z.array(z.object({ value, role: whole(2, 6) })).check(z.maxLength(50)), []),
  atOnce: z._default(z.boolean(), false),
  /** Reported sign-in methods that are trusted. */
  factors: z._default(z.array(FactorRule).check(z.maxLength(50)), []),
})
export type PeopleRules = z.output<typeof PeopleRules>

/** What an identity check can compare with the user. */
export const matchedFields = ['firstName', 'lastName', 'birthDate'] as const
export type MatchedField = (typeof matchedFields)[number]

export const birthDateAttributes = ['attribute1', 'attribute2', 'attribute3', 'attribute4', 'attribute5'] as const

/** What a provider of verified claims must confirm (OpenID Connect for Identity Assurance). */
export const AssuranceRules = z.object({
  /** Each must be verified, and equal the field of the user. */
  match: z._default(
    z
      .array(z.enum(matchedFields))
      .check(z.minLength(1, 'Choose at least one field'), z.maxLength(matchedFields.length)),
    ['firstName', 'lastName'],
  ),
  /** Attribute of users with their date of birth, for example 1979-05-23. */
  birthDateIn: z._default(z.nullable(z.enum(birthDateAttributes)), null),
  /** Accepted trust frameworks, for example `eidas`; if empty, any. */
  frameworks: z._default(listOf(z.string().check(z.trim(), z.minLength(1), z.maxLength(100)), 20), []),
})
export type AssuranceRules = z.output<typeof AssuranceRules>

const webAddress = (what: string) =>
  z
    .string(unlessTooBig(what))
    .check(z.trim(), z.minLength(1, what), z.maxLength(1000), z.regex(/^https?:\/\/[^\s"'<>\\]+$/, what))

const common = {
  name: text(100, 'Name is required'),
  preset: z._default(z.enum(presets), 'generic'),
  people: z._default(PeopleRules, PeopleRules.parse({})),
}

export const tokenAuthMethods = ['client_secret_basic', 'client_secret_post', 'none'] as const

export const OidcInput = z.object({
  ...common,
  issuer: webAddress('Enter the issuer URL, for example https://login.example.org'),
  clientId: text(400, 'Client ID is required'),
  /** If omitted, it stays unchanged; required again if the issuer changes. */
  clientSecret: z.optional(z.string().check(z.maxLength(2000))),
  tokenAuth: z._default(z.enum(tokenAuthMethods), 'client_secret_basic'),
  /** Signing out also signs out at the provider, where our post-logout address must be registered. */
  signOutThere: z._default(z.boolean(), false),
  scopes: z._default(listOf(z.string().check(z.regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/)), 20), ['profile', 'email']),
  /** Only for the preset `assurance`. */
  assurance: z._default(AssuranceRules, AssuranceRules.parse({})),
})
export type OidcInput = z.output<typeof OidcInput>

export const SamlInput = z.object({
  ...common,
  metadata: z.optional(z.string().check(z.maxLength(1_000_000, 'This file is larger than 1 MB'))),
  /** Fetched on saving and then daily; unchanged if omitted, removed if empty. */
  metadataUrl: z.optional(
    z.union([z.literal(''), webAddress('Enter a URL, for example https://idp.example.org/metadata')]),
  ),
  entityId: optionalText(1000),
  ssoUrl: z.optional(z.union([z.literal(''), webAddress("Enter the provider's sign-in URL")])),
  ssoBinding: z._default(z.enum(['redirect', 'post']), 'redirect'),
  sloUrl: z.optional(z.union([z.literal(''), webAddress("Enter the provider's sign-out URL")])),
  certificates: optionalText(40_000),
  signRequests: z._default(z.boolean(), true),
  forceAuthn: z._default(z.boolean(), false),
  signOutThere: z._default(z.boolean(), true),
  unsolicited: z._default(z.boolean(), false),
  nameIdFormat: z._default(z.enum(['persistent', 'email', 'unspecified']), 'persistent'),
})
export type SamlInput = z.output<typeof SamlInput>

const Certificate = z.object({ subject: z.string(), fingerprint: z.string(), endsAt: instant })

export const Provider = z.object({
  id: z.string(),
  protocol: z.int(),
  preset: z.string(),
  name: z.string(),
  active: z.boolean(),
  issuer: z.string(),
  /** Expiry of the certificate that expires first; null if there is none. */
  certificateEndsAt: z.nullable(instant),
  linked: z.int(),
  lastUsedAt: z.nullable(instant),
  version: z.int(),
  changedAt: instant,
  changedBy: z.string(),
})
export type Provider = z.output<typeof Provider>

export const OwnProviderAddresses = z.object({
  redirectUri: z.string(),
  entityId: z.string(),
  acsUrl: z.string(),
  sloUrl: z.string(),
  metadataUrl: z.string(),
  backchannelLogoutUrl: z.string(),
  signedOutUrl: z.string(),
})
export type OwnProviderAddresses = z.output<typeof OwnProviderAddresses>

const full = { ours: OwnProviderAddresses, people: PeopleRules }

export const OidcProvider = z.extend(Provider, {
  ...full,
  clientId: z.string(),
  hasSecret: z.boolean(),
  tokenAuth: z.enum(tokenAuthMethods),
  signOutThere: z.boolean(),
  scopes: z.array(z.string()),
  assurance: AssuranceRules,
})
export type OidcProvider = z.output<typeof OidcProvider>

export const metadataFields = ['ssoUrl', 'ssoBinding', 'sloUrl', 'certificates'] as const
export type MetadataField = (typeof metadataFields)[number]

const Metadata = z.object({
  url: z.nullable(z.string()),
  readAt: z.nullable(instant),
  fault: z.nullable(z.string()),
  waiting: z.nullable(
    z.object({
      since: instant,
      differences: z.array(
        z.object({ field: z.enum(metadataFields), before: z.array(z.string()), after: z.array(z.string()) }),
      ),
    }),
  ),
})

export const SamlProvider = z.extend(Provider, {
  ...full,
  ssoUrl: z.string(),
  ssoBinding: z.enum(['redirect', 'post']),
  sloUrl: z.string(),
  certificates: z.array(z.extend(Certificate, { pem: z.string() })),
  signRequests: z.boolean(),
  forceAuthn: z.boolean(),
  unsolicited: z.boolean(),
  nameIdFormat: z.enum(['persistent', 'email', 'unspecified']),
  ownCertificate: z.string(),
  nextCertificate: z.nullable(z.string()),
  signOutThere: z.boolean(),
  metadata: Metadata,
})
export type SamlProvider = z.output<typeof SamlProvider>

export const ProviderListQuery = z.extend(Page, {
  sort: z.optional(z.enum(['name', 'changed'])),
})

export const OfferedProvider = z.object({ id: z.string(), kind: z.string(), name: z.string(), url: z.string() })
export type OfferedProvider = z.output<typeof OfferedProvider>

export const oneProvider = z.object({ id })
export const manyProviders = z.object({ ids: listOf(id, 100) })
export const ActiveSwitch = z.object({ ids: listOf(id, 100), active: z.boolean() })
export const editedVersion = { id, version: z.optional(z.int()) }
export const workspaceParameter = z.object({ id: z.string().check(z.minLength(1), z.maxLength(63)) })
