import * as z from 'zod/mini'
import { del, feature, get, post, put } from '../platform/endpoint.ts'
import { flag, id, instant, listOf, optionalText, text, whole } from '../platform/fields.ts'
import { Page, pageOf } from '../platform/page.ts'
import { isShownAsWritten } from './applications/application-addresses.ts'
import { Mapping } from './applications/attribute-mapping.ts'
import {
  BookmarkSettings,
  isHeaderOfOurs,
  OidcSettings,
  ProxySettings,
  SamlSettings,
} from './applications/application-settings.ts'

export {
  BookmarkSettings,
  OidcSettings,
  type Protocol,
  protocols,
  ProxySettings,
  SamlSettings,
  usesDuoProtocol as speaksDuo,
  type TlsSubject,
} from './applications/application-settings.ts'
export { identifyingSources, isIdentifying, Mapping, type MappingSource } from './applications/attribute-mapping.ts'

export const mostApplications = 2000

export const applicationWarnings = ['certificate-ends', 'not-https', 'nobody', 'never-used', 'secret-changes'] as const
export type ApplicationWarning = (typeof applicationWarnings)[number]

/** A row of the list. Users who can only open it get neither uses nor warnings. */
export const ApplicationRow = z.object({
  id: z.string(),
  /** 1 OpenID Connect, 2 SAML, 3 reverse proxy, 4 bookmark. */
  protocol: z.int(),
  name: z.string(),
  description: z.string(),
  preset: z.nullable(z.string()),
  active: z.boolean(),
  own: z.boolean(),
  hidden: z.boolean(),
  everyone: z.boolean(),
  assigned: z.int(),
  uses: z.nullable(z.int()),
  lastUsedAt: z.nullable(instant),
  warnings: z.array(z.enum(applicationWarnings)),
  picture: z.nullable(z.string()),
  createdAt: instant,
})
export type ApplicationRow = z.output<typeof ApplicationRow>

/** An application without its secret. */
export const ApplicationInFull = z.extend(ApplicationRow, {
  clientId: z.nullable(z.string()),
  hasSecret: z.boolean(),
  /** The previous secret is valid until then. */
  formerSecretUntil: z.nullable(instant),
  oidc: z.nullable(OidcSettings),
  saml: z.nullable(SamlSettings),
  proxy: z.nullable(ProxySettings),
  bookmark: z.nullable(BookmarkSettings),
  mapping: Mapping,
  certificateEndsAt: z.nullable(instant),
  version: z.int(),
  changedAt: instant,
  changedBy: z.string(),
})
export type ApplicationInFull = z.output<typeof ApplicationInFull>

const name = text(100, 'Name is required').check(
  z.refine(isShownAsWritten, 'This name contains invisible characters or characters that reverse the text direction'),
)
const shared = {
  name,
  description: optionalText(500),
  own: z.optional(z.boolean()),
  hidden: z.optional(z.boolean()),
  mapping: z.optional(Mapping),
}
const clientId = z.optional(
  z.string().check(
    z.trim(),
    z.minLength(1, 'Enter a client ID, or omit the field'),
    z.maxLength(200),
    z.refine(value => /^[A-Za-z0-9._~-]+$/.test(value), 'Use only letters, digits, and . - _ ~'),
  ),
)
const clientSecret = z.optional(
  z.string().check(z.minLength(32, 'Use at least 32 characters'), z.maxLength(200), z.regex(/^[\x21-\x7e]+$/)),
)
const version = z.optional(z.int())

export const OidcContent = z.object({ ...shared, oidc: OidcSettings })
export const SamlContent = z.object({ ...shared, saml: SamlSettings })
export const ProxyContent = z.object({
  ...shared,
  mapping: z.optional(
    Mapping.check(
      z.refine(rows => rows.every(row => isHeaderOfOurs(row.name)), 'Use header names that start with Remote- or X-'),
    ),
  ),
  proxy: ProxySettings,
})
export const BookmarkContent = z.object({ ...shared, bookmark: BookmarkSettings })
export const NewOidc = z.extend(OidcContent, {
  clientId,
  clientSecret,
})

/** A new application with its secret, which is returned only once. */
export const CreatedApplication = z.extend(ApplicationInFull, { clientSecret: z.nullable(z.string()) })

export const Assignment = z.object({
  everyone: z.boolean(),
  groups: z.array(id).check(z.maxLength(500)),
  units: z.array(id).check(z.maxLength(500)),
  users: z.array(id).check(z.maxLength(1000)),
})
export type Assignment = z.output<typeof Assignment>
const Named = z.object({ id: z.string(), name: z.string() })

