import * as z from 'zod/mini'
import { del, feature, get, post } from '../platform/endpoint.ts'
import { Done, id, instant, Nothing, whole } from '../platform/fields.ts'
import { unlessTooBig } from '../platform/limits.ts'

/** Purposes for which the server calls other servers; a private address must be approved for each purpose. */
export const outgoingFeatures = [
  'directories',
  'log-streams',
  'identity-providers',
  'applications',
  'provisioning',
  'card-pages',
  'api-applications',
] as const
/** How a feature is called on screens, in refusals and in the log. */
export const outgoingNames: Readonly<Record<(typeof outgoingFeatures)[number], string>> = {
  directories: 'Directories',
  'log-streams': 'Log streams',
  'identity-providers': 'Identity providers',
  applications: 'Applications',
  provisioning: 'Provisioning',
  'card-pages': 'Card pages',
  'api-applications': 'API applications',
}
export type OutgoingFeature = (typeof outgoingFeatures)[number]

/** A private address that the server was to call for a feature: allowed by an owner, or blocked until one allows it. */
export const PrivateTarget = z.object({
  id: z.string(),
  feature: z.enum(outgoingFeatures),
  host: z.string(),
  /** Null for every port. */
  port: z.nullable(z.int()),
  /** Null while it is blocked. */
  approved: z.nullable(z.object({ at: instant, by: z.string() })),
  /** When it was blocked first, or allowed. */
  createdAt: instant,
})
export type PrivateTarget = z.output<typeof PrivateTarget>

const hostForm =
  /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*\.?|[0-9a-f]*:[0-9a-f]*:[0-9a-f:.]*)$/
const hostHint = 'Enter a host name or an IP address, without a scheme or port'

const host = z
  .string(unlessTooBig('Host is required'))
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, { error: 'Host is required', abort: true }),
    z.maxLength(253, 'Use at most 253 characters'),
    z.regex(hostForm, hostHint),
  )

// A form sends what was left empty as it is
const noPort = z.pipe(
  z.literal(''),
  z.transform(() => null),
)

const path = '/administrator/workspace/private-targets'

export const privateTargets = feature('private-targets', {
  list: get(path, {
    summary: 'Private addresses that the server may call, and those that it was kept from calling',
    input: Nothing,
    reply: z.object({
      items: z.array(PrivateTarget),
      /** Networks whose addresses an owner of this workspace can allow; none where the operator allows none. */
      networks: z.array(z.string()),
    }),
    may: 'workspace.read',
  }),
  approve: post(path, {
    summary: 'Allow calls to a private address for one feature',
    input: z.object({
      feature: z.enum(outgoingFeatures),
      host,
      /** Left out, null or empty: every port. */
      port: z.optional(z.nullable(z.union([noPort, whole(1, 65_535)]))),
    }),
    reply: PrivateTarget,
    may: 'directories.grant',
    fresh: true,
    fails: ['private-network-closed', 'private-targets-full'],
  }),
  remove: del(`${path}/{id}`, {
    summary: 'Block a private address again, from the next connection on; or forget one that was blocked',
    input: z.object({ id }),
    reply: Done,
    may: 'directories.grant',
    fresh: true,
    fails: ['not-found'],
  }),
})
