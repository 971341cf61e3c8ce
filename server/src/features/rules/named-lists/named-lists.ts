import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { NamedList, NamedListInFull, namedLists } from '@claviger/contract/rules/named-lists'
import { paginate } from '#platform/db/page.ts'
import { sendTogether } from '#platform/db/pipeline.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
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

export const listLists = (ctx: TransactionContext, ask: NamedListInput<'list'>) =>
  paginate<NamedList>(ctx, ask, {
    ...store.namedListList(ask.type),
    item: (row: NamedListListRow) => listOf(row, row.policies),
  })

export const listNamesOfLists = async (ctx: TransactionContext, { type }: NamedListInput<'names'>) => ({
  items: (await store.allLists(ctx.db, type)).map(row => ({
    namedListId: row.id,
    name: row.name,
    type: row.type,
    entries: row.size,
  })),
})

export async function getList(
  ctx: TransactionContext,
  { namedListId }: { namedListId: string },
): Promise<NamedListInFull> {
  const [[row], usedBy] = await sendTogether(
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

export const listsInFull = (ctx: TransactionContext): Promise<NamedListRow[]> => store.findAllWithEntries(ctx.db)
