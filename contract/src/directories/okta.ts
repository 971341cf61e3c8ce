import * as z from 'zod/mini'
import { feature, get, post, put } from '../ground/endpoint.ts'
import { id, text, whole } from '../ground/fields.ts'
import { DirectoryConnection } from './connections.ts'

const oktaId = z.string().check(z.regex(/^[A-Za-z0-9]{10,40}$/, 'Enter the id as it stands there'))

/** What is of a directory of Okta alone. */
export const OktaSettings = z.object({
  /** People of these groups only; none: all. */
  scope: z
    .array(z.object({ id: oktaId, name: z.string().check(z.trim(), z.maxLength(256)) }))
    .check(z.maxLength(50, 'Choose at most 50 groups')),
  /** Groups come along with their members: all, or those of the scope. */
  groups: z.boolean(),
})
export type OktaSettings = z.output<typeof OktaSettings>

const Settled = {
  name: text(100, 'Name is required'),
  application: id,
  settings: OktaSettings,
  mode: z.optional(whole(1, 3)),
  everyMinutes: z.optional(z.nullable(whole(5, 43_200))),
}
const own = '/administrator/directories/okta'

export const okta = feature('okta', ['connections', 'syncs'], {
  groups: get(`${own}/groups`, {
    summary: 'Groups of an organization of Okta, to choose from',
    input: z.object({ application: id, search: z.optional(z.string().check(z.trim(), z.maxLength(100))) }),
    reply: z.object({ items: z.array(z.object({ id: z.string(), name: z.string(), description: z.string() })) }),
    may: 'directories.write',
    fails: ['not-found', 'cloud-refuses', 'cloud-away'],
  }),
  create: post(own, {
    summary: 'Connect an organization of Okta, so that people come from there',
    input: z.object(Settled),
    reply: DirectoryConnection,
    may: 'directories.write',
    fresh: true,
    fails: ['not-found', 'connection-name-taken', 'connections-full'],
  }),
  get: get(`${own}/{id}`, {
    summary: 'Whom a directory of Okta tells of',
    input: z.object({ id }),
    reply: z.object({ application: z.nullable(z.string()), settings: OktaSettings }),
    may: 'directories.read',
    fails: ['not-found'],
  }),
  update: put(`${own}/{id}`, {
    summary: 'Change by which application a directory of Okta is asked, and whom it tells of',
    input: z.object({ id, ...Settled, version: z.optional(z.int()) }),
    reply: DirectoryConnection,
    may: 'directories.write',
    fresh: true,
    fails: ['not-found', 'connection-name-taken', 'changed-meanwhile'],
  }),
})
