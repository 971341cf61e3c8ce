import { activityStatus, type Activity, type ActivityFilter } from '@claviger/contract/oversight/activity'
import { Readable } from 'node:stream'
import { byteOrderMark, csvLine } from '#platform/csv/csv-writer.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import { msg, type Translate, sayTo } from '#platform/languages.ts'
import { record } from '#platform/record/record.ts'
import type { RequestContext } from '#platform/app-context.ts'
import { FileReply, withoutTransaction } from '#http/bind.ts'
import { ownWorkspaceRow } from '#features/tenancy/workspaces/workspaces.ts'
import { listActivity } from './activity.ts'

type Asked = ActivityFilter & { format: 'csv' | 'json' }

const batch = 1000

/** Exports all matching entries page by page to keep memory flat; each page is a separate transaction. */
export const exportActivity = withoutTransaction(async (ctx: RequestContext, { format, ...ask }: Asked) => {
  await ctx.transact(async inside => {
    const { name } = await ownWorkspaceRow(inside)
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

async function* pages(ctx: RequestContext, ask: ActivityFilter): AsyncGenerator<Activity[]> {
  for (let after: string | undefined; ;) {
    const page = await ctx.read(inside =>
      listActivity(inside, { ...ask, page: 1, pageSize: batch, after, since: undefined }),
    )
    if (page.items.length > 0) yield page.items
    if (page.next === null) return
    after = page.next
  }
}

const json = (value: object | null) => value && JSON.stringify(value)

const columns: [string, (entry: Activity, say: Translate) => string | null][] = [
  [msg('Time'), entry => entry.at],
  [msg('Action'), entry => entry.action],
  [msg('Result'), (entry, say) => say(entry.status === activityStatus.succeeded ? msg('Succeeded') : msg('Failed'))],
  [msg('Reason'), entry => entry.reason],
  [msg('Actor'), entry => entry.actorName],
  [msg('Object type'), entry => entry.objectType],
  [msg('Object'), entry => entry.objectName],
  [msg('Object ID'), entry => entry.objectId],
  [msg('Part before'), entry => json(entry.before)],
  [msg('After'), entry => json(entry.after)],
  ['IP', entry => entry.ip],
  [msg('Device'), entry => entry.device],
  [msg('Request'), entry => entry.requestId],
  [msg('Decision'), entry => json(entry.decision)],
]

async function* csvOf(ctx: RequestContext, ask: ActivityFilter): AsyncGenerator<string> {
  const say = sayTo(ctx)
  yield byteOrderMark + csvLine(columns.map(([name]) => say(name)))
  for await (const entries of pages(ctx, ask))
    yield entries.map(entry => csvLine(columns.map(([, cell]) => cell(entry, say)))).join('')
}

async function* jsonOf(ctx: RequestContext, ask: ActivityFilter): AsyncGenerator<string> {
  let before = '['
  for await (const entries of pages(ctx, ask)) {
    yield `${before}\n${entries.map(entry => JSON.stringify(entry)).join(',\n')}`
    before = ','
  }
  yield before === '[' ? '[]\n' : '\n]\n'
}
