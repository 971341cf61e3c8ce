import { transact } from '#platform/db/transaction.ts'
import { later, minutes } from '#platform/clock.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { chainKeeper } from './chain-keeper.ts'
import { hashOf, noHash } from './line.ts'
import { namesInLines } from './log-names.ts'
import { allLinked, earlierOf, isBefore, isSealed, laterOf, sealed, type Start, startOf } from './linking.ts'
import type { LinkingHorizon, LinkingRow } from './linking.store.ts'
import * as linking from './linking.store.ts'
import type { ChainRow, GrowingChain, Links, UnlinkedLine, PlacelessLine } from './log-chain.store.ts'
import * as store from './log-chain.store.ts'
import { noteBegun, noteEnd } from './register/register.ts'
import { chainSeal, openSeals, type ChainSeals } from './seals.ts'

// Reading and hashing one batch blocks the process for about 25 ms
const batch = 500
const foundAtOnce = 5000
const placesBetweenSeals = 1000
const sealedEvery = minutes(10)

// An idle installation records its checks only this often
const lookEvery = minutes(1)

/**
 * Links every committed, unlinked line into its workspace's chain and returns their number. Processes run this
 * in parallel, each log in one of them. The others skip it, or continue until it is done with `waits`.
 */
export async function linkLog(world: AppContext, { waits = false } = {}): Promise<number> {
  const seals = await openSeals(world)
  const lookedAt = later(world.clock.now(), -lookEvery)
  if (!waits && !(await transact(world, chainKeeper, ctx => linking.isLinkingDue(ctx.db, lookedAt)))) return 0
  for (let linked = 0; ;) {
    const turn = await transact(world, chainKeeper, ctx => beginTurn(ctx, seals, waits))
    const more = await goThrough(world, seals, turn)
    linked += more
    // Repeats for skipped logs: the process that had locked them may only have looked at them
    if (turn.left.size === 0 || (more === 0 && !waits)) return linked
  }
}

interface Turn {
  readonly waits: boolean
  readonly start: Start
  /** Lines of transactions that are still open wait for the next run. */
  readonly horizon: LinkingHorizon
  readonly at: Date
  readonly left: Set<string>
  /** Logs whose first lines are linked in this run; those lines can have any date. */
  readonly begun: Set<string>
  readonly reached: Map<string, number>
  after: PlacelessLine | undefined
  page: UnlinkedLine
}

async function beginTurn(ctx: TransactionContext, seals: ChainSeals, waits: boolean): Promise<Turn> {
  // Before the snapshot: statements that others make meanwhile would appear to be from the future
  const rows = await linking.newestLinking(ctx.db)
  const horizon = await linking.horizonOf(ctx.db)
  const at = ctx.clock.now()
  const turn: Turn = {
    waits,
    start: startOf(seals, rows, horizon, at),
    horizon,
    at,
    left: new Set(),
    begun: new Set(),
    reached: new Map(),
    after: undefined,
    page: { lines: [], all: false },
  }
  await turnPage(ctx, turn)
  return turn
}

async function turnPage(ctx: TransactionContext, turn: Turn): Promise<void> {
  const { start, horizon, left, after } = turn
  await store.planByTransaction(ctx.db)
  const { unseen } = await linking.horizonOf(ctx.db)
  const from = start.restored ? '0' : start.known.all_below
  turn.page = await store.unlinkedLines(
    ctx.db,
    { from, ended: horizon.ended, unseen, except: [...left], after },
    foundAtOnce,
  )
}

async function goThrough(world: AppContext, seals: ChainSeals, turn: Turn): Promise<number> {
  for (let linked = 0; ;) {
    while (turn.page.lines.length > 0) linked += await transact(world, chainKeeper, ctx => linkBatch(ctx, seals, turn))
    await transact(world, chainKeeper, ctx => sayKnown(ctx, seals, turn))
    if (turn.page.all) return linked
    await transact(world, chainKeeper, ctx => turnPage(ctx, turn))
  }
}

