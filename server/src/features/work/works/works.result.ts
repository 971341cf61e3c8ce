import { Readable } from 'node:stream'
import { byteOrderMark, csvLine } from '#platform/csv/csv-writer.ts'
import { type Translate, sayTo } from '#platform/languages.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { FileReply, withoutTransaction } from '#http/bind.ts'
import type { Work } from './works.store.ts'

type Cells = (string | number)[]

export interface ResultTable<R> {
  find(ctx: TransactionContext, id: string): Promise<Work>
  headers(work: Work): { own: readonly string[]; said: readonly string[] }
  read(ctx: TransactionContext, work: Work, after: number): Promise<(R & { row: number })[]>
  refused(row: R): boolean
  cells(row: R, work: Work, say: Translate): Cells
}

export const resultFile = <R>(of: ResultTable<R>) =>
  withoutTransaction(async (ctx: RequestContext, input: { id: string; refused?: 'true' | 'false' | undefined }) => {
    const work = await ctx.transact(inside => of.find(inside, input.id))
    return new FileReply(Readable.from(lines(ctx, of, work, input.refused === 'true')), 'text/csv; charset=utf-8', {
      'content-disposition': `attachment; filename="result.csv"`,
      'cache-control': 'no-store',
    })
  })

async function* lines<R>(
  ctx: RequestContext,
  of: ResultTable<R>,
  work: Work,
  refusedOnly: boolean,
): AsyncGenerator<string> {
  const say = sayTo(ctx)
  const { own, said } = of.headers(work)
  yield byteOrderMark + csvLine([...own, ...said.map(name => say(name))])
  for (let after = 0; ;) {
    const rows = await ctx.transact(inside => of.read(inside, work, after))
    const last = rows.at(-1)
    if (!last) return
    after = last.row
    yield rows
      .filter(row => !refusedOnly || of.refused(row))
      .map(row => csvLine(of.cells(row, work, say)))
      .join('')
  }
}
