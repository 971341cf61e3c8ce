import { days, later } from '../../../ground/clock.ts'
import { transact } from '../../../ground/db/transaction.ts'
import { forgetEntries } from '../../../ground/record/record-forget.ts'
import { lowestIdAt } from '../../../ground/ids.ts'
import type { Ctx, World } from '../../../ground/world.ts'
import { chainSeal, keeper, linkLog } from './log-chain.ts'
import { deleteLinks, keepChain, limitedLogs, lockChains } from './log-chain.store.ts'
import { openSeals, type Seals } from './seals.ts'
import { Broken, brokenChain, walk } from './walk.ts'

/**
 * Takes lines away that are older than their workspace keeps them: from the beginning of the chain, as far as all are
 * old, so that what remains is still a chain. A log that was tampered with is left as it is.
 */
export async function trimLog(world: World): Promise<void> {
  await linkLog(world)
  const seals = await openSeals(world)
  for (const { workspace_id: workspace, activity_days: kept } of await transact(world, keeper, ctx =>
    limitedLogs(ctx.db),
  )) {
    const oldest = lowestIdAt(later(world.clock.now(), -days(kept)))
    while (await transact(world, keeper, ctx => trimBatch(ctx, seals, workspace, oldest)));
  }
}

/** Answers true when there may be more. */
async function trimBatch(ctx: Ctx, seals: Seals, workspace: string, oldest: string): Promise<boolean> {
  const [chain] = await lockChains(ctx.db, [workspace])
  if (!chain || chain.anchor_position === chain.position) return false
  const { last_place: _place, last_place_at: _at, ...row } = chain
  try {
    if (!seals.holds(chainSeal(row), row.seal)) throw new Broken(brokenChain)
    const from = { position: row.anchor_position, hash: row.anchor_hash }
    const { value: step, done } = await walk(ctx.db, seals, workspace, from).next()
    if (done) return false
    const young = step.links.findIndex(link => link.activity_id >= oldest)
    const old = young === -1 ? step.links : step.links.slice(0, young)
    const last = old.at(-1)
    if (!last || last.position > row.position) return false
    await forgetEntries(
      ctx,
      workspace,
      old.map(link => link.activity_id),
    )
    await deleteLinks(ctx.db, workspace, last.position)
    const to = { ...row, anchor_position: last.position, anchor_hash: last.hash }
    await keepChain(ctx.db, { ...to, seal: seals.make(chainSeal(to)) })
    return young === -1
  } catch (error) {
    if (!(error instanceof Broken)) throw error
    ctx.log.error({ workspace, reason: error.message }, 'an activity log was tampered with and is not trimmed')
    return false
  }
}
