import { arch, platform } from 'node:os'
import { isOlder } from '@claviger/contract/platform/versions'
import own from '../../package.json' with { type: 'json' }

// Calls of card clients (docs/protocols/access-key.md).

const base = '/apis/access-key-cli/v1'
const patience = 20_000

export class ServerRefusal extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export interface App {
  readonly server: string
  readonly appToken: string
  readonly computerId: string
}

/** Calls the server, below the card client prefix unless `under` is given. @throws ServerRefusal */
export const post = <T>(server: string, path: string, authorization: string, body: unknown, under = base): Promise<T> =>
  send(server + under + path, authorization, { method: 'POST', body: JSON.stringify(body) })

async function send<T>(address: string, authorization: string, call: { method: string; body?: string }): Promise<T> {
  const answer = await fetch(address, {
    ...call,
    redirect: 'error',
    signal: AbortSignal.timeout(patience),
    headers: {
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
      authorization,
      platform: `${platform()}-${arch()}`,
      client: 'claviger-reader',
      'app-version': own.version,
    },
  }).catch(() => {
    throw new ServerRefusal('unreachable', `${new URL(address).origin} does not answer`)
  })
  const said = (await answer.json().catch(() => ({}))) as T & { code?: string; message?: string }
  if (!answer.ok) throw new ServerRefusal(said.code ?? String(answer.status), said.message ?? answer.statusText)
  return said
}

export interface Reading {
  readonly format: 'none' | 'dec' | 'hex'
  readonly reversed: boolean
}

export interface RegisteredReader {
  readonly appToken: string
  readonly workspace: { readonly name: string }
  readonly reading: Reading
}

/** The workspace's current reader settings; `newer` is the server's version, if this program is older. */
export async function ownRegistration({ server, appToken }: Pick<App, 'server' | 'appToken'>) {
  const { serverVersion, reading } = await send<{ serverVersion: string; reading: Reading }>(
    `${server}${base}/app`,
    appToken,
    { method: 'GET' },
  )
  return { reading, newer: isOlder(own.version, serverVersion) ? serverVersion : undefined }
}

export const register = (
  server: string,
  clientsKey: string,
  as: { name: string; computerId: string; fingerprints?: { model: string; publicKey: string } },
): Promise<RegisteredReader> => post(server, '/apps', clientsKey, as)

export interface KeyStanding {
  readonly status: 'active' | 'pending' | 'suspended' | 'blocked' | 'waiting' | 'unknown'
  readonly pin: 'set' | 'due' | 'page' | null
}

export const standingOf = ({ server, appToken }: App, cardId: string): Promise<KeyStanding> =>
  post(server, '/security-keys/status', appToken, { cardId, format: 'hex' })

export interface Account {
  readonly id: string
  readonly name: string
  /** Belongs to the card's owner; otherwise it is shared with them. */
  readonly own: boolean
  readonly isDefault: boolean
}

export const accountsOf = async ({ server, appToken }: App, cardId: string): Promise<readonly Account[]> =>
  (await post<{ items: Account[] }>(server, '/security-keys/accounts', appToken, { cardId, format: 'hex' })).items

// CTAP 2.1 §8.2: status for refusals that CTAP has no specific code for
export const denied = 0x27
const statuses: Record<string, number> = { unreachable: 0x05, 'not-ready': 0x05, 'too-many': 0x06 }

/** Maps the server's refusal to a CTAP status. */
export const statusOf = ({ code }: ServerRefusal): number => statuses[code] ?? denied

export interface RefusedTap {
  readonly message: string
  /** Where the user can meet the missing requirements; then the card can be tapped again. */
  readonly signIn?: string
}

/** What the user reads about a refused tap. */
export const wordsOf = ({ message, signIn }: RefusedTap): string =>
  signIn === undefined ? message : `${message} Sign in, then tap again: ${signIn}`

interface Reply {
  readonly response: string
  readonly session: string
  readonly refused?: RefusedTap
}

/**
 * Forwards one tap's CTAP requests to the server-side card, for one of its accounts or, by default, its owner's. Maps
 * refusals to CTAP statuses and prints them with `tell`.
 */
export function carrier(
  { server, appToken, computerId }: App,
  { cardId, account }: { readonly cardId: string; readonly account: string | undefined },
  tell: (words: string) => void,
) {
  let session: string | undefined
  return async (request: Uint8Array): Promise<Uint8Array> => {
    const text = Buffer.from(request).toString('base64url')
    const body = { cardId, format: 'hex', computerId, request: text, session, account }
    try {
      const path = '/security-keys/execute-request'
      const reply = await post<Reply>(server, path, appToken, body)
      session = reply.session
      if (reply.refused) tell(wordsOf(reply.refused))
      return Buffer.from(reply.response, 'base64url')
    } catch (error) {
      if (!(error instanceof ServerRefusal)) throw error
      tell(error.message)
      return Uint8Array.of(statusOf(error))
    }
  }
}
