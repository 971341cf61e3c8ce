import { queriesOn } from '#platform/db/db.ts'
import type { Db } from '#platform/db/db.ts'
import { minutes } from '#platform/clock.ts'
import type { AppContext } from '#platform/app-context.ts'
import { transact } from '#platform/db/transaction.ts'
import { chainKeeper } from './chain-keeper.ts'
import { linkLog } from './log-chain.ts'
import { horizonOf } from './linking.store.ts'
import { findChain, firstWithoutPlace, linksAfter, sealsOf, workspacesWithLog } from './log-chain.store.ts'
import { newestStoredCheckpoint } from './register/checkpoint-file.ts'
import { type Checkpoint, openSigner } from './register/checkpoints.ts'
import { knownChain, knownChains } from './register/register.store.ts'
import { faultByRegister, type RegisterVerdict, verifyRegister } from './register/verify-register.ts'
import { chainSeal, openSeals, type ChainSeals } from './seals.ts'
import { BrokenChain, type ChainFault, missingLinesFault, unchainedLineFault, walkChain } from './chain-walk.ts'

export interface LogVerification {
  workspace: string
  checked: number
  /** The last position, to be compared with an exported one. */
  head: { position: number; hash: string; sealedAt: string } | null
  fault: ChainFault | null
}

export interface NotedPlace {
  position: number
  hash: string
}

interface Wanted {
  slug?: string | undefined
  noted?: NotedPlace | undefined
  checkpoint?: Checkpoint | undefined
  register?: (verdict: RegisterVerdict) => void
  progress?: (workspace: string, checked: number) => void
}

/**
 * Verifies the logs of all workspaces, or of one, against chains and seals, each at one instant. Links new
 * lines first. Stops at a workspace's first fault.
 */
export async function* verifyLog(world: AppContext, wanted: Wanted = {}): AsyncGenerator<LogVerification> {
  // Transactions that ended before linking began are linked when it is done, whatever any row claims
  const { ended } = await transact(world, chainKeeper, ctx => horizonOf(ctx.db))
  await linkLog(world, { waits: true })
  const seals = await openSeals(world)
  const signer = await openSigner(world)
  const sent = [await newestStoredCheckpoint(world), wanted.checkpoint].filter(one => one !== undefined)
  const client = await world.superPool.connect()
  const db = queriesOn(query => client.query(query), 'all workspaces')
  try {
    await client.query(begin)
    const register = await verifyRegister(db, seals, signer, sent)
    wanted.register?.(register)
    const known = new Map((await knownChains(db)).map(row => [row.chain, row]))
    const workspaces = await workspacesWithLog(db, wanted.slug)
    await client.query('commit')
    for (const workspace of workspaces) {
      // Its deletion is in progress and takes several transactions
      const ending = known.get(workspace.id)?.ended_at
      if (ending !== undefined && ending !== null) continue
      await client.query(begin)
      yield await verifyOne(world, db, seals, { ...workspace, begunAt: register.begunAt, ended }, wanted)
      await client.query('commit')
      known.delete(workspace.id)
    }
    if (wanted.slug !== undefined) return
    for (const { slug, ended_at: endedAt } of known.values())
      if (endedAt === null)
        yield { workspace: slug, checked: 0, head: null, fault: { ...missingLinesFault(1, 1), says: wholeGone } }
  } finally {
    await client.query('rollback').catch(() => undefined)
    client.release()
  }
}

const begin = 'begin isolation level repeatable read read only; set local statement_timeout = 0'
const wholeGone = 'The workspace and its entire log are missing, but the workspace was not deleted here'

type Workspace = Awaited<ReturnType<typeof workspacesWithLog>>[number] & {
  begunAt: string | null
  ended: string
}

async function verifyOne(
  world: AppContext,
  db: Db,
  seals: ChainSeals,
  of: Workspace,
  wanted: Wanted,
): Promise<LogVerification> {
  const chain = await findChain(db, of.id)
  const verdict: LogVerification = { workspace: of.slug, checked: 0, head: null, fault: null }
  const strangeness = await faultByRegister(db, of, chain, await knownChain(db, of.id), of.begunAt)
  if (!chain && strangeness) return { ...verdict, fault: strangeness }
  if (!chain) {
    // The first line of every log is the creation of its workspace
    const lost =
      (await linksAfter(db, of.id, 0, 1)).length > 0 ||
      world.clock.now().getTime() - of.created_at.getTime() > minutes(60)
    return lost
      ? { ...verdict, fault: { ...missingLinesFault(1, 1), says: 'The entire log or its chain was removed' } }
      : verdict
  }
  verdict.head = { position: chain.position, hash: chain.hash.toString('hex'), sealedAt: chain.sealed_at.toISOString() }
  const sealHolds = seals.holds(chainSeal(chain), chain.seal)
  let { anchor_position: position, anchor_hash: hash } = chain
  let noted = wanted.noted && wanted.noted.position <= position ? undefined : wanted.noted
  try {
    for await (const step of walkChain(db, seals, of.id, { position, hash })) {
      verdict.checked += step.links.length
      position = step.position
      hash = step.hash
      const place = noted && step.links.find(link => link.position === noted?.position)
      if (place && place.hash.toString('hex') !== noted?.hash) throw new BrokenChain(differs(place.position))
      if (place) noted = undefined
      wanted.progress?.(of.slug, verdict.checked)
    }
  } catch (error) {
    if (!(error instanceof BrokenChain)) throw error
    return {
      ...verdict,
      checked: Math.max(0, (error.fault.position ?? 1) - 1 - chain.anchor_position),
      fault: error.fault,
    }
  }
  if (position < chain.position) return { ...verdict, fault: missingLinesFault(position + 1, chain.position) }
  if (!sealHolds || position > chain.position || !hash.equals(chain.hash))
    return { ...verdict, fault: await brokenSeal(db, seals, of.id, chain.position) }
  if (noted) return { ...verdict, fault: missingLinesFault(position + 1, noted.position) }
  if (strangeness) return { ...verdict, fault: strangeness }
  const unlinked = await firstWithoutPlace(db, of.id, of.ended)
  return unlinked ? { ...verdict, fault: unchainedLineFault(unlinked) } : verdict
}

const differs = (position: number): ChainFault => ({
  kind: 'seal',
  position,
  line: null,
  says: `Position ${position} does not have the recorded hash: the log before it was rewritten`,
})

async function brokenSeal(db: Db, seals: ChainSeals, workspace: string, last: number): Promise<ChainFault> {
  const places = await sealsOf(db, workspace, 1, last)
  const proven = places
    .filter(place =>
      seals.holds(
        { what: 'place', workspace, position: place.position, hash: place.hash, at: place.sealed_at },
        place.seal,
      ),
    )
    .map(place => place.position)
  const good = Math.max(0, ...proven)
  const says = `The seal of the chain does not match: it was truncated, or entries after position ${good} were changed or removed and their hashes recalculated`
  return { kind: 'seal', position: good + 1, line: null, says }
}
