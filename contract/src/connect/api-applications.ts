import * as z from 'zod/mini'
import { del, feature, get, post, put } from '../platform/endpoint.ts'
import { Done, id, instant, listOf, Nothing, optionalText, text } from '../platform/fields.ts'

export const apiApplicationTypes = ['azure', 'okta'] as const
export type ApiApplicationType = (typeof apiApplicationTypes)[number]

const Check = z.object({
  at: instant,
  ok: z.boolean(),
  reason: z.nullable(z.string()),
  missing: z.array(z.string()),
})

/** An outbound connection with credentials; secrets are never returned. */
export const ApiApplication = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(apiApplicationTypes),
  tenantId: z.nullable(z.string()),
  clientId: z.nullable(z.string()),
  address: z.string(),
  /** `installation`: uses the operator's own application, to which the tenant consented. */
  credential: z.enum(['secret', 'certificate', 'key', 'installation']),
  /** When the secret or certificate expires; null if unknown. */
  endsAt: z.nullable(instant),
  expiry: z.enum(['fine', 'soon', 'ended']),
  check: z.nullable(Check),
  version: z.int(),
  changedAt: instant,
  changedBy: z.string(),
})
export type ApiApplication = z.output<typeof ApiApplication>

const guid = z.optional(z.guid('Enter the ID as shown there'))
const pem = z.optional(z.string().check(z.trim(), z.maxLength(20_000, 'Use at most 20,000 characters')))

const Fields = {
  name: text(100, 'Name is required'),
  tenantId: guid,
  clientId: optionalText(36),
  /** For Okta, such as https://example.okta.com; for Entra ID only in a national cloud. */
  address: optionalText(300),
  /** Client secret, or Okta API token; stored encrypted. If omitted, the stored one stays. */
  secret: optionalText(2000),
  /** Instead of a secret: for Entra ID a certificate with its key as PEM, for Okta only the key, as PEM or JWK. */
  certificate: pem,
  privateKey: pem,
  /** Expiry of the secret according to the provider; certificates contain theirs. */
  secretEndsAt: z.optional(z.nullable(instant)),
}
const types = z.enum(apiApplicationTypes, 'Choose azure or okta')

export const ApiApplicationInput = z.object({ ...Fields, type: types })
export type ApiApplicationInput = z.output<typeof ApiApplicationInput>
const { tenantId: _ofEntra, ...ofOkta } = Fields
const OfOkta = z.object(ofOkta)
const edited = { id, version: z.optional(z.int()) }
const Change = z.object({ ...Fields, ...edited })
const ChangeOfOkta = z.object({ ...ofOkta, ...edited })

const one = z.object({ id })
const listed = z.object({ items: z.array(ApiApplication), total: z.int() })
const removed = z.object({ removed: z.int() })
const made = {
  reply: ApiApplication,
  may: 'workspace.write',
  fresh: true,
  fails: ['api-application-name-taken', 'api-applications-full', 'secret-needed'],
} as const
const changed = {
  reply: ApiApplication,
  may: 'workspace.write',
  fresh: true,
  fails: ['not-found', 'api-application-name-taken', 'changed-meanwhile', 'secret-needed', 'operators-application'],
} as const
const taken = { may: 'workspace.write', fresh: true } as const
const prefix = '/api/api-application'

