import { transact } from '../../../ground/db/transaction.ts'
import { minutes } from '../../../ground/clock.ts'
import type { Ctx, World } from '../../../ground/world.ts'
import { hashOf, noHash } from './line.ts'
import {
  type ChainRow,
  type GrowingChain,
  horizonOf,
  insertLinks,
  insertSeal,
  keepChain,
  keepLinking,
  type LinkingRow,
  lockChains,
  takeLinking,
  unlinkedLines,
} from './log-chain.store.ts'
import { openSeals, type Seals } from './seals.ts'

const batch = 5000
const placesBetweenSeals = 1000
const sealedEvery = minutes(10)

/** Who links, trims and checks: nobody's request, over all workspaces. */
export const keeper = {
  actor: { kind: 'nobody' },
  request: { id: 'log-chain', ip: '', userAgent: '' },
  everywhere: true,
} as const

/**
 * Gives every committed line that has none a place in its workspace's chain; answers how many. One process at a time
 * does so: the others leave it at that, or wait for their turn where `waits` is said.
 */
export async function linkLog(world: World, { waits = false } = {}): Promise<number> {
  const seals = await openSeals(world)
  for (let linked = 0; ;) {
    const count = await transact(world, keeper, ctx => linkBatch(ctx, seals, waits))
    linked += count
    if (count < batch) return linked
  }
}

async function linkBatch(ctx: Ctx, seals: Seals, waits: boolean): Promise<number> {
  const linking = await takeLinking(ctx.db, waits)
  if (!linking) return 0
  const { ended, begun } = await horizonOf(ctx.db)
  // A database restored elsewhere counts its transactions anew
  const from = BigInt(linking.linked_below) > BigInt(begun) ? '0' : linking.linked_below
  const lines = await unlinkedLines(ctx.db, from, ended, begun, batch)
  const now = ctx.clock.now()
  const idle = linking.passed_at && Math.abs(now.getTime() - linking.passed_at.getTime()) < minutes(1)
  if (lines.length === 0 && idle) return 0
  const chains = new Map<string, GrowingChain>()
  for (const chain of await lockChains(ctx.db, [...new Set(lines.map(line => line.workspace_id))]))
    chains.set(chain.workspace_id, chain)
  const notBefore = notBeforeOf(linking, seals, now)
  const intact = new Map([...chains.values()].map(chain => [chain.workspace_id, holds(seals, chain)]))
  const fresh = new Set<string>()
  const links = { workspaces: [], positions: [], ids: [], notBefore: [], hashes: [] } as Parameters<
    typeof insertLinks
  >[1]
  for (const line of lines) {
    const workspace = line.workspace_id
    const chain = chains.get(workspace) ?? newChain(workspace, now)
    if (!chains.has(workspace)) fresh.add(workspace)
    chains.set(workspace, chain)
    const earliest = fresh.has(workspace) ? '0' : notBefore
    chain.position += 1
    chain.hash = hashOf(chain.hash, chain.position, earliest, line)
    links.workspaces.push(workspace)
    links.positions.push(chain.position)
    links.ids.push(line.id)
    links.notBefore.push(earliest)
    links.hashes.push(chain.hash)
  }
  if (lines.length > 0) await insertLinks(ctx.db, links)
  for (const chain of chains.values()) await sealChain(ctx, seals, chain, intact.get(chain.workspace_id) ?? true)
  const last = lines.length < batch ? ended : (lines.at(-1)?.xid ?? ended)
  const below = BigInt(last) < BigInt(ended) ? last : ended
  await keepLinking(ctx.db, {
    linked_below: below,
    passed_at: now,
    seal: seals.make({ what: 'pass', below, at: now }),
  })
  return lines.length
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

/**
 * Microseconds since 1970 from which on what is linked now can have been recorded: when the log was last gone through.
 * Where that instant is not ours, lines are held to the present.
 */
function notBeforeOf({ linked_below: below, passed_at: at, seal }: LinkingRow, seals: Seals, now: Date): string {
  if (at === null && seal === null) return '0'
  const ours = at !== null && seals.holds({ what: 'pass', below, at }, seal)
  return `${(ours ? at : now).getTime()}000`
}

/** What a seal of a chain says. */
export const chainSeal = (chain: ChainRow) =>
  ({
    what: 'chain',
    workspace: chain.workspace_id,
    anchorPosition: chain.anchor_position,
    anchorHash: chain.anchor_hash,
    position: chain.position,
    hash: chain.hash,
    at: chain.sealed_at,
  }) as const

const holds = (seals: Seals, chain: ChainRow) => seals.holds(chainSeal(chain), chain.seal)

/** Keeps the chain's new end. One that was tampered with is not sealed again: the broken seal must stay to be found. */
async function sealChain(ctx: Ctx, seals: Seals, chain: GrowingChain, intact: boolean): Promise<void> {
  const { last_place: lastPlace, last_place_at: lastPlaceAt, ...row } = chain
  const workspace = row.workspace_id
  const at = ctx.clock.now()
  const to = { ...row, sealed_at: at }
  await keepChain(ctx.db, { ...to, seal: intact ? seals.make(chainSeal(to)) : row.seal })
  if (!intact) {
    ctx.log.error({ workspace }, 'the seal of an activity log does not hold: run npm run admin -- verify-log')
    return
  }
  const far = row.position - (lastPlace ?? 0) >= placesBetweenSeals
  if (!far && lastPlaceAt && at.getTime() - lastPlaceAt.getTime() < sealedEvery) return
  const place = { workspace, position: row.position, hash: row.hash, at }
  await insertSeal(ctx.db, {
    workspace_id: workspace,
    position: row.position,
    hash: row.hash,
    sealed_at: at,
    seal: seals.make({ what: 'place', ...place }),
  })
}
