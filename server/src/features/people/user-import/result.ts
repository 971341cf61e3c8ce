import { Readable } from 'node:stream'
import { byteOrderMark, csvLine } from '../../../ground/csv/write.ts'
import { msg, sayKept, sayTo } from '../../../ground/languages.ts'
import { problem } from '../../../ground/problem.ts'
import type { OutsideCtx } from '../../../ground/world.ts'
import { FileReply, outside } from '../../../http/bind.ts'
import { findImport, type ImportRecord, rowsAfter } from './user-import.store.ts'

/** The rows of an import with what happened to each, as CSV. Throws not-found. */
export const resultFile = outside(
  async (ctx: OutsideCtx, input: { id: string; refused?: 'true' | 'false' | undefined }) => {
    const of = await ctx.transact(inside => findImport(inside.db, input.id))
    if (!of) throw problem('not-found')
    return new FileReply(Readable.from(lines(ctx, of, input.refused === 'true')), 'text/csv; charset=utf-8', {
      'content-disposition': `attachment; filename="result.csv"`,
      'cache-control': 'no-store',
    })
  },
)

async function* lines(ctx: OutsideCtx, of: ImportRecord, refusedOnly: boolean): AsyncGenerator<string> {
  const say = sayTo(ctx)
  yield (
    byteOrderMark +
      csvLine([...of.headers, ...[msg('Row'), msg('Result'), msg('What happened')].map(name => say(name))])
  )
  for (let after = 0; ;) {
    const rows = await ctx.transact(inside => rowsAfter(inside.db, of.id, after, 1000, 'told'))
    const last = rows.at(-1)
    if (!last) return
    after = last.row
    const wanted = refusedOnly ? rows.filter(row => row.outcome === 'refused') : rows
    yield wanted
      .map(row =>
        csvLine([...row.cells, row.row, row.result ?? word(of, row), row.told === null ? '' : sayKept(say, row.told)]),
      )
      .join('')
  }
}

const word = (of: ImportRecord, row: { outcome: string | null }): string =>
  row.outcome === null || of.state !== 'done' ? 'waiting' : 'success'
