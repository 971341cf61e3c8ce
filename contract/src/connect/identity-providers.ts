import * as z from 'zod/mini'
import { id, instant, listOf, optionalText, text, whole } from '../ground/fields.ts'
import { Page } from '../ground/page.ts'

/** Who signs people in for us: by OpenID Connect, or by SAML 2.0. */
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
  'generic',
] as const
export type Preset = (typeof presets)[number]

/** Fields of a person that a provider may tell. */
export const toldFields = [
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
export type ToldField = (typeof toldFields)[number]

/** By what somebody is found the first time; `none`: each person confirms by an own way in. */
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

/** Which claim, or attribute of an assertion, says what; an empty text: none does. */
export const ToldBy = z.partialRecord(z.enum(toldFields), source)
export type ToldBy = Partial<Record<ToldField, string>>

const value = z.string().check(z.trim(), z.minLength(1, 'Enter the name of the provider group'), z.maxLength(200))

/** What is done with people whom a provider names. */
export const PeopleRules = z.object({
  /** Domains for whose addresses the provider speaks; each counts only while the workspace has proven it. */
  domains: z._default(listOf(z.string().check(z.trim(), z.toLowerCase(), z.minLength(3), z.maxLength(253)), 50), []),
  link: z._default(z.enum(linkFields), 'none'),
  toldBy: z._default(ToldBy, {}),
  /** Makes users of people who are unknown here. */
  create: z._default(z.boolean(), false),
  /** Takes names and attributes over at each sign-in. */
  update: z._default(z.boolean(), false),
  /** Members of a group there are put into a group here; `*` is everybody who signs in. */
  groups: z._default(z.array(z.object({ value, group: id })).check(z.maxLength(100)), []),
  /** Members of a group there get a role here; never owner. */
  roles: z._default(z.array(z.object({ value, role: whole(2, 5) })).check(z.maxLength(50)), []),
  /** People with an address in one of the domains are sent there at once. */
  atOnce: z._default(z.boolean(), false),
})
export type PeopleRules = z.output<typeof PeopleRules>

const webAddress = (what: string) =>
  z
    .string({ error: what })
    .check(z.trim(), z.minLength(1, what), z.maxLength(1000), z.regex(/^https?:\/\/[^\s"'<>\\]+$/, what))

const common = {
  name: text(100, 'Name is required'),
  preset: z._default(z.enum(presets), 'generic'),
  people: z._default(PeopleRules, PeopleRules.parse({})),
}

export const tokenAuthMethods = ['client_secret_basic', 'client_secret_post', 'none'] as const

export const OidcInput = z.object({
  ...common,
  /** As the discovery document of the provider says it. */
  issuer: webAddress('Enter the issuer URL, for example https://login.example.org'),
  clientId: text(400, 'Client ID is required'),
  /** Left out, it stays; asked for again where the issuer is another. */
  clientSecret: z.optional(z.string().check(z.maxLength(2000))),
  tokenAuth: z._default(z.enum(tokenAuthMethods), 'client_secret_basic'),
  /** Whoever signs out here is signed out there as well; the address after it must be entered there. */
  signOutThere: z._default(z.boolean(), false),
  /** Asked for besides openid. */
  scopes: z._default(listOf(z.string().check(z.regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/)), 20), ['profile', 'email']),
})
export type OidcInput = z.output<typeof OidcInput>

export const SamlInput = z.object({
  ...common,
  /** The metadata document; what it says wins over the fields below. */
  metadata: z.optional(z.string().check(z.maxLength(1_000_000, 'This file is too large'))),
  /** Fetched on saving, and then each day; left out, it stays as it is, and empty it is forgotten. */
  metadataUrl: z.optional(
    z.union([z.literal(''), webAddress('Enter a URL, for example https://idp.example.org/metadata')]),
  ),
  entityId: optionalText(1000),
  ssoUrl: z.optional(z.union([z.literal(''), webAddress("Enter the provider's sign-in URL")])),
  ssoBinding: z._default(z.enum(['redirect', 'post']), 'redirect'),
  sloUrl: z.optional(z.union([z.literal(''), webAddress("Enter the provider's sign-out URL")])),
  /** PEM, one after the other. */
  certificates: optionalText(40_000),
  signRequests: z._default(z.boolean(), true),
  forceAuthn: z._default(z.boolean(), false),
  /** Whoever signs out here is signed out there as well, where it names an address for that. */
  signOutThere: z._default(z.boolean(), true),
  /** Answers are taken that nobody here asked for. */
  unsolicited: z._default(z.boolean(), false),
  nameIdFormat: z._default(z.enum(['persistent', 'email', 'unspecified']), 'persistent'),
})
export type SamlInput = z.output<typeof SamlInput>

/** A certificate of a provider, as far as people ask about it. */
const Certificate = z.object({ subject: z.string(), fingerprint: z.string(), endsAt: instant })

/** A provider as lists show it. */
export const Provider = z.object({
  id: z.string(),
  protocol: z.int(),
  preset: z.string(),
  name: z.string(),
  active: z.boolean(),
  /** Issuer, or entity id. */
  issuer: z.string(),
  /** When the first of its certificates ends; null where it shows none. */
  certificateEndsAt: z.nullable(instant),
  /** Whose accounts are connected with theirs there. */
  linked: z.int(),
  lastUsedAt: z.nullable(instant),
  version: z.int(),
  changedAt: instant,
  changedBy: z.string(),
})
export type Provider = z.output<typeof Provider>

/** What is entered at the provider, to be copied. */
export const Ours = z.object({
  redirectUri: z.string(),
  entityId: z.string(),
  acsUrl: z.string(),
  sloUrl: z.string(),
  metadataUrl: z.string(),
  backchannelLogoutUrl: z.string(),
  /** Where people come back to after they were signed out there. */
  signedOutUrl: z.string(),
})
export type Ours = z.output<typeof Ours>

const full = { ours: Ours, people: PeopleRules }

export const OidcProvider = z.extend(Provider, {
  ...full,
  clientId: z.string(),
  hasSecret: z.boolean(),
  tokenAuth: z.enum(tokenAuthMethods),
  signOutThere: z.boolean(),
  scopes: z.array(z.string()),
})
export type OidcProvider = z.output<typeof OidcProvider>

/** What metadata can change of a provider; who it is, it cannot. */
export const toldOfProvider = ['ssoUrl', 'ssoBinding', 'sloUrl', 'certificates'] as const
export type ToldOfProvider = (typeof toldOfProvider)[number]

/** How it goes with reading the metadata of a provider anew. */
const Metadata = z.object({
  url: z.nullable(z.string()),
  readAt: z.nullable(instant),
  /** Why it could not be read or used the last time. */
  fault: z.nullable(z.string()),
  /** What changed there, and waits until somebody agrees; certificates by their fingerprints. */
  waiting: z.nullable(
    z.object({
      since: instant,
      differences: z.array(
        z.object({ field: z.enum(toldOfProvider), before: z.array(z.string()), after: z.array(z.string()) }),
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
  /** Ours, with which requests are signed and to which assertions are encrypted; PEM. */
  ownCertificate: z.string(),
  /** The one that will take its place: in our metadata already, and assertions may be encrypted to it. */
  nextCertificate: z.nullable(z.string()),
  signOutThere: z.boolean(),
  metadata: Metadata,
})
export type SamlProvider = z.output<typeof SamlProvider>

export const ListAsked = z.extend(Page, {
  sort: z.optional(z.enum(['name', 'changed'])),
})

/** A provider that a sign-in page offers, and nothing more of it. */
export const Offered = z.object({ id: z.string(), kind: z.string(), name: z.string(), url: z.string() })
export type Offered = z.output<typeof Offered>

export const oneProvider = z.object({ id })
export const manyProviders = z.object({ ids: listOf(id, 100) })
export const switched = z.object({ ids: listOf(id, 100), active: z.boolean() })
/** The version that was edited; another one by now is refused. */
export const edited = { id, version: z.optional(z.int()) }
export const ofWorkspace = z.object({ id: z.string().check(z.minLength(1), z.maxLength(63)) })
