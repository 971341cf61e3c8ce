import type { TransactionContext } from '../platform/app-context.ts'
import type { Random } from './random.ts'
import type { StaffMember } from './staff.ts'

/** What each part of the hospital is filled from. */
export interface DemoArea {
  ctx: TransactionContext
  workspace: string
  staff: readonly StaffMember[]
  /** The owner, and the administrator who runs the service desk. */
  owner: StaffMember
  desk: StaffMember
  now: Date
  chance: Random
}

export const staffName = (one: { first: string; last: string }): string => `${one.first} ${one.last}`

/** IDs by name, such as those of the groups. */
export async function idsByName(
  ctx: TransactionContext,
  table: 'groups' | 'organization_units' | 'device_groups' | 'token_policies' | 'applications',
): Promise<(name: string) => string> {
  const ids = new Map((await ctx.db.selectFrom(table).select(['id', 'name']).execute()).map(row => [row.name, row.id]))
  return name => {
    const id = ids.get(name)
    if (id === undefined) throw new Error(`the hospital has no ${name}`)
    return id
  }
}
