import * as z from 'zod/mini'
import { feature, get } from '../platform/endpoint.ts'
import { id } from '../platform/fields.ts'
import { cloudCalls } from './cloud.ts'

const oktaId = z.string().check(z.regex(/^[A-Za-z0-9]{10,40}$/, 'Enter the ID as shown there'))

export const OktaSettings = z.object({
  /** Only users in these groups; empty means all. */
  scope: z
    .array(z.object({ id: oktaId, name: z.string().check(z.trim(), z.maxLength(256)) }))
    .check(z.maxLength(50, 'Choose at most 50 groups')),
  groups: z.boolean(),
})
export type OktaSettings = z.output<typeof OktaSettings>

const own = '/administrator/directories/okta'

export const okta = feature('okta', ['connections', 'syncs'], {
  groups: get(`${own}/groups`, {
    summary: 'List the groups of an Okta organization',
    input: z.object({ application: id, search: z.optional(z.string().check(z.trim(), z.maxLength(100))) }),
    reply: z.object({ items: z.array(z.object({ id: z.string(), name: z.string(), description: z.string() })) }),
    may: 'directories.write',
    fails: ['not-found', 'cloud-refuses', 'cloud-away'],
  }),
  ...cloudCalls(own, 'Okta', OktaSettings),
})
