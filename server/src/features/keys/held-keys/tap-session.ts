import { decode, encode } from 'cborg'
import { keyedHash } from '../../../ground/secrets/seal.ts'
import { type About, sealer, type Sealer } from '../../../ground/secrets/seal.ts'
import type { World } from '../../../ground/world.ts'
import type { Session } from '../authenticator/authenticator.session.ts'

/** How long a session is kept after its last request, ms: as long as a token that the PIN gave may serve. */
export const SESSION_LASTS = 600_000

// A key of its own for each session: the master key need not count how often it sealed
const sealerOf = (world: Pick<World, 'hashKey'>, id: string): Sealer =>
  sealer([keyedHash(world.hashKey, 'tap-session', id)])

const about = (id: string, key: string): About => `tap_sessions:state:${id} of ${key}`

export const bytesOfSession = (session: Session): Uint8Array => encode(session)
export const sessionOfBytes = (bytes: Uint8Array): Session => decode(bytes) as Session

/** What is stored of a session of a card. */
export const closed = (world: Pick<World, 'hashKey'>, id: string, key: string, bytes: Uint8Array): Buffer =>
  sealerOf(world, id).seal(bytes, about(id, key))

/** The bytes of a session that was stored. */
export const opened = (world: Pick<World, 'hashKey'>, id: string, key: string, state: Uint8Array): Buffer =>
  sealerOf(world, id).open(state, about(id, key))
