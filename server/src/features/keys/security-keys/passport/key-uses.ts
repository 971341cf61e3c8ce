import { type KeyUses, keyUseDays } from '@claviger/contract/keys/security-keys'
import { days, later } from '#platform/clock.ts'
import { sendTogether } from '#platform/db/pipeline.ts'
import { administratorOf } from '#platform/db/transaction.ts'
import { lowestIdAt } from '#platform/ids.ts'
import { sayTo } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { recentUses, usesByDay } from './key-uses.store.ts'
import { keyById } from '../security-keys.ts'

const mostRecent = 5

/** Without the permission to read the log, `recent` is empty. @throws not-found */
export async function usesOfKey(ctx: TransactionContext, { id }: { id: string }): Promise<KeyUses> {
  if (!(await keyById(ctx, id))) throw problem('not-found')
  const now = ctx.clock.now()
  const say = sayTo(ctx)
  const lines = administratorOf(ctx).permissions.has('activity.read') ? mostRecent : 0
  const [byDay, recent] = await sendTogether(
    usesByDay(ctx.db, id, lowestIdAt(later(now, -days(keyUseDays))), now),
    recentUses(ctx.db, id, lines),
  )
  return {
    days: byDay.map(({ day, succeeded, failed }) => ({ day, succeeded, failed })),
    computers: byDay[0]?.computers ?? 0,
    recent: recent.map(({ at, reason, computer_id, computer_name, ...use }) => ({
      ...use,
      at: at.toISOString(),
      reason: reason && say(reason),
      computer: computer_id === null || computer_name === null ? null : { id: computer_id, name: computer_name },
    })),
  }
}
