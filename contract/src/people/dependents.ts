import * as z from 'zod/mini'
import { feature, get } from '../platform/endpoint.ts'
import { id, listOf } from '../platform/fields.ts'

/** What can be named by others, so that removing it affects them. */
export const targetKinds = ['group', 'unit', 'user', 'device', 'device-group'] as const
export type TargetKind = (typeof targetKinds)[number]

export const dependentKinds = [
  'policy',
  'named-list',
  'authentication-profile',
  'share',
  'unit',
  'application',
  'workflow',
  'directory',
] as const
export type DependentKind = (typeof dependentKinds)[number]

export const Dependent = z.object({
  kind: z.enum(dependentKinds),
  id: z.string(),
  /** Null if the caller can't read objects of this kind. */
  name: z.nullable(z.string()),
  /** A policy that blocks: it keeps what it names from being deleted, except groups and users. */
  blocks: z.boolean(),
})
export type Dependent = z.output<typeof Dependent>

export const mostDependents = 200

export const dependents = feature('dependents', {
  list: get('/administrator/dependents', {
    summary: 'List what depends on groups, units, users, or devices, and who would lose access if they were removed',
    input: z.object({ kind: z.enum(targetKinds), ids: listOf(id, 1000) }),
    reply: z.object({
      items: z.array(Dependent),
      /** Users who would lose their last usable key. */
      lockedOut: z.array(z.object({ id: z.string(), name: z.string() })),
      /** No owner would keep access: the removal is refused. */
      refused: z.boolean(),
    }),
    may: 'groups.read',
  }),
})