const one = z.object({ id })
const many = { ids: listOf(id, 200) }
const List = z.extend(Page, {
  sort: z.optional(z.enum(['name', 'created'])),
  active: z.optional(flag),
  everyone: z.optional(flag),
  secondFactor: z.optional(flag),
})
const changed = z.object({ changed: z.int() })
const removed = z.object({ removed: z.int() })
const body = 512 * 1024
const adds = [
  'application-name-taken',
  'client-id-taken',
  'entity-id-taken',
  'too-many-applications',
  'not-found',
  'identifiers-shared',
  'identifier-unguarded',
  'strength-unknown',
] as const
const saves = [
  'not-found',
  'application-name-taken',
  'entity-id-taken',
  'changed-meanwhile',
  'certificate-unreadable',
  'identifiers-shared',
  'identifier-unguarded',
  'strength-unknown',
] as const

const write = { may: 'applications.write', fresh: true, bodyLimit: body } as const
const read = { may: 'applications.read' } as const
const saml = '/api/sso/saml/sp'
const oidc = '/api/sso/oidc/sp'
const proxy = '/api/sso/proxy/sp'
const bookmark = '/api/sso/bookmarks'
const all = '/api/sso/applications'

// Shared input and output of the endpoints of each protocol and of all protocols
const listing = { input: List, reply: pageOf(ApplicationRow), may: 'applications.own' } as const
const getting = { input: one, reply: ApplicationInFull, ...read, fails: ['not-found'] } as const
const turning = { input: z.object({ ...many, active: z.boolean() }), reply: changed, ...write } as const
const removing = { input: one, reply: removed, ...write, fails: ['not-found'] } as const
const removingMany = { input: z.object(many), reply: removed, ...write } as const
const savingSaml = {
  input: z.object({ ...one.shape, ...SamlContent.shape, version }),
  reply: ApplicationInFull,
  ...write,
  fails: saves,
} as const
const savingOidc = {
  input: z.object({ ...one.shape, ...OidcContent.shape, version }),
  reply: ApplicationInFull,
  ...write,
  fails: [...saves, 'certificates-not-taken'],
} as const

