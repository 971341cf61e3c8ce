import { createHash } from 'node:crypto'
import { later, minutes } from '#platform/clock.ts'
import type { Db } from '#platform/db/db.ts'
import { transact } from '#platform/db/transaction.ts'
import { setNewestCheckpoint } from '#platform/newest-checkpoint.ts'
import { lower, raise } from '#platform/alarms.ts'
import { sameBytes } from '#platform/secrets/seal.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { chainKeeper } from '../chain-keeper.ts'
import { noHash, encodePart } from '../line.ts'
import { lockLinking } from '../linking.store.ts'
import { chainSeal, openSeals, type ChainSeals } from '../seals.ts'
import { keepCheckpoint, newestStoredCheckpoint } from './checkpoint-file.ts'
import { type Checkpoint, openSigner, type CheckpointSigner } from './checkpoints.ts'
import * as store from './register.store.ts'
import type { RegisterEntryRow, HeadRow, KnownRow, MovedRow } from './register.store.ts'

const notedEvery = minutes(10)

type Event = Pick<RegisterEntryRow, 'event' | 'chain' | 'says'>

/** The hash of a register line: over the previous hash and all its values, encoded like log lines. */
export function hashOfEntry(previous: Uint8Array, row: Omit<RegisterEntryRow, 'hash'>): Buffer {
  const values = [Buffer.from(previous).toString('hex'), `${row.position}`, `${row.at.getTime()}`, row.event, row.chain]
  const more = [row.says, `${row.chains}`, row.digest.toString('hex')]
  return createHash('sha256')
    .update(['claviger-register-1', ...values, ...more].map(encodePart).join(''))
    .digest()
}

export function digestOf(known: readonly KnownRow[]): Buffer {
  const hash = createHash('sha256').update(encodePart('claviger-chains-1'))
  for (const row of known) {
    const values = [row.chain, row.slug, `${row.begun_at.getTime()}`, row.genesis.toString('hex')]
    const noted = [`${row.noted_position}`, row.noted_hash.toString('hex')]
    hash.update([...values, ...noted, row.ended_at && `${row.ended_at.getTime()}`].map(encodePart).join(''))
  }
  return hash.digest()
}

const headSeal = ({ position, hash, sealed_at: at }: HeadRow) => ({ what: 'register', position, hash, at }) as const

export const isHeadSealed = (seals: ChainSeals, head: HeadRow) => seals.holds(headSeal(head), head.seal)

/**
 * Appends lines to the register. The caller must hold the lock on its head. A tampered register is not sealed
 * again.
 */
async function append(
  ctx: TransactionContext,
  seals: ChainSeals,
  from: HeadRow,
  events: readonly Event[],
): Promise<void> {
  const intact = from.position === 0 || isHeadSealed(seals, from)
  const known = await store.knownChains(ctx.db)
  const digest = digestOf(known)
  const chains = known.filter(one => one.ended_at === null).length
  const at = ctx.clock.now()
  let head = from
  for (const event of events) {
    const row = { ...event, position: head.position + 1, at, chains, digest }
    const hash = hashOfEntry(head.hash, row)
    await store.insertEntry(ctx.db, { ...row, hash })
    head = { ...head, position: row.position, hash, sealed_at: at }
  }
  await store.updateHead(ctx.db, { ...head, seal: intact ? seals.make(headSeal(head)) : from.seal })
}

async function lockedHead(ctx: TransactionContext): Promise<HeadRow> {
  const head = await store.lockHead(ctx.db)
  if (!head || head.position === 0) throw new Error(`${gone}: run claviger admin verify-log`)
  return head
}

const gone = 'The register of logs was removed'

export interface ChainStart {
  workspace: string
  genesis: Buffer
}

export async function noteBegun(
  ctx: TransactionContext,
  seals: ChainSeals,
  begun: readonly ChainStart[],
): Promise<void> {
  const head = await lockedHead(ctx)
  const slugs = new Map(
    (
      await store.slugsOf(
        ctx.db,
        begun.map(one => one.workspace),
      )
    ).map(row => [row.id, row.slug]),
  )
  const slugOf = (workspace: string) => slugs.get(workspace) ?? ''
  const at = ctx.clock.now()
  await store.insertKnown(
    ctx.db,
    begun.map(({ workspace, genesis }) => ({
      chain: workspace,
      slug: slugOf(workspace),
      begun_at: at,
      genesis,
      noted_position: 1,
      noted_hash: genesis,
      ended_at: null,
    })),
  )
  const events = begun.map(({ workspace, genesis }) => ({
    event: 'begun',
    chain: workspace,
    says: JSON.stringify({ slug: slugOf(workspace), genesis: genesis.toString('hex') }),
  }))
  await append(ctx, seals, head, events)
}

export async function noteEnd(ctx: TransactionContext, workspace: string): Promise<void> {
  // Same lock order as linking, before the head; otherwise a deadlock is possible
  await lockLinking(ctx.db, [workspace], true)
  const head = await lockedHead(ctx)
  await store.markChainEnded(ctx.db, workspace, ctx.clock.now())
  await append(ctx, await openSeals(ctx), head, [{ event: 'ended', chain: workspace, says: '' }])
}

