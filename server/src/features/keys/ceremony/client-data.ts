import { timingSafeEqual } from 'node:crypto'
import { CeremonyError, type CeremonyExpectation } from './ceremony.ts'

export interface ClientData {
  readonly type: string
  readonly challenge: string
  readonly origin: string
  readonly crossOrigin: boolean
  readonly topOrigin: string | undefined
  readonly tokenBinding: unknown
}

interface Facts {
  readonly client: ClientData
  readonly expected: CeremonyExpectation
}

const malformed = (message: string) => new CeremonyError('malformed', '§5.8.1', message)

// Fatal, and it strips a leading byte order mark as "UTF-8 decode" does.
const utf8 = new TextDecoder('utf-8', { fatal: true })

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw malformed('The client data is not JSON')
  }
}

/** Parses the client data, ignoring unknown members: browsers may add some at any time. */
export function readClientData(bytes: Uint8Array): ClientData {
  const said = parse(bytes)
  if (typeof said !== 'object' || said === null) throw malformed('The client data is not an object')
  const { type, challenge, origin, crossOrigin = false, topOrigin, tokenBinding } = said as Record<string, unknown>
  if (typeof type !== 'string' || typeof challenge !== 'string' || typeof origin !== 'string') {
    throw malformed('The client data has no type, challenge, or origin')
  }
  if (typeof crossOrigin !== 'boolean') throw malformed('crossOrigin is not a Boolean')
  if (topOrigin !== undefined && typeof topOrigin !== 'string') throw malformed('topOrigin is not a string')
  return { type, challenge, origin, crossOrigin, topOrigin, tokenBinding }
}

export const isOfType =
  (type: 'webauthn.create' | 'webauthn.get') =>
  ({ client }: Facts): boolean =>
    client.type === type

/** Compares in constant time, so that a challenge can't be guessed byte by byte. */
export function answersChallenge({ client, expected }: Facts): boolean {
  const given = Buffer.from(client.challenge)
  const wanted = Buffer.from(expected.challenge)
  return wanted.length > 0 && given.length === wanted.length && timingSafeEqual(given, wanted)
}

export const isOwnOrigin = ({ client, expected }: Facts): boolean => expected.origins.includes(client.origin)

export const mayBeFramed = ({ client, expected }: Facts): boolean =>
  !client.crossOrigin || expected.topOrigins !== undefined

/** A framed page names its top origin; an unframed page names none. */
export const isFrameAllowed = ({ client, expected }: Facts): boolean =>
  client.topOrigin === undefined || (client.crossOrigin && (expected.topOrigins?.includes(client.topOrigin) ?? false))

/** Level 3 reserves the member; an object in it claims a channel binding that this server never negotiates. */
export const claimsNoTokenBinding = ({ client }: Facts): boolean =>
  typeof client.tokenBinding !== 'object' || client.tokenBinding === null
