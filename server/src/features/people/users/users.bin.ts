import { doneReply } from '@claviger/contract/platform/fields'
import type { Page } from '@claviger/contract/platform/page'
import type { BinnedUser } from '@claviger/contract/people/users'
import { days, later } from '#platform/clock.ts'
import { paginate } from '#platform/db/page.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { recordMany } from '#platform/record/record-many.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import { administratorOf, transact } from '#platform/db/transaction.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { isLastOwner } from '#features/tenancy/administrators/administrators.ts'
import { keptDays } from './standing/reasons.store.ts'
import { nameOfRow, logFieldsOfDeleted } from './users.columns.ts'
import { mustReachAll, userToChange } from './users.rank.ts'
import { userOfRow } from './user-replies.ts'
import { deletedUsersPage } from './filters.store.ts'
import { purgeSome, unbinUser, type UserRow } from './users.store.ts'
import { removeUser } from './users.ts'

export const listBin = (ctx: TransactionContext, ask: Page) => {
  const since = later(ctx.clock.now(), -days(keptDays))
  return paginate<BinnedUser>(
    ctx,
    { ...ask, sort: undefined, order: 'desc' },
    {
      ...deletedUsersPage(since),
      item: binned,
    },
  )
}

const binned = (row: UserRow): BinnedUser => ({
  id: row.id,
  userId: row.user_id,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  keys: row.active_keys,
  deletedAt: (row.deleted_at as Date).toISOString(),
  purgedAt: later(row.deleted_at as Date, days(keptDays)).toISOString(),
})

/** @throws own-account, not-found, last-owner, owners-locked-out */
export async function deleteUser(ctx: TransactionContext, input: { id: string; lockOutSeen?: boolean | undefined }) {
  if (input.id === administratorOf(ctx).id) throw problem('own-account')
  const row = await userToChange(ctx, input.id)
  if (await isLastOwner(ctx, row.id)) throw problem('last-owner')
  await ctx.removals.mustBeSafe(ctx, { kind: 'user', ids: [row.id] }, input.lockOutSeen)
  await removeUser(ctx, row.id)
  await record(ctx, {
    action: 'user.deleted',
    object: { type: 'user', id: row.id, name: nameOfRow(row) },
    before: logFieldsOfDeleted(row),
  })
  return doneReply
}

export async function restoreUser(ctx: TransactionContext, input: { id: string }) {
  const row = await unbinUser(ctx.db, input.id, later(ctx.clock.now(), -days(keptDays)))
  if (!row) throw problem('not-found')
  await mustReachAll(ctx, [row.id])
  await record(ctx, { action: 'user.restored', object: { type: 'user', id: row.id, name: nameOfRow(row) } })
  return userOfRow(ctx, row)
}

const claviger = {
  actor: { kind: 'operator', name: 'Claviger' },
  request: { id: 'purge', ip: '', userAgent: '' },
  everywhere: true,
} as const
const atOnce = 500

/** Purges users deleted long enough ago; each leaves a line with their identity. */
export async function purgeBin(world: AppContext): Promise<void> {
  const before = later(world.clock.now(), -days(keptDays))
  for (let some = atOnce; some === atOnce;) {
    some = await transact(world, claviger, async ctx => {
      const rows = await purgeSome(ctx.db, before, atOnce)
      for (const [workspace, gone] of Map.groupBy(rows, row => row.workspace_id)) {
        ctx.workspace = workspace
        const entry = (row: (typeof rows)[number]) => ({
          action: 'user.purged' as const,
          object: { type: 'user', id: row.id, name: nameOfRow(row) },
          before: logFieldsOfDeleted(row),
        })
        await recordMany(ctx, shownAs(ctx), gone.map(entry))
      }
      return rows.length
    })
  }
}
