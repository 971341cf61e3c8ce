import * as z from 'zod/mini'
import { isWebAddress } from '../apps/applications/application-addresses.ts'
import { Mapping } from '../apps/applications.ts'
import { del, feature, get, post, put } from '../platform/endpoint.ts'
import { Done, id, instant, listOf } from '../platform/fields.ts'
import { Page, pageOf } from '../platform/page.ts'
import { unlessTooBig } from '../platform/limits.ts'

export const endings = ['deactivate', 'delete'] as const
export const pushedGroups = ['none', 'assigned', 'all'] as const

export const provisioningReasons = [
  'unreachable',
  'denied',
  'throttled',
  'faulty',
  'not-scim',
  'nothing-there',
  'refused',
  'no-user-name',
  'stands-for-another',
  'incomplete',
] as const
export type ProvisioningReason = (typeof provisioningReasons)[number]

const core =
  /^(userName|displayName|nickName|profileUrl|title|userType|preferredLanguage|locale|timezone|name\.(formatted|familyName|givenName|middleName|honorificPrefix|honorificSuffix)|(emails|phoneNumbers)\.(work|home|other|mobile))$/
const extension =
  /^urn:[A-Za-z0-9][A-Za-z0-9-]{0,31}:[A-Za-z0-9:._-]{1,120}:[A-Za-z][A-Za-z0-9_-]{0,60}(\.[A-Za-z][A-Za-z0-9_-]{0,60})?$/

export const isScimName = (name: string): boolean => core.test(name) || extension.test(name)

const ScimMapping = Mapping.check(
  z.refine(rows => rows.every(row => isScimName(row.name)), {
    error: 'Use SCIM names, such as name.givenName, emails.work, or urn:…:User:department',
  }),
  z.refine(rows => rows.every(row => row.source !== 'groups'), {
    error: "Groups can't be mapped here. They are sent separately from users.",
  }),
  z.refine(rows => rows.some(row => row.name === 'userName'), { error: 'Map the userName' }),
)

export const defaultProvisioningMapping: Mapping = [
  { name: 'userName', source: 'userName' },
  { name: 'name.givenName', source: 'firstName' },
  { name: 'name.familyName', source: 'lastName' },
  { name: 'displayName', source: 'fullName' },
  { name: 'emails.work', source: 'email' },
  { name: 'phoneNumbers.work', source: 'phone' },
]

const shared = {
  address: z.string(unlessTooBig('Address is required')).check(
    z.trim(),
    z.minLength(1, 'Address is required'),
    z.maxLength(2000),
    z.refine(isWebAddress, 'Enter an address that begins with https://, such as https://app.example.org/scim/v2'),
    z.refine(address => !address.includes('?'), 'Remove everything after the question mark'),
  ),
  atEnd: z._default(z.enum(endings), 'deactivate'),
  /** Also deletes accounts that already existed before provisioning, if `atEnd` is to delete. */
  deletesFound: z._default(z.boolean(), false),
  groups: z._default(z.enum(pushedGroups), 'none'),
  mapping: z._default(ScimMapping, defaultProvisioningMapping),
}

const Counts = z.object({
  waiting: z.int(),
  told: z.int(),
  ended: z.int(),
  refused: z.int(),
})

const Trouble = z.object({ reason: z.enum(provisioningReasons), detail: z.nullable(z.string()) })

const Look = z.object({
  state: z.enum(['reading', 'done', 'failed']),
  people: z.int(),
  groups: z.int(),
  same: z.int(),
  missing: z.int(),
  differs: z.int(),
  strangers: z.int(),
  trouble: z.nullable(Trouble),
  begunAt: instant,
  begunBy: z.string(),
  endedAt: z.nullable(instant),
})

/** Provisioning of an application. The token is never returned. */
export const Provisioning = z.object({
  active: z.boolean(),
  address: z.string(),
  atEnd: z.enum(endings),
  deletesFound: z.boolean(),
  groups: z.enum(pushedGroups),
  mapping: Mapping,
  version: z.int(),
  changedAt: instant,
  changedBy: z.string(),
  gathering: z.boolean(),
  /** When the application started to refuse our token; paused until an administrator resumes it. */
  deniedAt: z.nullable(instant),
  trouble: z.nullable(Trouble),
  failingSince: z.nullable(instant),
  nextTryAt: z.nullable(instant),
  toldAt: z.nullable(instant),
  due: z.int(),
  people: Counts,
  groupsToldOf: Counts,
  look: z.nullable(Look),
})
export type Provisioning = z.output<typeof Provisioning>