export const apiApplications = feature('api-applications', {
  list: get(prefix, {
    summary: 'List connections to directories, with the expiration of their credentials',
    spec: 'sso.api-application-list',
    input: Nothing,
    reply: listed,
    may: 'workspace.read',
  }),
  create: post(prefix, {
    summary: 'Add a connection to a directory',
    spec: 'sso.api-application-create',
    input: ApiApplicationInput,
    ...made,
  }),
  put: put(prefix, {
    summary: 'Change a connection, with its ID in the body',
    spec: 'sso.api-application-put',
    input: Change,
    ...changed,
  }),
  removeMany: del(prefix, {
    summary: 'Delete several connections',
    spec: 'sso.api-application-delete-many',
    input: z.object({ ids: listOf(id, 50) }),
    reply: removed,
    ...taken,
  }),
  ofType: get(`${prefix}/type/{type}`, {
    summary: 'List connections of one type',
    spec: 'sso.api-application-type-get',
    input: z.object({ type: types }),
    reply: listed,
    may: 'workspace.read',
  }),
  createOfType: post(`${prefix}/type/{type}`, {
    summary: 'Add a connection of one type',
    spec: 'sso.api-application-type-post',
    input: ApiApplicationInput,
    ...made,
  }),
  updateOfType: put(`${prefix}/type/{type}`, {
    summary: 'Change the connection of one type; requires its ID if there are several',
    spec: 'sso.api-application-type-put',
    input: z.object({ ...Fields, type: types, id: z.optional(id), version: z.optional(z.int()) }),
    ...changed,
  }),
  removeOfType: del(`${prefix}/type/{type}`, {
    summary: 'Delete the connection of one type; requires its ID if there are several',
    spec: 'sso.api-application-type-delete',
    input: z.object({ type: types, id: z.optional(id) }),
    reply: Done,
    ...taken,
    fails: ['not-found'],
  }),
  get: get(`${prefix}/{id}`, {
    summary: 'Get a connection',
    spec: 'sso.api-application-get',
    input: one,
    reply: ApiApplication,
    may: 'workspace.read',
    fails: ['not-found'],
  }),
  postOne: post(`${prefix}/{id}`, {
    summary: 'Change a connection, as submitted by a form',
    spec: 'sso.api-application-post-one',
    input: Change,
    ...changed,
  }),
  update: put(`${prefix}/{id}`, {
    summary: 'Change a connection',
    spec: 'sso.api-application-update',
    input: Change,
    ...changed,
  }),
  remove: del(`${prefix}/{id}`, {
    summary: 'Delete a connection',
    spec: 'sso.api-application-delete',
    input: one,
    reply: Done,
    ...taken,
    fails: ['not-found'],
  }),
  check: post(`${prefix}/{id}/check`, {
    summary: 'Check whether the credentials work, and which permissions are missing',
    input: one,
    reply: ApiApplication,
    may: 'workspace.write',
    unconfirmed: 'looks',
    fails: ['not-found'],
  }),
})

const okta = '/api/okta-application'

export const oktaApplications = feature('okta-applications', ['api-applications'], {
  list: get(okta, {
    summary: 'List connections to Okta',
    spec: 'sso.okta-list',
    input: Nothing,
    reply: listed,
    may: 'workspace.read',
  }),
  create: post(okta, { summary: 'Add a connection to Okta', spec: 'sso.okta-create', input: OfOkta, ...made }),
  put: put(okta, {
    summary: 'Change a connection to Okta, with its ID in the body',
    spec: 'sso.okta-put',
    input: ChangeOfOkta,
    ...changed,
  }),
  removeMany: del(okta, {
    summary: 'Delete several connections to Okta',
    spec: 'sso.okta-delete-many',
    input: z.object({ ids: listOf(id, 50) }),
    reply: removed,
    ...taken,
  }),
  get: get(`${okta}/{id}`, {
    summary: 'Get a connection to Okta',
    spec: 'sso.okta-get',
    input: one,
    reply: ApiApplication,
    may: 'workspace.read',
    fails: ['not-found'],
  }),
  postOne: post(`${okta}/{id}`, {
    summary: 'Change a connection to Okta, as submitted by a form',
    spec: 'sso.okta-post-one',
    input: ChangeOfOkta,
    ...changed,
  }),
  update: put(`${okta}/{id}`, {
    summary: 'Change a connection to Okta',
    spec: 'sso.okta-update',
    input: ChangeOfOkta,
    ...changed,
  }),
  remove: del(`${okta}/{id}`, {
    summary: 'Delete a connection to Okta',
    spec: 'sso.okta-delete',
    input: one,
    reply: Done,
    ...taken,
    fails: ['not-found'],
  }),
  check: post('/administrator/okta/application/check', {
    summary: 'Check whether the Okta token works, and which permissions are missing',
    spec: 'directory.okta-check',
    input: one,
    reply: ApiApplication,
    may: 'workspace.write',
    unconfirmed: 'looks',
    fails: ['not-found'],
  }),
})
