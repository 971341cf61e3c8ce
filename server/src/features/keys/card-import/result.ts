import { Readable } from 'node:stream'
import { byteOrderMark, csvLine } from '../../../ground/csv/write.ts'
import { msg, sayKept, sayTo } from '../../../ground/languages.ts'
import { problem } from '../../../ground/problem.ts'
import type { OutsideCtx } from '../../../ground/world.ts'
import { FileReply, outside } from '../../../http/bind.ts'
import { type CardImportRecord, cardRowsAfter, findCardImport } from './card-import.store.ts'
import { cellsOf } from './cells.ts'

/** The rows of an import of cards with what happened to each, as CSV. Throws not-found. */
export const cardResultFile = outside(
  async (ctx: OutsideCtx, input: { id: string; refused?: 'true' | 'false' | undefined }) => {
    const of = await ctx.transact(inside => findCardImport(inside.db, input.id))
    if (!of) throw problem('not-found')
    return new FileReply(Readable.from(lines(ctx, of, input.refused === 'true')), 'text/csv; charset=utf-8', {
      'content-disposition': `attachment; filename="result.csv"`,
      'cache-control': 'no-store',
    })
  },
)

async function* lines(ctx: OutsideCtx, of: CardImportRecord, refusedOnly: boolean): AsyncGenerator<string> {
  const say = sayTo(ctx)
  const own = [msg('Row'), msg('Result'), msg('What happened')]
  yield byteOrderMark + csvLine([...of.headers, ...own.map(name => say(name))])
  for (let after = 0; ;) {
    const part = await ctx.transact(async inside => {
      const rows = await cardRowsAfter(inside.db, of.id, after, 1000)
      const open = await cellsOf(inside, of.id)
      return rows.map(row => ({ ...row, cells: open(row) }))
    })
    const last = part.at(-1)
    if (!last) return
    after = last.row
    yield part
      .filter(row => !refusedOnly || row.result !== 'success')
      .map(row =>
        csvLine([...row.cells, row.row, row.result ?? 'waiting', row.told === null ? '' : sayKept(say, row.told)]),
      )
      .join('')
  }
}
