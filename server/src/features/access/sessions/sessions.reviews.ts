import { ownEntryPoints } from '@claviger/contract/decide/entry-points'
import { transact } from '#platform/db/transaction.ts'
import { lowestIdAt } from '#platform/ids.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { usesOfAccount } from '#features/decide/decisions/decisions.shared-accounts.ts'
import { refusedNow } from '#features/decide/decisions/decisions.ts'
import { levelOfKey } from '#features/decide/strengths/strengths.meet.ts'
import * as store from './reviews.store.ts'
import type { JudgedSession, Review } from './reviews.store.ts'
import { methodOfSession } from './sessions.method.ts'

export {
  requestSessionReviews as askForReviews,
  finishReview,
  type Review,
  claimReviews as takeReviews,
} from './reviews.store.ts'

const atATime = 500

/** In whose name sessions are reviewed. */
const reviewing = (workspace: string) =>
  ({
    actor: { kind: 'operator', name: 'Claviger' },
    request: { id: 'session-review', ip: '', userAgent: '' },
    workspace,
  }) as const

/** Looks at all of a list, a page at a time, each in its own transaction. */
export async function eachPage<T extends { id: string }>(
  world: AppContext,
  { workspace }: Review,
  pageOf: (ctx: TransactionContext, after: string, most: number) => Promise<T[]>,
  work: (ctx: TransactionContext, page: T[]) => Promise<unknown>,
): Promise<void> {
  let after = lowestIdAt(new Date(0))
  for (let more = true; more;) {
    const page = await transact(world, reviewing(workspace), async ctx => {
      const rows = await pageOf(ctx, after, atATime)
      await work(ctx, rows)
      return rows
    })
    after = page.at(-1)?.id ?? after
    // A session may have several rows, which stand on one page
    more = page.length >= atATime
  }
}

/** Ends sessions that changed policies no longer allow. Requirements met at sign-in still count as met. */
export async function reviewSessions(world: AppContext, review: Review): Promise<void> {
  await eachPage(
    world,
    review,
    (ctx, after, most) => store.nextSessions(ctx.db, { user: review.user, after, most }),
    async (ctx, page) => {
      const refused = await refusedNow(
        ctx,
        page.flatMap(row => usesOf(ctx, row)),
      )
      const ids = [...new Set(refused.map(({ session }) => session))]
      if (ids.length > 0) await store.endByPolicy(ctx.db, ids, ctx.clock.now())
    },
  )
}

/** Do the current policies no longer allow a session from this address? Checked at each renewal. */
export async function isRefusedNow(ctx: TransactionContext, id: string): Promise<boolean> {
  const row = await store.judgedSession(ctx.db, id)
  if (!row) return false
  return (await refusedNow(ctx, usesOf(ctx, { ...row, ip: ctx.request.ip }))).length > 0
}

function usesOf(ctx: TransactionContext, row: JudgedSession) {
  const way = methodOfSession(row)
  const use = {
    session: row.id,
    entry: ownEntryPoints[way ?? 'passkey'],
    user: row.user_id,
    key: row.key_id,
    keyKind: row.key_kind,
    // For a session with a key, the method follows from the key unless another one is stored
    ...((row.key_id === null || way !== null) && { way }),
    level: row.provider_level ?? levelOfKey({ keyKind: row.key_kind, copied: row.copied, way }),
    model: row.model,
    position: row.position,
    verified: row.key_id !== null || row.provider_level !== null,
    ip: row.ip,
    signedInAt: ctx.clock.now().toISOString(),
    administrator: row.administrator,
  }
  return usesOfAccount(use, { account: row.user_id, openedBy: row.opened_by })
}