export async function recordCutInRegister(
  ctx: TransactionContext,
  seals: ChainSeals,
  workspace: string,
  lines: number,
): Promise<void> {
  const head = await lockedHead(ctx)
  await append(ctx, seals, head, [{ event: 'cut', chain: workspace, says: `${lines}` }])
}

/**
 * Begins the register of a new installation, never if a chain exists. If an attacker removed the register with
 * all chains, exported checkpoints contradict the new one permanently.
 */
export async function beginRegister(world: AppContext): Promise<void> {
  const seals = await openSeals(world)
  await transact(world, chainKeeper, async ctx => {
    if (((await store.readHead(ctx.db))?.position ?? 1) > 0) return
    const head = await store.lockHead(ctx.db)
    if (!head || head.position > 0) return
    if (await store.isAnyChain(ctx.db)) report(ctx, [gone])
    else await append(ctx, seals, { ...head, hash: noHash }, [{ event: 'genesis', chain: null, says: '' }])
  })
}

export async function signedHead(db: Db, seals: ChainSeals, signer: CheckpointSigner): Promise<string | undefined> {
  const head = await store.readHead(db)
  if (!head?.sealed_at || !isHeadSealed(seals, head)) return undefined
  return signer.sign(head.position, head.hash, head.sealed_at)
}

/** How the register contradicts an exported checkpoint; undefined if it doesn't. */
export async function contradiction(db: Db, signer: CheckpointSigner, sent: Checkpoint): Promise<string | undefined> {
  const told = `the checkpoint ${sent.position} of ${sent.at.toISOString()}`
  if (!signer.made(sent))
    return `The register did not sign ${told}. It belongs to another installation or was started again`
  const entry = await store.entryAt(db, sent.position)
  if (!entry) return `The register ends before ${told}. It was truncated or replaced by an older copy`
  if (entry.hash.toString('hex') !== sent.hash) return `The register differs from ${told}. It was rewritten later`
  return undefined
}

/**
 * Checks that every chain exists and continues from its recorded position, records the new positions, and
 * exports the signed head. Faults are reported, not recorded.
 */
export async function checkpoint(world: AppContext, { now = false } = {}): Promise<void> {
  const [seals, signer, kept] = [await openSeals(world), await openSigner(world), await newestStoredCheckpoint(world)]
  const text = await transact(world, chainKeeper, async ctx => {
    const head = await store.lockHead(ctx.db)
    const fault = await faultOfRegister(ctx, seals, signer, head, kept)
    if (fault !== undefined || !head) {
      report(ctx, [fault ?? gone])
      return undefined
    }
    const moved = await store.movedChains(ctx.db)
    const [good, bad] = [moved.filter(row => goesOn(seals, row)), moved.filter(row => !goesOn(seals, row))]
    report(ctx, [
      ...(await store.lostChains(ctx.db)).map(one => `The log of ${one.slug} was started and is missing`),
      ...bad.map(one => `The log of ${one.slug} does not continue from its last position`),
    ])
    const due = head.sealed_at === null || later(head.sealed_at, notedEvery) <= ctx.clock.now()
    if (good.length > 0 && (due || now)) {
      await store.noteHeads(ctx.db, {
        chains: good.map(row => row.workspace_id),
        positions: good.map(row => row.position),
        hashes: good.map(row => row.hash),
      })
      await append(ctx, seals, head, [{ event: 'checkpoint', chain: null, says: '' }])
    }
    return signedHead(ctx.db, seals, signer)
  })
  setNewestCheckpoint(world, text)
  if (text === undefined || Number(text.split('.')[1]) <= (kept?.position ?? 0)) return
  world.log.info({ checkpoint: text }, 'a checkpoint of the activity log')
  await keepCheckpoint(world, text)
}

function faultOfRegister(
  ctx: TransactionContext,
  seals: ChainSeals,
  signer: CheckpointSigner,
  head: HeadRow | undefined,
  kept?: Checkpoint,
) {
  if (!head || head.position === 0) return gone
  if (!isHeadSealed(seals, head)) return 'The seal of the register of logs does not match'
  return kept && contradiction(ctx.db, signer, kept)
}

const goesOn = (seals: ChainSeals, row: MovedRow): boolean => {
  const { slug: _slug, noted_position: noted, noted_hash: hash, at_noted: there, ...chain } = row
  const stands = noted === chain.anchor_position ? chain.anchor_hash : there
  return seals.holds(chainSeal(chain), chain.seal) && stands !== null && sameBytes(stands, hash)
}

/** A fault stays in the server log, the metrics, and the health page until it is fixed. */
function report(ctx: TransactionContext, faults: readonly string[]): void {
  if (faults.length === 0) return lower(ctx, 'log')
  raise(ctx, 'log', 'The activity log needs your attention. Run claviger admin verify-log')
  for (const fault of faults) ctx.log.error({ fault }, 'the activity log was changed: run verify-log')
}
