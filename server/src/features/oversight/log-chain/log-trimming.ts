import { days, later } from '#platform/clock.ts'
import { transact } from '#platform/db/transaction.ts'
import { forgetEntries } from '#platform/record/record-forget.ts'
import { lowestIdAt } from '#platform/ids.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { chainKeeper } from './chain-keeper.ts'
import { linkLog } from './log-chain.ts'
import { deleteNames, deleteChainLinks, keepChain, limitedLogs, lockChains } from './log-chain.store.ts'
import { monthOf } from './log-names.ts'
import { checkpoint } from './register/register.ts'
import { chainSeal, openSeals, type ChainSeals } from './seals.ts'
import { type Limit, recordTrim, trimmer, trimMonths } from './trim-months.ts'
import { BrokenChain, brokenChain, walkChain } from './chain-walk.ts'

/**
 * Deletes lines past their workspace's retention, only from the beginning of the chain, so that the rest
 * remains a chain. Months that no workspace keeps are dropped whole, the rest line by line. A tampered log is
 * left unchanged.
 */
export async function trimLog(world: AppContext): Promise<void> {
  await linkLog(world)
  // The register must contain a later head of every chain than the removed part
  await checkpoint(world, { now: true })
  const seals = await openSeals(world)
  const limits = (await transact(world, chainKeeper, ctx => limitedLogs(ctx.db))).map(
    ({ workspace_id: workspace, activity_days: kept }): Limit => ({
      workspace,
      kept,
      oldest: lowestIdAt(later(world.clock.now(), -days(kept))),
    }),
  )
  const slices = (of: Limit, oldest: string) => trimSlices(world, seals, of, oldest)
  if (!(await trimMonths(world, seals, limits, slices))) return
  for (const limit of limits) {
    await slices(limit, limit.oldest)
    await transact(world, chainKeeper, ctx => deleteNames(ctx.db, limit.workspace, monthOf(limit.oldest)))
  }
}

async function trimSlices(
  world: AppContext,
  seals: ChainSeals,
  { workspace, kept }: Limit,
  oldest: string,
): Promise<void> {
  let lines = 0
  for (let more = true; more;) {
    const trimmed = await transact(world, chainKeeper, ctx => trimBatch(ctx, seals, workspace, oldest))
    lines += trimmed.lines
    more = trimmed.more
  }
  if (lines > 0)
    await transact(world, { ...chainKeeper, actor: trimmer, workspace }, ctx =>
      recordTrim(ctx, seals, workspace, lines, kept),
    )
}

interface Trimmed {
  lines: number
  more: boolean
}

async function trimBatch(
  ctx: TransactionContext,
  seals: ChainSeals,
  workspace: string,
  oldest: string,
): Promise<Trimmed> {
  const [chain] = await lockChains(ctx.db, [workspace])
  if (!chain || chain.anchor_position === chain.position) return none
  const { last_place: _place, last_place_at: _at, ...row } = chain
  try {
    if (!seals.holds(chainSeal(row), row.seal)) throw new BrokenChain(brokenChain)
    const from = { position: row.anchor_position, hash: row.anchor_hash }
    const { value: step, done } = await walkChain(ctx.db, seals, workspace, from).next()
    if (done) return none
    const young = step.links.findIndex(link => link.activity_id >= oldest)
    const old = young === -1 ? step.links : step.links.slice(0, young)
    const last = old.at(-1)
    if (!last || last.position > row.position) return none
    await forgetEntries(
      ctx,
      workspace,
      old.map(link => link.activity_id),
    )
    await deleteChainLinks(ctx.db, workspace, last.position)
    const to = { ...row, anchor_position: last.position, anchor_hash: last.hash }
    await keepChain(ctx.db, { ...to, seal: seals.make(chainSeal(to)) })
    return { lines: old.length, more: young === -1 }
  } catch (error) {
    if (!(error instanceof BrokenChain)) throw error
    ctx.log.error({ workspace, reason: error.message }, 'an activity log was tampered with and is not trimmed')
    return none
  }
}

const none: Trimmed = { lines: 0, more: false }
