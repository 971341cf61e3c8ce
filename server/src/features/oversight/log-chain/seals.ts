import { keyedHash, sameBytes } from '../../../ground/secrets/seal.ts'
import { installationSecret } from '../../../ground/secrets/secrets.ts'
import type { World } from '../../../ground/world.ts'
import type { ChainRow, LinkingRow } from './log-chain.store.ts'

/** Seals and checks; the key is a secret of the installation, so a new master key leaves all seals good. */
export interface Seals {
  make(of: Sealed): Buffer
  holds(of: Sealed, seal: Uint8Array | null): boolean
}

type Sealed = ChainSeal | PlaceSeal | PassSeal | RegisterSeal

/** Both ends of a workspace's chain. */
interface ChainSeal {
  what: 'chain'
  workspace: string
  anchorPosition: number
  anchorHash: Uint8Array
  position: number
  hash: Uint8Array
  at: Date
}

/** One place on the way. */
interface PlaceSeal {
  what: 'place'
  workspace: string
  position: number
  hash: Uint8Array
  at: Date
}

/** The head of the register of chains. */
interface RegisterSeal {
  what: 'register'
  position: number
  hash: Uint8Array
  at: Date | null
}

/** How far the installation has come. */
interface PassSeal {
  what: 'pass'
  below: string
  at: Date | null
  mark: string | null
  markAt: Date | null
}

const known = new WeakMap<World['superPool'], Promise<Buffer>>()

/** The seals of this installation. */
export async function openSeals(world: World): Promise<Seals> {
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
  if (of.what === 'pass') return JSON.stringify([of.what, of.below, of.at, of.mark, of.markAt])
  if (of.what === 'register') return JSON.stringify([of.what, of.position, hex(of.hash), of.at])
  const place = [of.what, of.workspace, of.position, hex(of.hash), of.at]
  return JSON.stringify(of.what === 'place' ? place : [...place, of.anchorPosition, hex(of.anchorHash)])
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

/** What a seal of the linking says. */
export const passSeal = ({ linked_below: below, passed_at: at, mark, mark_at: markAt }: LinkingRow) =>
  ({ what: 'pass', below, at, mark, markAt }) as const
