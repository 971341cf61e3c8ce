import type { Db } from '#platform/db/db.ts'
import { sameBytes } from '#platform/secrets/seal.ts'
import { noHash } from '../line.ts'
import type { ChainRow } from '../log-chain.store.ts'
import type { ChainSeals } from '../seals.ts'
import type { ChainFault } from '../chain-walk.ts'
import type { Checkpoint, CheckpointSigner } from './checkpoints.ts'
import { contradiction, digestOf, hashOfEntry, isHeadSealed, signedHead } from './register.ts'
import {
  type RegisterEntryRow,
  entriesAfter,
  entryAt,
  hashAt,
  type KnownRow,
  knownChains,
  readHead,
} from './register.store.ts'

export interface RegisterVerdict {
  begunAt: string | null
  chains: number
  checkpoint: string | null
  publicKey: string
  fault: string | null
}

const batch = 1000

export async function verifyRegister(
  db: Db,
  seals: ChainSeals,
  signer: CheckpointSigner,
  sent: readonly Checkpoint[],
): Promise<RegisterVerdict> {
  const fault = (await walkRegister(db, seals)) ?? (await firstContradiction(db, signer, sent))
  return {
    begunAt: (await entryAt(db, 1))?.at.toISOString() ?? null,
    chains: (await knownChains(db)).filter(one => one.ended_at === null).length,
    checkpoint: (fault === undefined && (await signedHead(db, seals, signer))) || null,
    publicKey: signer.publicKey,
    fault: fault ?? null,
  }
}

async function firstContradiction(
  db: Db,
  signer: CheckpointSigner,
  sent: readonly Checkpoint[],
): Promise<string | undefined> {
  for (const one of sent) {
    const found = await contradiction(db, signer, one)
    if (found !== undefined) return found
  }
  return undefined
}

async function walkRegister(db: Db, seals: ChainSeals): Promise<string | undefined> {
  const head = await readHead(db)
  if (!head || head.position === 0) return 'The register of logs was removed'
  const begun = new Map<string, string>()
  let last: RegisterEntryRow | undefined
  for (let more = true; more;) {
    const entries: RegisterEntryRow[] = await entriesAfter(db, last?.position ?? 0, batch)
    for (const entry of entries) {
      const position = (last?.position ?? 0) + 1
      if (entry.position !== position) return `Line ${position} of the register of logs was removed`
      if (!hashOfEntry(last?.hash ?? noHash, entry).equals(entry.hash))
        return `Line ${position} of the register of logs does not match its hash`
      if (entry.event === 'begun' && entry.chain !== null) begun.set(entry.chain, entry.says)
      last = entry
    }
    more = entries.length === batch
  }
  if (!last || !isHeadSealed(seals, head) || last.position !== head.position || !last.hash.equals(head.hash))
    return 'The end of the register of logs does not match its seal: entries were removed or rewritten'
  const known = await knownChains(db)
  const says = ({ slug, genesis }: KnownRow) => JSON.stringify({ slug, genesis: genesis.toString('hex') })
  const strange = known.find(row => begun.get(row.chain) !== says(row))
  if (strange) return `The register of logs contains two different starts of the log of ${strange.slug}`
  const missing = [...begun.keys()].find(chain => !known.some(row => row.chain === chain))
  if (missing !== undefined)
    return `The entry of the log of ${(JSON.parse(begun.get(missing) ?? '{}') as { slug?: string }).slug} was removed`
  return sameBytes(digestOf(known), last.digest) ? undefined : 'The entries of the register of logs were changed'
}

const broken = (says: string): ChainFault => ({ kind: 'register', position: null, line: null, says })

export async function faultByRegister(
  db: Db,
  of: { id: string; created_at: Date; demo: boolean },
  chain: ChainRow | undefined,
  known: KnownRow | undefined,
  begunAt: string | null,
): Promise<ChainFault | undefined> {
  if (!known)
    return chain && broken("The register doesn't contain this log: its chain wasn't started by this installation")
  const since = known.begun_at.toISOString()
  if (!chain) return broken(`The entire log or its chain was removed. It was started ${since}`)
  if (known.ended_at !== null) return broken(`This log ended ${known.ended_at.toISOString()} and can't continue`)
  // Demo data is dated before its workspace was created
  if (!of.demo && begunAt !== null && of.created_at.getTime() < Date.parse(begunAt) - patience)
    return broken(`The register was started ${begunAt}, later than this workspace. Earlier entries are not proven`)
  const first = chain.anchor_position === 0 ? await hashAt(db, of.id, 1) : undefined
  if (first && !first.equals(known.genesis)) return broken(`The chain isn't the one that was started ${since}`)
  const { noted_position: position } = known
  const noted = position === chain.anchor_position ? chain.anchor_hash : await hashAt(db, of.id, position)
  return noted?.equals(known.noted_hash)
    ? undefined
    : broken(
        `The log does not continue from position ${position}, which the register recorded: it was rolled back or rewritten`,
      )
}

const patience = 10 * 60_000
