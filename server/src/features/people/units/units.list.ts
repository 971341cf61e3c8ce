import type { Page, PageOf } from '@claviger/contract/platform/page'
import type { Unit } from '@claviger/contract/people/units'
import { paginate } from '#platform/db/page.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { headsOfUnits } from '../head-counts/head-counts.ts'
import { findListed, type ListedUnit, unitsPage } from './units.store.ts'

const unitOf = (row: ListedUnit): Unit => ({
  id: row.id,
  name: row.name,
  description: row.description,
  userCount: Number(row.counts[0]),
  groups: row.groups,
  admins: row.admins,
  createdAt: row.created_at.toISOString(),
})

export function listUnits(ctx: TransactionContext, ask: Page): Promise<PageOf<Unit>> {
  return paginate<Unit>(ctx, ask, {
    ...unitsPage(headsOfUnits),
    item: unitOf,
  })
}

export async function getUnit(ctx: TransactionContext, input: { id: string }): Promise<Unit> {
  const row = await findListed(ctx.db, headsOfUnits, input.id)
  if (!row) throw problem('not-found')
  return unitOf(row)
}
