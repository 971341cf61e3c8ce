import { byteOrderMark, csvLine } from '#platform/csv/csv-writer.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { FileReply } from '#http/bind.ts'
import { findLists } from './named-lists.store.ts'

export async function listAsFile(ctx: TransactionContext, { namedListId }: { namedListId: string }) {
  const [row] = await findLists(ctx.db, [namedListId])
  if (!row) throw problem('not-found')
  const lines = row.entries.map(({ value, label }) => csvLine([value, label]))
  return new FileReply(`${byteOrderMark}${csvLine(['value', 'label'])}${lines.join('')}`, 'text/csv; charset=utf-8', {
    'content-disposition': 'attachment; filename="named-list.csv"',
    'cache-control': 'no-store',
  })
}
