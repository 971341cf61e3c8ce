import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { NamedList, NamedListInFull, namedLists } from '@claviger/contract/rules/named-lists'
import { paginate } from '#platform/db/page.ts'
import { together } from '#platform/db/pipeline.ts'
import { problem } from '#platform/problem.ts'
import type { Ctx } from '#platform/world.ts'
import * as store from './named-lists.store.ts'
import type { NamedListRow, NamedListListRow, ListRow } from './named-lists.store.ts'

export type { NamedListRow } from './named-lists.store.ts'

export type NamedListInput<Call extends keyof typeof namedLists.calls> = OutputOf<
  (typeof namedLists.calls)[Call]['input']
>

const listOf = (row: ListRow, policies: number): NamedList => ({
  namedListId: row.id,
  name: row.name,
  description: row.description,
  type: row.type,
  entries: row.size,
  policies,
  version: row.version,
  changedAt: row.changed_at.toISOString(),
  changedBy: row.changed_by,
})

export const listLists = (ctx: Ctx, ask: NamedListInput<'list'>) =>
  paginate<NamedList>(ctx, ask, {
    ...store.namedListList(ask.type),
    item: (row: NamedListListRow) => listOf(row, row.policies),
  })

export const listNamesOfLists = async (ctx: Ctx, { type }: NamedListInput<'names'>) => ({
  items: (await store.allLists(ctx.db, type)).map(row => ({
    namedListId: row.id,
    name: row.name,
    type: row.type,
    entries: row.size,
  })),
})

export async function getList(ctx: Ctx, { namedListId }: { namedListId: string }): Promise<NamedListInFull> {
  const [[row], usedBy] = await together(
    store.findLists(ctx.db, [namedListId]),
    store.policiesNaming(ctx.db, [namedListId]),
  )
  if (!row) throw problem('not-found')
  return {
    ...listOf(row, usedBy.length),
    list: row.entries,
    usedBy: usedBy.map(({ id, name, priority }) => ({ id, name, priority })),
  }
}

export const listsInFull = (ctx: Ctx): Promise<NamedListRow[]> => store.allInFull(ctx.db)
