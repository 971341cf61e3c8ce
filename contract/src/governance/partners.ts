import * as z from 'zod/mini'
import { del, feature, get, post, put } from '../platform/endpoint.ts'
import { Done, email, id, instant, nameText, optionalText, whole } from '../platform/fields.ts'
import { messages } from '../platform/messages.ts'
import { Page, pageOf, Paging } from '../platform/page.ts'
import { slug } from '../tenancy/workspaces.ts'

export const licenseStatus = { requested: 0, active: 1, refused: 2 } as const
export const licenseStatusNames: Readonly<Record<number, string>> = {
  [licenseStatus.requested]: 'Requested',
  [licenseStatus.active]: 'Active',
  [licenseStatus.refused]: 'Refused',
}

const Partner = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  status: z.int(),
  owner: z.nullable(z.string()),
  workspaces: z.int(),
  users: z.int(),
  keys: z.int(),
  /** Active licenses, requested licenses, and licenses assigned to customers. */
  licenses: z.object({ active: z.int(), requested: z.int(), assigned: z.int() }),
  createdAt: instant,
})
export type Partner = z.output<typeof Partner>

export const PartnerLicense = z.object({
  id: z.string(),
  partner: z.object({ id: z.string(), name: z.string() }),
  size: z.int(),
  status: z.int(),
  note: z.string(),
  reason: z.string(),
  requestedBy: z.string(),
  requestedAt: instant,
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(instant),
  expiresOn: z.nullable(z.string()),
})
export type PartnerLicense = z.output<typeof PartnerLicense>

export const licenseSize = whole(1, 1_000_000)

/** A new workspace whose owner is invited by email. */
export const NewWorkspace = {
  name: nameText(100, messages['required.name']),
  url: slug,
  ownerEmail: email(),
  ownerFirstName: nameText(100, messages['required.first-name']),
  ownerLastName: nameText(100, messages['required.last-name']),
}

const may = 'super.partners'
const ofLicense = '/superAdmin/workspaces/partners/licenses/{licenseId}'
const license = { licenseId: id }
const decided = { may, fails: ['not-found', 'license-decided'] } as const

export const partners = feature('partners', ['workspaces'], {
  list: get('/superAdmin/partners', {
    summary: 'List all partners',
    spec: 'super-admin.partners-list',
    input: z.extend(Page, { sort: z.optional(z.enum(['name', 'created'])) }),
    reply: pageOf(Partner),
    may,
  }),
  create: post('/superAdmin/workspaces/partner', {
    summary: 'Create a partner workspace and invite its owner by email',
    spec: 'super-admin.partner-create',
    input: z.object(NewWorkspace),
    reply: z.object({ id: z.string() }),
    may,
    fails: ['workspace-url-taken'],
  }),
  licensesOf: get('/superAdmin/partners/{id}/license', {
    summary: 'List the licenses of a partner',
    spec: 'super-admin.partner-license',
    input: z.extend(Paging, { id, sort: z.optional(z.enum(['requested'])) }),
    reply: pageOf(PartnerLicense),
    may,
    fails: ['not-found'],
  }),
  requests: get('/superAdmin/requestedPartnerLicense', {
    summary: 'List license requests of partners; only those that wait for a decision unless another status is given',
    spec: 'super-admin.requested-licenses',
    input: z.extend(Paging, {
      status: z._default(whole(0, 2), licenseStatus.requested),
      sort: z.optional(z.enum(['requested'])),
    }),
    reply: pageOf(PartnerLicense),
    may,
  }),
  license: get(ofLicense, {
    summary: 'Get a partner license',
    spec: 'super-admin.license-get',
    input: z.object(license),
    reply: PartnerLicense,
    may,
    fails: ['not-found'],
  }),
  approve: post(ofLicense, {
    summary: 'Approve a requested partner license, optionally with another size and an expiry date',
    spec: 'super-admin.license-post',
    input: z.object({
      ...license,
      size: z.optional(licenseSize),
      expiresOn: z.optional(z.nullable(z.iso.date('Enter a date'))),
    }),
    reply: PartnerLicense,
    ...decided,
  }),
  change: put(ofLicense, {
    summary: 'Change the size or expiry date of a partner license',
    spec: 'super-admin.license-put',
    input: z.object({
      ...license,
      size: licenseSize,
      expiresOn: z._default(z.nullable(z.iso.date('Enter a date')), null),
    }),
    reply: PartnerLicense,
    may,
    fails: ['not-found', 'licenses-assigned'],
  }),
  reject: del(ofLicense, {
    summary: 'Refuse a requested partner license, or remove an active one',
    spec: 'super-admin.license-delete',
    input: z.object({ ...license, reason: optionalText(500) }),
    reply: Done,
    may,
    fails: ['not-found', 'licenses-assigned'],
  }),
})
