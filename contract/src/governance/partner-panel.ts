import * as z from 'zod/mini'
import { del, feature, get, post, put } from '../platform/endpoint.ts'
import { Done, id, instant, Nothing, optionalText, whole } from '../platform/fields.ts'
import { messages } from '../platform/messages.ts'
import { Page, pageOf, Paging } from '../platform/page.ts'
import { licenseSize, NewWorkspace, PartnerLicense } from './partners.ts'
import { unlessTooBig } from '../platform/limits.ts'

export const customerKinds = ['business', 'personal'] as const
export const customerSorts = ['name', 'created', 'users', 'keys', 'lastUse'] as const

/** Which active keys a partner suspends first, as the customer decides: unused for longest, or added last. */
export const disableOrders = ['idle', 'newest'] as const

const PartnerRule = z.object({ disablesFirst: z.enum(disableOrders) })

/** A customer's workspace as its partner sees it: counts and dates, never users. */
const Customer = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  type: z.int(),
  status: z.int(),
  users: z.int(),
  keys: z.int(),
  licenses: z.int(),
  keyLimit: z.nullable(z.int()),
  mailsNewKeys: z.boolean(),
  monthlyReport: z.boolean(),
  trialEnds: z.nullable(z.string()),
  lastUsedAt: z.nullable(instant),
  createdAt: instant,
  /** When the workspace will be deleted, if that is scheduled. */
  leavesAt: z.nullable(instant),
})
export type Customer = z.output<typeof Customer>

/** One customer: also its keys by type, and sign-ins of the current calendar month. */
const CustomerDetails = z.extend(Customer, {
  byKind: z.array(z.object({ kind: z.int(), count: z.int() })),
  period: z.object({ from: z.string(), to: z.string(), keysAdded: z.int() }),
})
export type CustomerDetails = z.output<typeof CustomerDetails>

const CustomerRoles = z.object({
  id: z.string(),
  name: z.string(),
  owners: z.int(),
  administrators: z.int(),
  others: z.int(),
  lastSignInAt: z.nullable(instant),
})
export type CustomerRoles = z.output<typeof CustomerRoles>

const path = '/partner/workspaces'
const read = 'partner.read'
const write = 'partner.write'

export const partnerPanel = feature('partner-panel', {
  list: get(path, {
    summary: "List the workspaces of the partner's customers",
    spec: 'partner.workspaces-list',
    input: z.extend(Page, {
      kind: z.optional(z.enum(customerKinds)),
      status: z.optional(whole(0, 2)),
      sort: z.optional(z.enum(customerSorts)),
    }),
    reply: pageOf(Customer),
    may: read,
  }),
  one: get(`${path}/{id}`, {
    summary: "Get a customer's workspace",
    spec: 'partner.workspace-get',
    input: z.object({ id }),
    reply: CustomerDetails,
    may: read,
    fails: ['not-found'],
  }),
  filter: get(`${path}/{id}/filter`, {
    summary:
      "List the customers' administrators as counts by role; with the partner's own ID for all customers, with a customer's for one",
    spec: 'partner.workspace-filter',
    input: z.extend(Paging, {
      id,
      kind: z._default(z.enum(['administrators', 'personals']), 'administrators'),
      sort: z.optional(z.enum(['name'])),
    }),
    reply: pageOf(CustomerRoles),
    may: read,
    fails: ['not-found'],
  }),
  info: get('/partner/{id}/info', {
    summary: 'Get the referral link, sign-ups by week, licenses, and trust domains of the partner',
    spec: 'partner.info',
    input: z.object({ id }),
    reply: z.object({
      id: z.string(),
      name: z.string(),
      referralLink: z.string(),
      signUps: z.array(z.object({ week: z.string(), count: z.int() })),
      licenses: z.object({ active: z.int(), requested: z.int(), assigned: z.int(), free: z.int() }),
      customers: z.object({ business: z.int(), personal: z.int() }),
      trustDomains: z.array(z.object({ domain: z.string(), status: z.int() })),
    }),
    may: read,
    fails: ['not-found'],
  }),
  create: post(path, {
    summary: 'Create a workspace for a customer and invite its owner by email',
    input: z.object(NewWorkspace),
    reply: z.object({ id: z.string() }),
    may: write,
    fails: ['workspace-url-taken'],
  }),
  settings: put(`${path}/{id}/settings`, {
    summary: "Change the partner's settings of a customer: key limit, licenses, email on new keys, monthly report",
    spec: 'partner.workspace-settings',
    aliases: ['/partner/{id}/settings'],
    input: z
      .object({
        id,
        limited: z.boolean(),
        keyLimit: z.optional(z.nullable(whole(0, 1_000_000))),
        licenses: z._default(whole(0, 1_000_000), 0),
        mailsNewKeys: z.boolean(),
        monthlyReport: z.boolean(),
      })
      .check(
        z.refine(({ limited, keyLimit }) => !limited || (keyLimit !== undefined && keyLimit !== null), {
          error: messages['required.limitation-number'],
          path: ['keyLimit'],
        }),
      ),
    reply: CustomerDetails,
    may: write,
    fails: ['not-found', 'licenses-used-up'],
  }),
  disableKeys: post(`${path}/{id}/devices/disable`, {
    summary: "Suspend a number of active security keys of a customer, in the order of the customer's rule",
    spec: 'partner.devices-disable',
    input: z.object({ id, count: whole(1, 1000) }),
    reply: z.object({ disabled: z.int(), left: z.int() }),
    may: write,
    fails: ['not-found'],
  }),
  remove: del(`${path}/{id}`, {
    summary: "Delete a customer's workspace after a grace period of 7 days; its owners are notified",
    spec: 'partner.workspace-delete',
    aliases: ['/partner/{id}'],
    input: z.object({ id, name: z.string(unlessTooBig('Enter the workspace name')).check(z.trim(), z.maxLength(100)) }),
    reply: z.object({ leavesAt: instant }),
    may: write,
    fails: ['not-found', 'name-differs'],
  }),
  licenses: get('/partner/licenses', {
    summary: 'List the licenses of the partner: requested, active, and rejected',
    input: z.extend(Paging, { sort: z.optional(z.enum(['requested'])) }),
    reply: pageOf(PartnerLicense),
    may: read,
  }),
  request: post('/partner/licenses', {
    summary: 'Request licenses',
    input: z.object({ size: licenseSize, note: optionalText(500) }),
    reply: PartnerLicense,
    may: write,
    unconfirmed: 'draft',
    fails: ['too-many'],
  }),
  withdraw: del('/partner/licenses/{id}', {
    summary: 'Withdraw a license request that waits for a decision',
    input: z.object({ id }),
    reply: Done,
    may: write,
    unconfirmed: 'takes-away',
    fails: ['not-found', 'license-decided'],
  }),
  rule: get('/administrator/partner-rule', {
    summary: "Get which keys the workspace's partner suspends first",
    input: Nothing,
    reply: PartnerRule,
    may: 'workspace.read',
  }),
  setRule: put('/administrator/partner-rule', {
    summary: "Set which keys the workspace's partner suspends first",
    input: PartnerRule,
    reply: PartnerRule,
    may: 'workspace.write',
  }),
})
