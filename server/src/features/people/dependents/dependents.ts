import {
  type Dependent,
  type DependentKind,
  mostDependents,
  type TargetKind,
} from '@claviger/contract/people/dependents'
import type { Permission } from '@claviger/contract/platform/permissions'
import { deferText } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { blockersOf, dependentsOf } from './dependents.store.ts'

/** Who can read the name of a dependent. */
const readBy: Record<DependentKind, Permission> = {
  policy: 'policies.read',
  'named-list': 'policies.read',
  'authentication-profile': 'policies.read',
  share: 'users.read',
  unit: 'units.read',
  application: 'applications.read',
  workflow: 'workflows.read',
  directory: 'directories.read',
}

/** What depends on these, and who would lose access if they were removed. */
export async function listDependents(ctx: TransactionContext, { kind, ids }: { kind: TargetKind; ids: string[] }) {
  const reads = 'permissions' in ctx.actor ? ctx.actor.permissions : new Set<Permission>()
  // Names can be those of users outside the units of a unit administrator
  const shows = (of: DependentKind) => ctx.unitsOf === undefined && reads.has(readBy[of])
  const rows = await dependentsOf(ctx.db, ids, mostDependents)
  const items: Dependent[] = rows.map(row => ({ ...row, name: shows(row.kind) ? row.name : null }))
  return { items, ...(await ctx.removals.preview(ctx, { kind, ids })) }
}

const namedAtMost = 5

/** Names of what depends on these, for a refusal. */
export const dependentNames = async (ctx: TransactionContext, ids: readonly string[]): Promise<string[]> =>
  (await dependentsOf(ctx.db, ids, namedAtMost)).map(one => one.name)

/**
 * A policy that blocks must not lose what it names, because its other conditions would no longer be met either.
 * @throws still-blocks
 */
export async function mustNotBeBlocked(ctx: TransactionContext, ids: readonly string[]): Promise<void> {
  const names = await blockersOf(ctx.db, ids)
  if (names.length === 0) return
  throw problem(
    'still-blocks',
    deferText('Access policies that block still name it: {names}. Remove it from them first.', {
      names: names.slice(0, namedAtMost).join(', '),
    }),
  )
}
