import { transact } from '../../../ground/db/transaction.ts'
import { later, minutes } from '../../../ground/clock.ts'
import type { Ctx, World } from '../../../ground/world.ts'
import { keeper } from './keeper.ts'
import { hashOf, noHash } from './line.ts'
import { namesIn } from './names.ts'
import * as store from './log-chain.store.ts'
import type { ChainRow, GrowingChain, Horizon, LinkingRow, Links, Placeless, PlacelessLine } from './log-chain.store.ts'
import { noteBegun, noteEnd } from './register/register.ts'
import { chainSeal, openSeals, passSeal, type Seals } from './seals.ts'

// Reading and hashing them holds everybody else up for some 25 ms
const batch = 500
const foundAtOnce = 5000
const placesBetweenSeals = 1000
const sealedEvery = minutes(10)

// A quiet installation notes this often only that it has looked
const lookEvery = minutes(1)

/**
 * Gives every committed line that has none a place in its workspace's chain; answers how many. One process at a time
 * does so: the others leave it at that, or wait for their turn where `waits` is said.
 */
export async function linkLog(world: World, { waits = false } = {}): Promise<number> {
  const seals = await openSeals(world)
  const turn: Turn = { fresh: new Set() }
  const lookedAt = later(world.clock.now(), -lookEvery)
  if (!waits && !(await transact(world, keeper, ctx => store.isLinkingDue(ctx.db, lookedAt)))) return 0
  for (let linked = 0; ;) {
    const { lines, more } = await transact(world, keeper, ctx => linkBatch(ctx, seals, turn, waits))
    linked += lines
    if (!more) return linked
  }
}

/** What the batches of one turn know of those before them. */
interface Turn {
  /** Workspaces whose first lines are linked in this turn: those may be of any time. */
  readonly fresh: Set<string>
  /** The last line that got a place. All before it have theirs, and one transaction may have written a great many. */
  after?: PlacelessLine | undefined
  /** What was found and waits for its batch. */
  found?: Found | undefined
}

/** Lines without a place as they were found at an instant. */
interface Found extends Placeless {
  horizon: Horizon
  at: Date
}

const nothing = { lines: 0, more: false }

async function linkBatch(
  ctx: Ctx,
  seals: Seals,
  turn: Turn,
  waits: boolean,
): Promise<{ lines: number; more: boolean }> {
  const { fresh } = turn
  const linking = await store.takeLinking(ctx.db, waits)
  if (!linking) return nothing
  const found = await findPlaceless(ctx, turn, linking)
  const lines = found.lines.splice(0, batch)
  const now = ctx.clock.now()
  const idle = linking.mark_at && linking.mark_at > later(now, -lookEvery)
  if (lines.length === 0 && idle) return nothing
  const chains = new Map<string, GrowingChain>()
  for (const chain of await store.lockChains(ctx.db, [...new Set(lines.map(line => line.workspace_id))]))
    chains.set(chain.workspace_id, chain)
  const intact = new Map([...chains.values()].map(chain => [chain.workspace_id, holds(seals, chain)]))
  const begun: string[] = []
  for (const { workspace_id: workspace } of lines) {
    if (chains.has(workspace)) continue
    fresh.add(workspace)
    begun.push(workspace)
    chains.set(workspace, newChain(workspace, now))
  }
  const trusted = isSealed(seals, linking)
  const notBefore = trusted ? (linking.passed_at?.getTime() ?? 0) : now.getTime()
  const links = grow(chains, lines, workspace => (fresh.has(workspace) ? '0' : `${notBefore * 1000}`))
  if (lines.length > 0) {
    await store.insertLinks(ctx.db, links)
    await store.insertNames(ctx.db, namesIn(lines))
  }
  for (const chain of chains.values()) await sealChain(ctx, seals, chain, intact.get(chain.workspace_id) ?? true)
  const firsts = begun.map(workspace => ({
    workspace,
    genesis: links.hashes[links.workspaces.indexOf(workspace)] ?? noHash,
  }))
  if (firsts.length > 0) await noteBegun(ctx, seals, firsts)
  const { horizon } = found
  const whole = found.all && found.lines.length === 0
  const last = lines.at(-1)?.xid ?? horizon.ended
  const below = whole || isBefore(horizon.ended, last) ? horizon.ended : last
  const to = { ...linking, linked_below: below, ...(whole && passed(linking, horizon, found.at)) }
  // The first turn of all, and a row that was tampered with, end with their last line; then times are held to anew
  await store.keepLinking(ctx.db, { ...to, seal: trusted || whole ? seals.make(passSeal(to)) : linking.seal })
  turn.after = lines.at(-1) ?? turn.after
  turn.found = found
  return { lines: lines.length, more: !whole }
}

/** What waits from the batch before, if nobody else has begun to link it; else what is found now. */
async function findPlaceless(ctx: Ctx, turn: Turn, linking: LinkingRow): Promise<Found> {
  const first = turn.found?.lines[0]
  if (turn.found && first && !(await store.hasPlace(ctx.db, first))) return turn.found
  await store.planByTransaction(ctx.db)
  const horizon = await store.horizonOf(ctx.db)
  // A database restored elsewhere counts its transactions anew
  const from = isBefore(horizon.unseen, linking.linked_below) ? '0' : linking.linked_below
  return {
    ...(await store.unlinkedLines(ctx.db, from, horizon, foundAtOnce, turn.after)),
    horizon,
    at: ctx.clock.now(),
  }
}

/** Says that a workspace is about to be deleted with its log, in the transaction that does so: else it would be missed. */
export const endLog = (ctx: Ctx, workspace: string): Promise<void> => noteEnd(ctx, workspace)

const isBefore = (one: string, other: string) => BigInt(one) < BigInt(other)

/** Puts lines at the ends of their chains. */
function grow(
  chains: Map<string, GrowingChain>,
  lines: PlacelessLine[],
  notBefore: (workspace: string) => string,
): Links {
  const links: Links = { workspaces: [], positions: [], notBefore: [], hashes: [], lines }
  for (const line of lines) {
    const chain = chains.get(line.workspace_id)
    if (!chain) throw new Error('a line without a chain')
    const earliest = notBefore(line.workspace_id)
    chain.position += 1
    chain.hash = hashOf(chain.hash, chain.position, earliest, line)
    links.workspaces.push(line.workspace_id)
    links.positions.push(chain.position)
    links.notBefore.push(earliest)
    links.hashes.push(chain.hash)
  }
  return links
}

/**
 * Once every transaction that had begun at a mark has ended and was gone through, no honest line from before it is left;
 * then the next mark is set.
 */
function passed({ mark, mark_at: at }: LinkingRow, { ended, unseen, own }: Horizon, now: Date) {
  const next = { mark: own, mark_at: now }
  if (mark === null || isBefore(unseen, mark)) return next
  return isBefore(ended, mark) ? {} : { ...next, passed_at: at }
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

const isSealed = (seals: Seals, linking: LinkingRow) => seals.holds(passSeal(linking), linking.seal)

const holds = (seals: Seals, chain: ChainRow) => seals.holds(chainSeal(chain), chain.seal)

/** Keeps the chain's new end. One that was tampered with is not sealed again: the broken seal must stay to be found. */
async function sealChain(ctx: Ctx, seals: Seals, chain: GrowingChain, intact: boolean): Promise<void> {
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