const Item = z.object({
  id: z.string(),
  what: z.enum(['person', 'group']),
  /** Null if it was permanently deleted. */
  name: z.nullable(z.string()),
  state: z.enum(['waiting', 'told', 'ended', 'refused']),
  remoteId: z.nullable(z.string()),
  madeHere: z.boolean(),
  trouble: z.nullable(Trouble),
  toldAt: z.nullable(instant),
  nextTryAt: z.nullable(instant),
})
export type ProvisionedItem = z.output<typeof Item>

export const differenceKinds = ['missing', 'differs', 'stranger'] as const
const Difference = z.object({
  id: z.string(),
  kind: z.enum(differenceKinds),
  what: z.enum(['person', 'group']),
  localId: z.nullable(z.string()),
  remoteId: z.nullable(z.string()),
  name: z.string(),
  fields: z.array(z.object({ name: z.string(), theirs: z.string(), ours: z.string() })),
})
export type ProvisioningDifference = z.output<typeof Difference>

const Checked = z.object({
  ok: z.boolean(),
  trouble: z.nullable(Trouble),
  lacks: z.array(z.enum(['patch', 'filter', 'groups'])),
})

const one = z.object({ id })
const path = '/api/sso/applications/{id}/provisioning'
const read = { may: 'applications.read' } as const
const write = { may: 'applications.write' } as const

export const provisioning = feature('provisioning', ['applications'], {
  get: get(path, {
    summary: 'Get the provisioning settings and status of an application',
    input: one,
    reply: z.object({ provisioning: z.nullable(Provisioning) }),
    ...read,
    fails: ['not-found'],
  }),
  save: put(path, {
    summary: 'Set the provisioning address and settings of an application; a new address requires the token',
    input: z.object({
      ...one.shape,
      ...shared,
      /** Sent as `Authorization: Bearer …`; stored encrypted and never returned. Unchanged if omitted. */
      token: z.optional(
        z.string().check(
          z.trim(),
          z.maxLength(8000),
          z.refine(value => /^[\x21-\x7e]*$/.test(value), 'Use ASCII letters, digits, and symbols without spaces'),
        ),
      ),
      version: z.optional(z.int()),
    }),
    reply: Provisioning,
    ...write,
    fresh: true,
    fails: ['not-found', 'secret-needed', 'changed-meanwhile', 'identifiers-shared', 'identifier-unguarded'],
  }),
  turn: put(`${path}/active`, {
    summary: 'Turn provisioning of an application on or off; turning it on also ends a pause',
    input: z.object({ ...one.shape, active: z.boolean() }),
    reply: Provisioning,
    ...write,
    fresh: true,
    fails: ['not-found'],
  }),
  remove: del(path, {
    summary: 'Remove provisioning from an application; existing accounts stay there',
    input: one,
    reply: Done,
    ...write,
    fresh: true,
    fails: ['not-found'],
  }),
  check: post(`${path}/check`, {
    summary: 'Check what the application supports and report errors',
    unconfirmed: 'looks',
    input: one,
    reply: Checked,
    ...write,
    silent: 'Stores only what the application supports',
    fails: ['not-found'],
  }),
  items: get(`${path}/items`, {
    summary: 'List users and groups that are or will be provisioned to an application',
    input: z.object({
      ...one.shape,
      ...Page.shape,
      sort: z.optional(z.enum(['record'])),
      state: z.optional(z.enum(['waiting', 'told', 'ended', 'refused'])),
    }),
    reply: pageOf(Item),
    ...read,
    fails: ['not-found', 'not-permitted'],
  }),
  retry: post(`${path}/retry`, {
    summary: 'Retry refused changes immediately: all or the given ones',
    unconfirmed: 'follows',
    input: z.object({ ...one.shape, ids: z.optional(listOf(id, 200)) }),
    reply: z.object({ again: z.int() }),
    ...write,
    fails: ['not-found'],
  }),
  look: post(`${path}/look`, {
    summary: 'Compare the accounts in the application with the assignments; changes nothing there',
    unconfirmed: 'looks',
    input: one,
    reply: Provisioning,
    ...write,
    fails: ['not-found'],
  }),
  differences: get(`${path}/differences`, {
    summary: 'Get the result of the last comparison',
    input: z.object({
      ...one.shape,
      ...Page.shape,
      sort: z.optional(z.enum(['found'])),
      kind: z.optional(z.enum(differenceKinds)),
    }),
    reply: pageOf(Difference),
    ...read,
    fails: ['not-found', 'not-permitted'],
  }),
  mend: post(`${path}/mend`, {
    summary: 'Send all users that the last comparison found missing or different again',
    unconfirmed: 'follows',
    input: one,
    reply: z.object({ again: z.int() }),
    ...write,
    fails: ['not-found', 'nothing-compared'],
  }),
})
