import { transact } from '#platform/db/transaction.ts'
import { forgetEntries } from '#platform/record/record-forget.ts'
import { dropMonth, linesOf, type LogMonth, monthsOver } from '#platform/record/record-months.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { chainKeeper } from './chain-keeper.ts'
import { deleteChainLinks, findChain, keepChain, lockChains, maxPlacesPerStatement } from './log-chain.store.ts'
import { lockLinking } from './linking.store.ts'
import { recordCutInRegister } from './register/register.ts'
import { chainSeal, type ChainSeals } from './seals.ts'
import { BrokenChain, brokenChain, walkChain } from './chain-walk.ts'

export interface Limit {
  workspace: string
  kept: number
  oldest: string
}

export const trimmer = { kind: 'operator', name: 'Claviger' } as const

/** Trimming is itself logged and recorded in the register. */
export async function recordTrim(
  ctx: TransactionContext,
  seals: ChainSeals,
  workspace: string,
  lines: number,
  kept: number,
): Promise<void> {
  await record(ctx, { action: 'activity.trimmed', before: { lines }, after: { keptDays: kept } })
  await recordCutInRegister(ctx, seals, workspace, lines)
}

interface Share extends Limit {
  begins: number
  position: number
  hash: Buffer
  lines: number
  strays: string[]
}

type Slices = (of: Limit, oldest: string) => Promise<void>

/**
 * Drops the oldest months that no affected workspace still keeps, each in one step, after checking every chain
 * to the month's end. False if the log is locked, for example by a backup: then trimming waits for another
 * day, because removing a month line by line takes hours.
 */
export async function trimMonths(
  world: AppContext,
  seals: ChainSeals,
  limits: readonly Limit[],
  slices: Slices,
): Promise<boolean> {
  const limitOf = new Map(limits.map(limit => [limit.workspace, limit]))
  for (const month of await transact(world, chainKeeper, ctx => monthsOver(ctx.db))) {
    const holders = await transact(world, chainKeeper, ctx => linesOf(ctx.db, month))
    const shares: Share[] = []
    for (const { workspace, lines } of holders) {
      const limit = limitOf.get(workspace)
      if (!limit || limit.oldest < month.highest) break
      await slices(limit, month.lowest)
      const share = await shareOf(world, seals, limit, month, lines)
      if (share) shares.push(share)
    }
    if (shares.length < holders.length) continue
    if (!(await takeMonth(world, seals, month, shares))) return false
    for (const { workspace, begins, position } of shares)
      for (let left = position - begins; left > 0; left -= maxPlacesPerStatement)
        await transact(world, chainKeeper, ctx => deleteChainLinks(ctx.db, workspace, position))
  }
  return true
}

const mostStrays = 1000

/**
 * Checks a chain from its beginning to its last line of a month; undefined if the month can't be dropped as a
 * whole.
 */
async function shareOf(
  world: AppContext,
  seals: ChainSeals,
  limit: Limit,
  month: LogMonth,
  lines: number,
): Promise<Share | undefined> {
  const { workspace, oldest } = limit
  const chain = await transact(world, chainKeeper, ctx => findChain(ctx.db, workspace))
  if (!chain) return undefined
  const begins = chain.anchor_position
  const share: Share = { ...limit, begins, position: begins, hash: chain.anchor_hash, lines: 0, strays: [] }
  const between: string[] = []
  let from = { position: begins, hash: chain.anchor_hash }
  try {
    if (!seals.holds(chainSeal(chain), chain.seal)) throw new BrokenChain(brokenChain)
    while (share.lines < lines) {
      const { value: step, done } = await transact(world, chainKeeper, ctx =>
        walkChain(ctx.db, seals, workspace, from).next(),
      )
      if (done) return undefined
      for (const { activity_id: id, position, hash } of step.links) {
        if (share.lines === lines) break
        if (id >= oldest || position > chain.position || between.length > mostStrays) return undefined
        if (id < month.lowest || id >= month.highest) between.push(id)
        else {
          Object.assign(share, { position, hash, lines: share.lines + 1 })
          share.strays.push(...between.splice(0))
        }
      }
      from = step
    }
    return share
  } catch (error) {
    if (!(error instanceof BrokenChain)) throw error
    world.log.error({ workspace, reason: error.message }, 'an activity log was tampered with and is not trimmed')
    return undefined
  }
}

/** Drops a month with its chain positions and records that there and in the register, in one transaction. */
async function takeMonth(
  world: AppContext,
  seals: ChainSeals,
  month: LogMonth,
  shares: readonly Share[],
): Promise<boolean> {
  try {
    await transact(world, { ...chainKeeper, actor: trimmer }, async ctx => {
      // Before the chains, in the same order as linking
      await lockLinking(
        ctx.db,
        shares.map(share => share.workspace),
        true,
      )
      for (const { workspace, begins, position, hash, strays } of shares) {
        const [chain] = await lockChains(ctx.db, [workspace])
        if (!chain || chain.anchor_position !== begins || !seals.holds(chainSeal(chain), chain.seal))
          throw new Error('a chain changed while it was trimmed')
        const { last_place: _place, last_place_at: _at, ...row } = chain
        const to = { ...row, anchor_position: position, anchor_hash: hash }
        await keepChain(ctx.db, { ...to, seal: seals.make(chainSeal(to)) })
        await forgetEntries(ctx, workspace, strays)
      }
      await dropMonth(ctx.db, month)
      for (const { workspace, lines, strays, kept } of shares) {
        ctx.workspace = workspace
        await recordTrim(ctx, seals, workspace, lines + strays.length, kept)
      }
    })
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== lockNotAvailable) throw error
    world.log.warn({ month: month.name }, 'the log is held, by a backup or a check: it is trimmed another day')
    return false
  }
}

const lockNotAvailable = '55P03'