export const applications = feature('applications', ['my-apps'], {
  list: get(all, {
    summary: 'List applications of all protocols, with sign-ins of the last 30 days and warnings',
    input: z.extend(List, { protocol: z.optional(whole(1, 4)) }),
    reply: pageOf(ApplicationRow),
    ...read,
  }),
  names: get(`${all}/names`, {
    summary: 'List application names, for pickers',
    input: z.object({}),
    reply: z.object({ items: z.array(z.extend(Named, { protocol: z.int() })) }),
    may: 'policies.read',
  }),
  setActive: put(`${all}/active`, {
    summary: 'Turn applications on or off',
    ...turning,
  }),
  removeMany: del(all, {
    summary: 'Delete applications',
    ...removingMany,
  }),
  get: get(`${all}/{id}`, {
    summary: 'Get an application of any protocol',
    ...getting,
  }),
  assignment: get(`${all}/{id}/assignment`, {
    summary: 'Get the access assignment of an application',
    input: one,
    reply: z.object({
      everyone: z.boolean(),
      groups: z.array(Named),
      units: z.array(Named),
      users: z.array(Named),
    }),
    ...read,
    fails: ['not-found'],
  }),
  assign: put(`${all}/{id}/assignment`, {
    summary: 'Set the access to an application: all users, or specific groups, units, and users',
    input: z.object({ ...one.shape, ...Assignment.shape }),
    reply: changed,
    ...write,
    fails: ['not-found'],
  }),
  newSecret: post(`${all}/{id}/secret`, {
    summary: 'Create a new secret for an application; returned once, and the previous secret stays valid for one day',
    input: one,
    reply: z.object({ clientSecret: z.string(), formerSecretUntil: z.nullable(instant) }),
    ...write,
    fails: ['not-found', 'no-secret'],
  }),
  endFormer: del(`${all}/{id}/secret/former`, {
    summary: 'Revoke the previous secret of an application immediately',
    input: one,
    reply: changed,
    may: 'applications.write',
    fails: ['not-found'],
  }),
  preview: post(`${all}/{id}/preview`, {
    summary: 'Preview the claims an application receives for a user; unsigned',
    input: z.object({
      ...one.shape,
      user: id,
      mapping: z.optional(Mapping),
      groupsFilter: z.optional(z.array(id).check(z.maxLength(200))),
    }),
    reply: z.object({
      claims: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
      empty: z.array(z.string()),
    }),
    may: 'applications.read',
    unconfirmed: 'looks',
    silent: 'only previews the claims',
    fails: ['not-found', 'not-permitted'],
  }),

  samlList: get(saml, {
    summary: 'List SAML applications; users without application permissions see those assigned to them',
    spec: 'sso.saml-sp-list',
    ...listing,
  }),
  samlCreate: post(saml, {
    summary: 'Add a SAML application',
    spec: 'sso.saml-sp-create',
    input: SamlContent,
    reply: CreatedApplication,
    ...write,
    fails: [...adds, 'certificate-unreadable'],
  }),
  samlPut: put(saml, {
    summary: 'Change a SAML application, with its ID in the body',
    spec: 'sso.saml-sp-put',
    ...savingSaml,
  }),
  samlRemoveMany: del(saml, {
    summary: 'Delete several SAML applications',
    spec: 'sso.saml-sp-delete-many',
    ...removingMany,
  }),
  samlActive: put(`${saml}/active`, {
    summary: 'Turn SAML applications on or off',
    spec: 'sso.saml-sp-active',
    ...turning,
  }),
  samlGet: get(`${saml}/{id}`, {
    summary: 'Get a SAML application',
    spec: 'sso.saml-sp-get',
    ...getting,
  }),
  samlPostOne: post(`${saml}/{id}`, {
    summary: 'Change a SAML application; same as PUT',
    spec: 'sso.saml-sp-post-one',
    ...savingSaml,
  }),
  samlUpdate: put(`${saml}/{id}`, {
    summary: 'Change a SAML application',
    spec: 'sso.saml-sp-update',
    ...savingSaml,
  }),
  samlRemove: del(`${saml}/{id}`, {
    summary: 'Delete a SAML application',
    spec: 'sso.saml-sp-delete',
    ...removing,
  }),

  oidcList: get(oidc, {
    summary: 'List OpenID Connect applications; users without application permissions see those assigned to them',
    ...listing,
  }),
  oidcCreate: post(oidc, {
    summary: 'Add an OpenID Connect application; its secret is returned only once',
    input: NewOidc,
    reply: CreatedApplication,
    ...write,
    fails: [...adds, 'certificate-unreadable', 'certificates-not-taken'],
  }),
  oidcPut: put(oidc, {
    summary: 'Change an OpenID Connect application, with its ID in the body',
    ...savingOidc,
  }),
  oidcRemoveMany: del(oidc, {
    summary: 'Delete several OpenID Connect applications',
    ...removingMany,
  }),
  oidcActive: put(`${oidc}/active`, {
    summary: 'Turn OpenID Connect applications on or off',
    ...turning,
  }),
  oidcGet: get(`${oidc}/{id}`, {
    summary: 'Get an OpenID Connect application',
    ...getting,
  }),
  oidcPostOne: post(`${oidc}/{id}`, {
    summary: 'Change an OpenID Connect application; same as PUT',
    ...savingOidc,
  }),
  oidcUpdate: put(`${oidc}/{id}`, {
    summary: 'Change an OpenID Connect application',
    ...savingOidc,
  }),
  oidcRemove: del(`${oidc}/{id}`, {
    summary: 'Delete an OpenID Connect application',
    ...removing,
  }),

  proxyCreate: post(proxy, {
    summary: 'Add an application behind a reverse proxy',
    input: ProxyContent,
    reply: CreatedApplication,
    ...write,
    fails: [
      'application-name-taken',
      'too-many-applications',
      'not-found',
      'identifiers-shared',
      'identifier-unguarded',
      'strength-unknown',
    ],
  }),
  proxyUpdate: put(`${proxy}/{id}`, {
    summary: 'Change an application behind a reverse proxy',
    input: z.object({ ...one.shape, ...ProxyContent.shape, version }),
    reply: ApplicationInFull,
    ...write,
    fails: [
      'not-found',
      'application-name-taken',
      'changed-meanwhile',
      'identifiers-shared',
      'identifier-unguarded',
      'strength-unknown',
    ],
  }),

  bookmarkCreate: post(bookmark, {
    summary: 'Add a bookmark: an address that users find in My Apps',
    input: BookmarkContent,
    reply: CreatedApplication,
    ...write,
    fails: ['application-name-taken', 'too-many-applications', 'not-found'],
  }),
  bookmarkUpdate: put(`${bookmark}/{id}`, {
    summary: 'Change a bookmark',
    input: z.object({ ...one.shape, ...BookmarkContent.shape, version }),
    reply: ApplicationInFull,
    ...write,
    fails: ['not-found', 'application-name-taken', 'changed-meanwhile'],
  }),
})