async function linkBatch(ctx: TransactionContext, seals: ChainSeals, turn: Turn): Promise<number> {
  const { page, left } = turn
  const found = page.lines.splice(0, batch)
  const logs = await holdLogs(ctx, seals, turn, found)
  if (left.size > 0) page.lines = page.lines.filter(line => !left.has(line.workspace_id))
  turn.after = found.at(-1)
  const lines = found.filter(line => logs.has(line.workspace_id))
  if (lines.length === 0) return 0
  const links = grow(logs, lines)
  await store.insertChainLinks(ctx.db, links)
  await store.insertNames(ctx.db, namesInLines(lines))
  for (const { chain, intact } of logs.values()) {
    await sealChain(ctx, seals, chain, intact)
    turn.reached.set(chain.workspace_id, chain.position)
  }
  const begun = [...logs.values()].filter(log => log.begins).map(log => log.chain.workspace_id)
  const firsts = begun.map(workspace => ({
    workspace,
    genesis: links.hashes[links.workspaces.indexOf(workspace)] ?? noHash,
  }))
  if (firsts.length > 0) await noteBegun(ctx, seals, firsts)
  for (const workspace of begun) turn.begun.add(workspace)
  const upTo = new Map(lines.map(line => [line.workspace_id, line.xid]))
  await linking.keepLinking(
    ctx.db,
    [...logs.values()].map(log => sealed(seals, { ...log.row, linked_below: below(turn, log.row, upTo) })),
  )
  return lines.length
}

function below({ page, horizon }: Turn, row: LinkingRow, upTo: ReadonlyMap<string, string>): string {
  const { workspace_id: workspace, linked_below: before } = row
  const waits = !page.all || page.lines.some(line => line.workspace_id === workspace)
  const now = waits ? earlierOf(horizon.ended, upTo.get(workspace) ?? '0') : horizon.ended
  return isBefore(horizon.unseen, before) ? now : laterOf(before, now)
}

interface HeldLog {
  row: LinkingRow
  chain: GrowingChain
  begins: boolean
  intact: boolean
  /** The earliest time at which its lines can have been recorded; microseconds. */
  notBefore: string
}

async function holdLogs(
  ctx: TransactionContext,
  seals: ChainSeals,
  turn: Turn,
  found: readonly PlacelessLine[],
): Promise<Map<string, HeldLog>> {
  const { known } = turn.start
  const ends = new Map<string, number | null>()
  for (const { workspace_id: workspace, chain_ends: end } of found)
    ends.set(workspace, turn.reached.get(workspace) ?? end)
  const rows = await linking.lockLinking(ctx.db, [...ends.keys()], turn.waits)
  const there = new Set(rows.map(row => row.workspace_id))
  const missing = [...ends.keys()].filter(workspace => !there.has(workspace))
  rows.push(...(await linking.makeLinking(ctx.db, missing, turn.at)))
  const chains = new Map<string, GrowingChain>()
  const taken = rows.map(row => row.workspace_id)
  for (const chain of await store.lockChains(ctx.db, taken)) chains.set(chain.workspace_id, chain)
  const logs = new Map<string, HeldLog>()
  for (const row of rows) {
    const workspace = row.workspace_id
    const chain = chains.get(workspace)
    if ((chain?.position ?? null) !== ends.get(workspace)) continue
    const good = chain !== undefined && isSealed(seals, row)
    const begunBelow = chain ? '0' : turn.horizon.own
    const old = !chain || turn.begun.has(workspace) || (good && isBefore(known.all_below, row.begun_below))
    logs.set(workspace, {
      row: good ? row : { ...row, ...known, linked_below: '0', begun_below: begunBelow },
      chain: chain ?? newChain(workspace, turn.at),
      begins: !chain,
      intact: !chain || holds(seals, chain),
      notBefore: old ? '0' : `${known.passed_at.getTime() * 1000}`,
    })
  }
  for (const workspace of ends.keys()) if (!logs.has(workspace)) turn.left.add(workspace)
  return logs
}

