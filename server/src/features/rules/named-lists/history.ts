import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { getList, type NamedListInput } from './named-lists.ts'
import { allLists, entriesIn, listVersionsBefore } from './named-lists.store.ts'
import { listToChange, saveListAs } from './named-lists.save.ts'

const page = 20
const end = 2_000_000_000

export async function listNamedListVersions(
  ctx: TransactionContext,
  { namedListId, before = end }: NamedListInput<'history'>,
) {
  const rows = await listVersionsBefore(ctx.db, namedListId, before, page + 1)
  if (rows.length === 0 && before === end) throw problem('not-found')
  return {
    items: rows.slice(0, page).map(row => ({
      version: row.version,
      at: row.at.toISOString(),
      by: row.by_name,
      entries: row.size,
      added: row.added,
      removed: row.removed,
    })),
    more: rows.length > page,
  }
}

/**
 * Restores a version of a list; its name stays if the old one is taken. @throws not-found, owners-locked-out
 */
export async function restoreList(
  ctx: TransactionContext,
  { namedListId, version, lockOutSeen }: NamedListInput<'restore'>,
) {
  const row = await listToChange(ctx, namedListId)
  const [then] = await listVersionsBefore(ctx.db, namedListId, version + 1, 1)
  const entries = await entriesIn(ctx.db, namedListId, version)
  if (then?.version !== version || !entries) throw problem('not-found')
  const key = then.name.toLowerCase()
  const taken = (await allLists(ctx.db)).some(one => one.id !== row.id && one.name.toLowerCase() === key)
  const to = { name: taken ? row.name : then.name, description: then.description, entries, lockOutSeen }
  await saveListAs(ctx, row, to, entries)
  return getList(ctx, { namedListId })
}
