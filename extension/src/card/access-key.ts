import { type CardTextFormat, usualReading } from '@claviger/contract/keys/card-numbers'
import { type Bytes, bytes64, text64 } from '../ctap/bytes.ts'
import type { Send } from '../ctap/card-client.ts'
import { CeremonyRefused } from '../ceremony/ceremony-refusals.ts'
import { type Account, computerId, type Registration } from './card-settings.ts'

// Calls of card clients (docs/protocols/access-key.md).

const base = '/apis/access-key-cli/v1'
// Longer than the slowest PIN check; milliseconds
const patience = 20_000

interface Problem {
  readonly code?: string
  readonly message?: string
}

export class ServerRefusal extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

async function post<T>(server: string, path: string, authorization: string, body: unknown): Promise<T> {
  const { version } = chrome.runtime.getManifest()
  const { os } = await chrome.runtime.getPlatformInfo()
  const answer = await fetch(server + base + path, {
    method: 'POST',
    credentials: 'omit',
    redirect: 'error',
    signal: AbortSignal.timeout(patience),
    headers: {
      'content-type': 'application/json',
      authorization,
      platform: os,
      client: 'claviger-extension',
      'app-version': version,
    },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new ServerRefusal('unreachable', `${server} does not answer`)
  })
  const said = (await answer.json().catch(() => ({}))) as T & Problem
  if (!answer.ok) throw new ServerRefusal(said.code ?? String(answer.status), said.message ?? answer.statusText)
  return said
}

interface Registered {
  readonly appToken: string
  readonly workspace: { readonly name: string }
  readonly reading: Partial<CardTextFormat>
}

export async function register(server: string, clientsKey: string, name: string): Promise<Registration> {
  const body = { name, computerId: await computerId() }
  const { appToken, workspace, reading } = await post<Registered>(server, '/apps', clientsKey, body)
  return { server, appToken, workspace: workspace.name, name, reading: { ...usualReading, ...reading } }
}

const told = new Map([
  ['card-unknown', 'cardUnknown'],
  ['key-pending', 'keyPending'],
  ['key-suspended', 'keySuspended'],
  ['key-blocked', 'pinBlocked'],
  ['key-waiting', 'keyWaiting'],
  ['account-not-shared', 'notShared'],
  ['unreachable', 'unreachable'],
  ['too-many', 'tooMany'],
  ['not-ready', 'unreachable'],
  ['pin-needed', 'pinNone'],
  ['not-found', 'noPassword'],
])

const refused = (error: unknown): unknown => {
  if (!(error instanceof ServerRefusal)) return error
  // Show the workspace's own policy message, which contains the reference
  if (error.code === 'policy-refused')
    return new CeremonyRefused('NotAllowedError', error.code, 'denied', error.message)
  return new CeremonyRefused('NotAllowedError', error.message, told.get(error.code) ?? 'serverRefused')
}

/** Forwards CTAP requests to a card; remembers the tap's session after the first response. */
export interface Carrier {
  readonly send: Send
  session(): string | undefined
}

interface Reply {
  readonly response: string
  readonly session?: string
  readonly refused?: { readonly message: string; readonly signIn?: string }
}

/** Accounts that a card opens, owner's first; none for an unusable card. With a site, only those allowed there. */
export async function accountsOf(
  { server, appToken }: Registration,
  cardId: string,
  rpId?: string,
): Promise<readonly Account[]> {
  const asked = { cardId, format: 'hex', rpId }
  const reply = await post<{ items: Account[] }>(server, '/security-keys/accounts', appToken, asked).catch(
    (error: unknown) => {
      throw refused(error)
    },
  )
  return reply.items
}

/**
 * Forwards CTAP requests to the server-side card; one carrier per tap. Uses the passkeys of the chosen account, or of
 * the card's owner by default.
 */
export function carrier({ server, appToken }: Registration, cardId: string, account: string | undefined): Carrier {
  let session: string | undefined
  const send = async (request: Bytes): Promise<Bytes> => {
    const body = { cardId, format: 'hex', computerId: await computerId(), request: text64(request), session, account }
    try {
      const path = '/security-keys/execute-request'
      const reply = await post<Reply>(server, path, appToken, body)
      session = reply.session ?? session
      if (reply.refused) {
        const { message, signIn } = reply.refused
        throw new CeremonyRefused('NotAllowedError', 'The card declined', 'denied', message, signIn)
      }
      return bytes64(reply.response)
    } catch (error) {
      throw refused(error)
    }
  }
  return { send, session: () => session }
}

/** A stored password without its secret. */
export interface OfferedPassword {
  readonly id: string
  readonly username: string
  readonly pinRequired: boolean
}

export interface ToFill {
  readonly cardId: string
  readonly account: string | undefined
  readonly origin: string
}

async function askPasswords<T>(
  { server, appToken }: Registration,
  path: string,
  where: ToFill,
  more: object = {},
): Promise<T> {
  const body = { ...where, format: 'hex', computerId: await computerId(), ...more }
  return post<T>(server, `/passwords${path}`, appToken, body).catch((error: unknown) => {
    throw refused(error)
  })
}

/** Passwords that a card can fill in at a site; names only. */
export const passwordsAt = async (app: Registration, where: ToFill): Promise<readonly OfferedPassword[]> =>
  (await askPasswords<{ items: OfferedPassword[] }>(app, '', where)).items

/** One password, for the page about to be filled in; never stored. */
export const passwordOf = (
  app: Registration,
  where: ToFill,
  id: string,
  shown: { readonly session?: string | undefined; readonly proof?: string },
): Promise<{ readonly username: string; readonly password: string }> =>
  askPasswords(app, `/${encodeURIComponent(id)}/fill`, where, shown)
