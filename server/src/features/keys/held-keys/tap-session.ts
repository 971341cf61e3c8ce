import { decode, encode } from 'cborg'
import { keyedHash } from '#platform/secrets/seal.ts'
import { type SealedSubject, sealer, type Sealer } from '#platform/secrets/seal.ts'
import type { AppContext } from '#platform/app-context.ts'
import type { Session } from '../authenticator/authenticator.session.ts'

/** How long a session is kept after its last request, ms: the lifetime of a PIN token. */
export const SESSION_LASTS = 600_000

// A separate key per session, so that the master key's number of uses stays small
const sealerOf = (world: Pick<AppContext, 'hashKey'>, id: string): Sealer =>
  sealer([keyedHash(world.hashKey, 'tap-session', id)])

const about = (id: string, key: string): SealedSubject => `tap_sessions:state:${id} of ${key}`

export const bytesOfSession = (session: Session): Uint8Array => encode(session)
export const sessionOfBytes = (bytes: Uint8Array): Session => decode(bytes) as Session

export const sealForTap = (world: Pick<AppContext, 'hashKey'>, id: string, key: string, bytes: Uint8Array): Buffer =>
  sealerOf(world, id).seal(bytes, about(id, key))

export const openedTap = (world: Pick<AppContext, 'hashKey'>, id: string, key: string, state: Uint8Array): Buffer =>
  sealerOf(world, id).open(state, about(id, key))
