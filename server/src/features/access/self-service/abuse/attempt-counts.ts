import type { TransactionContext } from '#platform/app-context.ts'
import { addTries, triesOf } from '../self-service.store.ts'
import type { Visit } from '../visit.ts'
import { hashedNetwork, type Window, windowOf } from './windows.ts'

// Must match the names that enter_self_service() in the database counts by
const about = (ctx: TransactionContext, of: Window, { row, page }: Visit) => ({
  page: { about: `${of} page ${page.id}`, since: windowOf(ctx, of) },
  card: { about: `${of} card ${row.card_hash?.toString('hex') ?? 'none'}`, since: windowOf(ctx, of) },
})

const asPerson = (ctx: TransactionContext, person: string) => ({
  about: `tried person ${person}`,
  since: windowOf(ctx, 'tried'),
})

export async function countFailure(ctx: TransactionContext, visit: Visit): Promise<void> {
  const address = { about: `failed address ${hashedNetwork(ctx, ctx.request.ip)}`, since: windowOf(ctx, 'failed') }
  await addTries(ctx.db, visit.page.workspace.id, [address, ...Object.values(about(ctx, 'failed', visit))])
}

export async function countTry(ctx: TransactionContext, visit: Visit): Promise<void> {
  await addTries(ctx.db, visit.page.workspace.id, Object.values(about(ctx, 'tried', visit)))
}

export async function countTryAs(ctx: TransactionContext, visit: Visit, person: string): Promise<void> {
  await addTries(ctx.db, visit.page.workspace.id, [asPerson(ctx, person)])
}

export const triesAs = (ctx: TransactionContext, person: string): Promise<number> =>
  triesOf(ctx.db, asPerson(ctx, person))

const codesOf = (ctx: TransactionContext, person: string) => ({
  about: `codes person ${person}`,
  since: windowOf(ctx, 'tried'),
})

/** Counts a code sent to this user; separate, so that knowing a name is not enough to use up a user's codes. */
export async function countCodeTo(ctx: TransactionContext, visit: Visit, person: string): Promise<void> {
  await addTries(ctx.db, visit.page.workspace.id, [codesOf(ctx, person)])
}

export const codesTo = (ctx: TransactionContext, person: string): Promise<number> =>
  triesOf(ctx.db, codesOf(ctx, person))
