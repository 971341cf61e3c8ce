import type { Activity, ActivityFilter } from '@claviger/contract/oversight/activity'
import { Readable } from 'node:stream'
import { byteOrderMark, csvLine } from '../../../ground/csv/write.ts'
import { workspaceOf } from '../../../ground/db/transaction.ts'
import { record } from '../../../ground/record.ts'
import type { OutsideCtx } from '../../../ground/world.ts'
import { FileReply, outside } from '../../../http/bind.ts'
import { listActivity } from './activity.ts'

type Asked = ActivityFilter & { format: 'csv' | 'json' }

const batch = 1000

/** All entries that match, page by page so that memory stays flat; each page is a transaction of its own. */
export const exportActivity = outside(async (ctx: OutsideCtx, { format, ...ask }: Asked) => {
  await ctx.transact(async inside => {
    const { name } = await inside.db.selectFrom('workspaces').select('name').executeTakeFirstOrThrow()
    const object = { type: 'workspace', id: workspaceOf(inside), name }
    await record(inside, { action: 'activity.exported', object, after: { format, kind: ask.kind, search: ask.search } })
  })
  const csv = format === 'csv'
  return new FileReply(
    Readable.from(csv ? csvOf(ctx, ask) : jsonOf(ctx, ask)),
    csv ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
    { 'content-disposition': `attachment; filename="activity.${format}"`, 'cache-control': 'no-store' },
  )
})

async function* pages(ctx: OutsideCtx, ask: ActivityFilter): AsyncGenerator<Activity[]> {
  for (let after: string | undefined; ;) {
    const page = await ctx.transact(inside =>
      listActivity(inside, { ...ask, page: 1, pageSize: batch, after, since: undefined }),
    )
    if (page.items.length > 0) yield page.items
    if (page.next === null) return
    after = page.next
  }
}

const json = (value: object | null) => value && JSON.stringify(value)

const columns: [string, (entry: Activity) => string | null][] = [
  ['When', entry => entry.at],
  ['Action', entry => entry.action],
  ['Result', entry => (entry.status === 1 ? 'Succeeded' : 'Failed')],
  ['Why', entry => entry.reason],
  ['Who', entry => entry.actorName],
  ['Object type', entry => entry.objectType],
  ['Object', entry => entry.objectName],
  ['Object id', entry => entry.objectId],
  ['Before', entry => json(entry.before)],
  ['After', entry => json(entry.after)],
  ['IP', entry => entry.ip],
  ['Device', entry => entry.device],
  ['Request', entry => entry.requestId],
]

async function* csvOf(ctx: OutsideCtx, ask: ActivityFilter): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns.map(([name]) => name))
  for await (const entries of pages(ctx, ask))
    yield entries.map(entry => csvLine(columns.map(([, cell]) => cell(entry)))).join('')
}

async function* jsonOf(ctx: OutsideCtx, ask: ActivityFilter): AsyncGenerator<string> {
  let before = '['
  for await (const entries of pages(ctx, ask)) {
    yield `${before}\n${entries.map(entry => JSON.stringify(entry)).join(',\n')}`
    before = ','
  }
  yield before === '[' ? '[]\n' : '\n]\n'
}
