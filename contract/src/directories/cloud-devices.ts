import * as z from 'zod/mini'
import { feature, get, post } from '../platform/endpoint.ts'
import { id, instant } from '../platform/fields.ts'
import { Page, pageOf } from '../platform/page.ts'

// Imports computers from Entra ID, so that policies can reference them.

export const mostImported = 200

const objectId = z.guid("This ID isn't valid")

const CloudDevice = z.object({
  id: z.string(),
  deviceId: z.string(),
  name: z.string(),
  platform: z.string(),
  version: z.string(),
  trust: z.string(),
  compliant: z.nullable(z.boolean()),
  enabled: z.boolean(),
  lastSeenAt: z.nullable(instant),
  imported: z.nullable(z.string()),
})
export type CloudDevice = z.output<typeof CloudDevice>

const connection = z.optional(id)

export const cloudDevices = feature('cloud-devices', ['devices', 'computers'], {
  list: get('/administrator/aad/devices', {
    summary: 'List the devices of the connected Entra tenant and mark those already imported',
    spec: 'devices.aad-list',
    input: z.extend(Page, { connection }),
    reply: z.extend(pageOf(CloudDevice), {
      connections: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
    may: 'devices.read',
    fails: ['not-found', 'not-connected', 'directory-away', 'directory-refused'],
  }),
  import: post('/administrator/aad/devices', {
    summary: 'Import selected Entra devices for use in policies and device groups',
    spec: 'devices.aad-import',
    input: z.object({
      connection,
      ids: z
        .array(objectId)
        .check(z.minLength(1, 'Choose at least one device'), z.maxLength(mostImported, 'Choose at most 200 devices')),
    }),
    reply: z.object({
      added: z.int(),
      renamed: z.int(),
      same: z.int(),
      gone: z.int(),
    }),
    may: 'devices.write',
    fails: ['not-found', 'not-connected', 'directory-away', 'directory-refused'],
  }),
})