/** Records how far all logs are linked, unless some were left to others, in the row of the last linked log. */
async function sayKnown(ctx: TransactionContext, seals: ChainSeals, turn: Turn): Promise<void> {
  const { page, start, horizon, at, after } = turn
  if (turn.left.size > 0 || (!page.all && (start.restored || !start.trusted))) return
  const quiet = page.all && !after && start.trusted && !start.restored
  if (quiet && start.known.mark_at && start.known.mark_at > later(at, -lookEvery)) return
  const far = earlierOf(horizon.ended, after?.xid ?? '0')
  const known = page.all
    ? allLinked(start.known, horizon, at)
    : { ...start.known, all_below: laterOf(start.known.all_below, far) }
  const said = after?.workspace_id ?? start.said
  if (said === undefined) return
  const rows = start.restored
    ? await linking.findAllLinking(ctx.db)
    : await linking.lockLinking(ctx.db, [said], turn.waits)
  const to = rows
    .filter(row => start.restored || !isSealed(seals, row) || !isBefore(known.all_below, row.all_below))
    .map(row => {
      const own = isSealed(seals, row) && !start.restored ? row : { linked_below: known.all_below, begun_below: '0' }
      return sealed(seals, { ...row, ...own, ...known })
    })
  await linking.keepLinking(ctx.db, to)
}

/**
 * Records that a workspace is deleted with its log, in the same transaction; otherwise the log would be
 * reported missing.
 */
export const endLog = (ctx: TransactionContext, workspace: string): Promise<void> => noteEnd(ctx, workspace)

function grow(logs: ReadonlyMap<string, HeldLog>, lines: PlacelessLine[]): Links {
  const links: Links = { workspaces: [], positions: [], notBefore: [], hashes: [], lines }
  for (const line of lines) {
    const log = logs.get(line.workspace_id)
    if (!log) throw new Error('a line without a chain')
    const { chain, notBefore } = log
    chain.position += 1
    chain.hash = hashOf(chain.hash, chain.position, notBefore, line)
    links.workspaces.push(line.workspace_id)
    links.positions.push(chain.position)
    links.notBefore.push(notBefore)
    links.hashes.push(chain.hash)
  }
  return links
}

const newChain = (workspace: string, now: Date): GrowingChain => ({
  workspace_id: workspace,
  anchor_position: 0,
  anchor_hash: noHash,
  position: 0,
  hash: noHash,
  sealed_at: now,
  seal: noHash,
  last_place: null,
  last_place_at: null,
})

const holds = (seals: ChainSeals, chain: ChainRow) => seals.holds(chainSeal(chain), chain.seal)

/**
 * Stores the chain's new end. A tampered chain is not sealed again: the broken seal must remain detectable.
 */
async function sealChain(
  ctx: TransactionContext,
  seals: ChainSeals,
  chain: GrowingChain,
  intact: boolean,
): Promise<void> {
  const { last_place: lastPlace, last_place_at: lastPlaceAt, ...row } = chain
  const workspace = row.workspace_id
  const at = ctx.clock.now()
  const to = { ...row, sealed_at: at }
  await store.keepChain(ctx.db, { ...to, seal: intact ? seals.make(chainSeal(to)) : row.seal })
  if (!intact) {
    ctx.log.error({ workspace }, 'the seal of an activity log does not hold: run claviger admin verify-log')
    return
  }
  const far = row.position - (lastPlace ?? 0) >= placesBetweenSeals
  if (!far && lastPlaceAt && at.getTime() - lastPlaceAt.getTime() < sealedEvery) return
  const place = { workspace, position: row.position, hash: row.hash, at }
  await store.insertSeal(ctx.db, {
    workspace_id: workspace,
    position: row.position,
    hash: row.hash,
    sealed_at: at,
    seal: seals.make({ what: 'place', ...place }),
  })
}
