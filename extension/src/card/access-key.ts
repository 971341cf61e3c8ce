import { type Reading, usualReading } from '@claviger/contract/keys/card-numbers'
import { type Bytes, bytes64, text64 } from '../ctap/bytes.ts'
import type { Send } from '../ctap/card-client.ts'
import { Refused } from '../ceremony/refused.ts'
import { type Account, computerId, type Registration } from './settings.ts'

// The calls of reader software (docs/protocols/access-key.md).

const base = '/apis/access-key-cli/v1'
// Longer than any check of a PIN takes
const patience = 20_000

interface Problem {
  readonly code?: string
  readonly message?: string
}

/** A refusal of the server, by its code. */
export class ServerRefused extends Error {
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
    throw new ServerRefused('unreachable', `${server} does not answer`)
  })
  const said = (await answer.json().catch(() => ({}))) as T & Problem
  if (!answer.ok) throw new ServerRefused(said.code ?? String(answer.status), said.message ?? answer.statusText)
  return said
}

interface Registered {
  readonly appToken: string
  readonly workspace: { readonly name: string }
  readonly reading: Partial<Reading>
}

/** Registers this browser as reader software; the Clients key is not kept. */
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
  if (!(error instanceof ServerRefused)) return error
  // The rules of the workspace speak for themselves, with the reference of what they refused
  if (error.code === 'policy-refused') return new Refused('NotAllowedError', error.code, 'denied', error.message)
  return new Refused('NotAllowedError', error.message, told.get(error.code) ?? 'serverRefused')
}

/** Carries requests to a card, and names the tap that they belong to once there was one. */
export interface Carrier {
  readonly send: Send
  session(): string | undefined
}

interface Reply {
  readonly response: string
  readonly session?: string
  /** The rules of the workspace do not allow it: what the person is to be told. */
  readonly refused?: { readonly message: string }
}

/** Accounts that a card opens, its owner's first; none for a card that cannot be used. With a site, those that may open it. */
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
 * Carries CTAP requests to the card that the server holds; all of one tap go through one of these. The passkeys are those
 * of the account that was chosen; left out, of the owner.
 */
export function carrier({ server, appToken }: Registration, cardId: string, account: string | undefined): Carrier {
  let session: string | undefined
  const send = async (request: Bytes): Promise<Bytes> => {
    const body = { cardId, format: 'hex', computerId: await computerId(), request: text64(request), session, account }
    try {
      const path = '/security-keys/execute-request'
      const reply = await post<Reply>(server, path, appToken, body)
      session = reply.session ?? session
      if (reply.refused) throw new Refused('NotAllowedError', 'The card declined', 'denied', reply.refused.message)
      return bytes64(reply.response)
    } catch (error) {
      throw refused(error)
    }
  }
  return { send, session: () => session }
}

/** A stored password, as far as it is known before it is handed out. */
export interface Offered {
  readonly id: string
  readonly username: string
  readonly pinRequired: boolean
}

/** Where a password is to be filled in, and by which card. */
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

/** Passwords that a card fills in at a site; only their names. */
export const passwordsAt = async (app: Registration, where: ToFill): Promise<readonly Offered[]> =>
  (await askPasswords<{ items: Offered[] }>(app, '', where)).items

/** One password, for the page that is about to be filled in; kept nowhere. */
export const passwordOf = (
  app: Registration,
  where: ToFill,
  id: string,
  shown: { readonly session?: string | undefined; readonly proof?: string },
): Promise<{ readonly username: string; readonly password: string }> =>
  askPasswords(app, `/${encodeURIComponent(id)}/fill`, where, shown)
