import { keyedHash, sameBytes } from '#platform/secrets/seal.ts'
import { installationSecret } from '#platform/secrets/secrets.ts'
import type { AppContext } from '#platform/app-context.ts'
import type { LinkingRow } from './linking.store.ts'
import type { ChainRow } from './log-chain.store.ts'

/** Seals and verifies; the key is an installation secret, so seals stay valid when the master key changes. */
export interface ChainSeals {
  make(of: Sealed): Buffer
  holds(of: Sealed, seal: Uint8Array | null): boolean
}

type Sealed = ChainSeal | PlaceSeal | PassSeal | RegisterSeal

interface ChainSeal {
  what: 'chain'
  workspace: string
  anchorPosition: number
  anchorHash: Uint8Array
  position: number
  hash: Uint8Array
  at: Date
}

interface PlaceSeal {
  what: 'place'
  workspace: string
  position: number
  hash: Uint8Array
  at: Date
}

interface RegisterSeal {
  what: 'register'
  position: number
  hash: Uint8Array
  at: Date | null
}

interface PassSeal {
  what: 'pass'
  workspace: string
  below: string
  begunBelow: string
  allBelow: string
  at: Date
  mark: string | null
  markAt: Date | null
}

const known = new WeakMap<AppContext['superPool'], Promise<Buffer>>()

export async function openSeals(world: AppContext): Promise<ChainSeals> {
  const asked = known.get(world.superPool) ?? installationSecret(world.superPool, world.sealer, 'log-seals')
  known.set(world.superPool, asked)
  const key = await asked.catch((error: unknown) => {
    known.delete(world.superPool)
    throw error
  })
  const make = (of: Sealed) => keyedHash(key, 'log-seal', textOf(of))
  return { make, holds: (of, seal) => seal !== null && sameBytes(make(of), seal) }
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

function textOf(of: Sealed): string {
  if (of.what === 'pass')
    return JSON.stringify([of.what, of.workspace, of.below, of.begunBelow, of.allBelow, of.at, of.mark, of.markAt])
  if (of.what === 'register') return JSON.stringify([of.what, of.position, hex(of.hash), of.at])
  const place = [of.what, of.workspace, of.position, hex(of.hash), of.at]
  return JSON.stringify(of.what === 'place' ? place : [...place, of.anchorPosition, hex(of.anchorHash)])
}

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

export const passSeal = (row: Omit<LinkingRow, 'seal'>) =>
  ({
    what: 'pass',
    workspace: row.workspace_id,
    below: row.linked_below,
    begunBelow: row.begun_below,
    allBelow: row.all_below,
    at: row.passed_at,
    mark: row.mark,
    markAt: row.mark_at,
  }) as const
