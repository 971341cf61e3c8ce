import type { Page } from '@claviger/contract/platform/page'
import { importFieldNames } from '@claviger/contract/people/user-import'
import { type User, userStatus } from '@claviger/contract/people/users'
import { Readable } from 'node:stream'
import { byteOrderMark, csvLine } from '#platform/csv/csv-writer.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import { msg, type Translate, sayTo } from '#platform/languages.ts'
import { record } from '#platform/record/record.ts'
import type { RequestContext } from '#platform/app-context.ts'
import { FileReply, withoutTransaction } from '#http/bind.ts'
import { ownWorkspaceRow } from '#features/tenancy/workspaces/workspaces.ts'
import { attributeNames } from '#features/tenancy/workspace-settings/workspace-settings.ts'
import { usersOf } from './user-replies.ts'
import { type Filter, usersPast } from './filters.store.ts'
import { type FurtherText, furtherTexts } from './users.columns.ts'
import { conditionsOf } from './users.list.ts'

interface Asked extends Filter {
  search?: string | undefined
  sort?: string | undefined
  order: Page['order']
  format: 'csv' | 'json'
}

const batch = 250

/** Exports all matching users page by page to keep memory flat; each page is a separate transaction. */
export const exportUsers = withoutTransaction(async (ctx: RequestContext, ask: Asked) => {
  const names = await ctx.transact(async inside => {
    const { name } = await ownWorkspaceRow(inside)
    const object = { type: 'workspace', id: workspaceOf(inside), name }
    await record(inside, { action: 'users.exported', object, after: { ...ask } })
    return attributeNames(inside)
  })
  const csv = ask.format === 'csv'
  return new FileReply(
    Readable.from(csv ? csvOf(ctx, ask, names) : jsonOf(ctx, ask)),
    csv ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
    { 'content-disposition': `attachment; filename="users.${ask.format}"`, 'cache-control': 'no-store' },
  )
})

async function* pages(ctx: RequestContext, ask: Asked): AsyncGenerator<User[]> {
  for (let last: { sort_value: string; id: string } | undefined; ;) {
    const page = await ctx.read(async inside => {
      const rows = await usersPast(inside.db, await conditionsOf(inside, ask), { ...ask, most: batch }, last)
      return { rows, users: await usersOf(inside, rows) }
    })
    if (page.rows.length === 0) return
    last = page.rows.at(-1)
    yield page.users
    if (page.rows.length < batch) return
  }
}

const statusWords = new Map<number, string>([
  [userStatus.notSet, msg('Not set')],
  [userStatus.newUser, msg('New user')],
  [userStatus.active, msg('Active')],
  [userStatus.pending, msg('Pending')],
  [userStatus.noDevice, msg('No key')],
  [userStatus.suspended, msg('Suspended')],
  [userStatus.needLicense, msg('License needed')],
])

type Column = [name: string, cell: (user: User, say: Translate) => string | number | null]
const further = Object.keys(furtherTexts) as FurtherText[]

// Headers that an import recognizes
const columns: Column[] = [
  [msg('User ID'), user => user.userId],
  [msg('First name'), user => user.firstName],
  [msg('Last name'), user => user.lastName],
  [msg('Email'), user => user.email],
  [msg('Employee ID'), user => user.employeeId],
  [msg('Phone'), user => user.phoneNumber && `${user.phoneNumber.countryCode}${user.phoneNumber.mobileNumber}`],
  [msg('Groups'), user => user.groups.map(group => group.name).join('; ')],
  [msg('Organization units'), user => user.organizationUnits.map(unit => unit.name).join('; ')],
  ...further.map((field): Column => [importFieldNames[field], user => user[field]]),
  [msg('Status'), (user, say) => say(statusWords.get(user.status) ?? '')],
  [msg('Keys'), user => user.keys],
  [msg('Last sign-in'), user => user.lastSignInAt],
  [msg('Created'), user => user.createdAt],
]

/** Column titles; an extra attribute has the workspace's name, unless another column has it. */
function titles(say: Translate, attributes: readonly (string | undefined)[]): string[] {
  const plain = columns.map(([name]) => say(name))
  const first = columns.findIndex(([name]) => name === importFieldNames.scimAttribute1)
  const used = new Set(plain.map(name => name.toLowerCase()))
  return plain.map((name, place) => {
    const own = attributes[place - first]
    if (own === undefined || used.has(own.toLowerCase())) return name
    used.add(own.toLowerCase())
    return own
  })
}

async function* csvOf(ctx: RequestContext, ask: Asked, names: readonly (string | undefined)[]): AsyncGenerator<string> {
  const say = sayTo(ctx)
  yield byteOrderMark + csvLine(titles(say, names))
  for await (const users of pages(ctx, ask))
    yield users.map(user => csvLine(columns.map(([, cell]) => cell(user, say)))).join('')
}

async function* jsonOf(ctx: RequestContext, ask: Asked): AsyncGenerator<string> {
  let before = '['
  for await (const users of pages(ctx, ask)) {
    yield `${before}\n${users.map(user => JSON.stringify(user)).join(',\n')}`
    before = ','
  }
  yield before === '[' ? '[]\n' : '\n]\n'
}
