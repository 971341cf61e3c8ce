import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { workspaces } from '@claviger/contract/tenancy/workspaces'
import { Readable } from 'node:stream'
import { byteOrderMark, csvLine } from '#platform/csv/csv-writer.ts'
import { msg, sayTo } from '#platform/languages.ts'
import { FileReply, withoutTransaction } from '#http/bind.ts'
import { listAllWorkspaces } from './workspace-queries.ts'

type Asked = OutputOf<typeof workspaces.exportAll.input>

const titles = [
  msg('ID'),
  msg('Name'),
  msg('Address'),
  msg('Type'),
  msg('Status'),
  msg('Partner'),
  msg('Users'),
  msg('Keys'),
  msg('Owner'),
  msg('Trial ends'),
  msg('Last used'),
  msg('Created'),
]
const most = 50_000

/** Exports all matching workspaces page by page to keep memory flat. */
export const exportWorkspaces = withoutTransaction(async (ctx, ask: Asked) => {
  async function* lines(): AsyncGenerator<string> {
    const say = sayTo(ctx)
    yield byteOrderMark + csvLine(titles.map(title => say(title)))
    let after: string | undefined
    for (let written = 0; written < most;) {
      const asked = { ...ask, page: 1, pageSize: 100, order: 'asc' as const, sort: 'name' as const, after }
      const page = await ctx.transact(inside => listAllWorkspaces(inside, asked))
      yield page.items
        .map(one =>
          csvLine([
            one.id,
            one.name,
            one.slug,
            one.type,
            one.status,
            one.partner?.name ?? '',
            one.users,
            one.keys,
            one.owner,
            one.trialEnds,
            one.lastUsedAt,
            one.createdAt,
          ]),
        )
        .join('')
      written += page.items.length
      if (page.next === null) return
      after = page.next
    }
  }
  return Promise.resolve(
    new FileReply(Readable.from(lines()), 'text/csv; charset=utf-8', {
      'content-disposition': 'attachment; filename="workspaces.csv"',
      'cache-control': 'no-store',
    }),
  )
})
