import * as z from 'zod/mini'
import { feature, get, post } from '../platform/endpoint.ts'
import { id, optionalText, text, whole } from '../platform/fields.ts'
import { cloudCalls } from './cloud.ts'

const objectId = z.guid('Enter the ID as shown there')
const Named = z.object({ id: objectId, name: z.string().check(z.trim(), z.maxLength(256)) })

export const EntraScope = z.discriminatedUnion('by', [
  z.object({ by: z.literal('all') }),
  z
    .object({
      by: z.literal('groups'),
      groups: z.array(Named).check(z.maxLength(50)),
      /** Users who were chosen one by one. */
      users: z.optional(z.array(Named).check(z.maxLength(500))),
    })
    .check(z.refine(({ groups, users = [] }) => groups.length + users.length > 0, 'Choose at least one group')),
  z.object({ by: z.literal('unit'), unit: Named }),
])
export type EntraScope = z.output<typeof EntraScope>

export const EntraSettings = z.object({
  scope: EntraScope,
  guests: z.boolean(),
  groups: z.boolean(),
})
export type EntraSettings = z.output<typeof EntraSettings>

export const entraPermissions = {
  'User.Read.All': 'Read users',
  'GroupMember.Read.All': 'Read groups and their members',
  'AdministrativeUnit.Read.All': 'Read administrative units, if one limits the import',
  'Device.Read.All': 'Read devices',
  'UserAuthMethod-Passkey.ReadWrite.All': 'Register passkeys for users and remove them',
  'UserAuthenticationMethod.ReadWrite.All': 'Create Temporary Access Passes',
  'RoleManagement.Read.Directory': "Read the tenant's administrators before a passkey or pass is created for one",
  'PrivilegedEligibilitySchedule.Read.AzureADGroup': 'Read who can join groups that have such a role',
  'Policy.Read.All': 'Read the allowed lifetime of Temporary Access Passes',
} as const
export type EntraPermission = keyof typeof entraPermissions

const Checked = z.object({
  application: z.string(),
  tenant: z.string(),
  ok: z.boolean(),
  reason: z.nullable(z.string()),
  permissions: z.array(
    z.object({
      name: z.enum(Object.keys(entraPermissions) as [EntraPermission]),
      given: z.boolean(),
      needed: z.boolean(),
    }),
  ),
})
export type EntraCheckResult = z.output<typeof Checked>

const Tenant = z.object({
  id: z.string(),
  application: z.string(),
  name: z.string(),
  /** The connection that syncs users; null before the first import. */
  connection: z.nullable(z.string()),
})

const Choosing = z.object({
  application: id,
  search: optionalText(100),
  cursor: optionalText(4000),
  import: z.optional(z.array(objectId).check(z.minLength(1), z.maxLength(500))),
  /** Names of what is imported, for the scope of the connection. */
  named: z.optional(z.array(Named).check(z.maxLength(500))),
  mode: z.optional(whole(1, 3)),
  dry: z.optional(z.boolean()),
})
export type EntraChoosing = z.output<typeof Choosing>

/** Imports all users of the tenant, or of the administrative unit that the connection reads. */
const ChoosingUsers = z.extend(Choosing, { everyone: z.optional(z.boolean()) })

const pageOf = <T extends z.core.$ZodType>(row: T) =>
  z.object({
    items: z.array(row),
    cursor: z.nullable(z.string()),
    run: z.nullable(z.string()),
  })

const asks = ['not-found', 'cloud-refuses', 'cloud-away'] as const
const own = '/administrator/directories/entra'

export const entra = feature('entra', ['connections', 'syncs'], {
  tenants: get('/administrator/aad/tenants', {
    summary: 'List Entra ID tenants with stored credentials',
    spec: 'directory.aad-tenants',
    input: z.object({}),
    reply: z.object({
      items: z.array(Tenant),
      offered: z.boolean(),
    }),
    may: 'directories.read',
  }),
  /** R193: the state that Microsoft returns contains the marker of the request. */
  connect: get('/administrator/aad/connect', {
    summary:
      'Get the address where an administrator gives consent to an API application or to the application of the installation',
    spec: 'directory.aad-connect',
    input: z.object({ state: optionalText(100), application: z.optional(id) }),
    reply: z.object({
      /** Null if this is not configured; `reason` says what to do. */
      url: z.nullable(z.string()),
      reason: z.nullable(z.string()),
    }),
    may: 'directories.write',
    fails: ['not-found'],
  }),
  /**
   * A consent response only claims a tenant. For the installation's application, an administrator of the tenant must
   * sign in at `url`, which returns here with a code as proof.
   */
  arrive: post(`${own}/consent`, {
    summary: 'Process the response from Microsoft for a state: a consent, or the sign-in that proves it',
    input: z.object({ state: text(4000), tenant: optionalText(100), code: optionalText(8000) }),
    reply: z.object({
      application: z.nullable(z.string()),
      /** Where the tenant's administrator must sign in next; null if the consent is proven. */
      url: z.nullable(z.string()),
    }),
    may: 'directories.write',
    unconfirmed: 'asks-itself',
    fails: [
      'not-found',
      'verify-first',
      'consent-stale',
      'consent-elsewhere',
      'consent-not-proven',
      'api-applications-full',
      'cloud-refuses',
      'cloud-away',
    ],
  }),
  check: post('/administrator/aad/check', {
    summary: 'Check the Entra ID credentials and which permissions are granted or missing',
    spec: 'directory.aad-check',
    input: z.object({ application: id }),
    reply: Checked,
    may: 'directories.write',
    unconfirmed: 'looks',
    fails: ['not-found'],
  }),
  groups: post('/administrator/aad/groups', {
    summary: 'List the groups of a tenant, or import selected groups with their members',
    spec: 'directory.aad-groups',
    input: Choosing,
    reply: pageOf(z.object({ id: z.string(), name: z.string(), description: z.string() })),
    may: 'directories.write',
    unconfirmed: 'asks-itself',
    fails: [
      ...asks,
      'verify-first',
      'directory-off',
      'not-approved',
      'sync-runs',
      'connection-name-taken',
      'connections-full',
    ],
  }),
  users: post('/administrator/aad/users', {
    summary: 'List the users of a tenant, or import selected users or all',
    spec: 'directory.aad-users',
    input: ChoosingUsers,
    reply: pageOf(z.object({ id: z.string(), name: z.string(), userId: z.string(), active: z.boolean() })),
    may: 'directories.write',
    unconfirmed: 'asks-itself',
    fails: [
      ...asks,
      'verify-first',
      'directory-off',
      'not-approved',
      'sync-runs',
      'connection-name-taken',
      'connections-full',
    ],
  }),
  ...cloudCalls(own, 'Entra ID', EntraSettings),
})
