import { fillMessage } from '@claviger/contract/keys/extension'
import { carrier, type OfferedPassword, passwordOf, passwordsAt, type ToFill } from '../card/access-key.ts'
import { accountFor } from '../card/choice.ts'
import { logEvent } from '../card/log.ts'
import { type Registration, registration } from '../card/card-settings.ts'
import { CeremonyRefused } from '../ceremony/ceremony-refusals.ts'
import { tokenFor } from '../ceremony/verification.ts'
import { conversation } from '../conversation.ts'
import { text64, utf8 } from '../ctap/bytes.ts'
import { cardClient, pinPermissions } from '../ctap/card-client.ts'
import { pinProof } from '../ctap/pin-protocol.ts'
import { cardFor, refusalOf, type Conversation } from '../proxy.ts'
import { fillIn } from './in-page.ts'

/** The page to fill in: a single document, never a later one in the same tab, and never a frame inside it. */
interface Page {
  readonly tab: number
  readonly document: string
  readonly origin: string
}

let busy = false

/**
 * Fills in a stored password on the active page, requested through the popup; that click also grants access to the
 * page. Resolves to ok, or to the message key that explains why it can't start.
 */
export async function fillHere(): Promise<string> {
  const app = await registration()
  if (app === undefined) return 'notSetUp'
  const page = await pageInFront()
  if (typeof page === 'string') return page
  if (busy) return 'working'
  busy = true
  void fill(app, page).finally(() => (busy = false))
  return 'ok'
}

async function pageInFront(): Promise<Page | 'noSite' | 'noField'> {
  const { tabs } = await chrome.windows.getLastFocused({ populate: true, windowTypes: ['normal'] })
  const tab = tabs?.find(({ active }) => active)
  const origin = tab?.url !== undefined && /^https?:/.test(tab.url) ? new URL(tab.url).origin : undefined
  if (tab?.id === undefined || origin === undefined) return 'noSite'
  const target = { tabId: tab.id, frameIds: [0] }
  const looked = await chrome.scripting.executeScript({ target, func: fillIn, args: [origin, null] }).catch(() => [])
  const [top] = looked
  if (top?.result !== 'ready') return top === undefined ? 'noSite' : 'noField'
  return { tab: tab.id, document: top.documentId, origin }
}

const refuse = (message: string, told: string) => new CeremonyRefused('NotAllowedError', message, told)

async function fill(app: Registration, page: Page): Promise<void> {
  const stop = new AbortController()
  // Chrome suspends a service worker after 30 seconds without activity, even while it waits for the user
  const awake = setInterval(() => void chrome.runtime.getPlatformInfo(), 20_000)
  const talk = conversation(stop.signal)
  const { host } = new URL(page.origin)
  try {
    const { username, password } = await handedOut(app, page.origin, host, talk)
    const target = { tabId: page.tab, documentIds: [page.document] }
    const args: Parameters<typeof fillIn> = [page.origin, { username, password }]
    const [top] = await chrome.scripting.executeScript({ target, func: fillIn, args }).catch(() => [])
    if (top?.result !== 'filled') throw refuse('The page has changed', 'otherPage')
    logEvent('password-filled', host)
  } catch (error) {
    const { message, told, words } = refusalOf(error)
    logEvent('password-refused', host, told ?? message)
    if (told !== undefined) await talk.read(host, told, words)
  } finally {
    clearInterval(awake)
    await talk.close()
  }
}

async function handedOut(app: Registration, origin: string, site: string, talk: Conversation) {
  const held = await cardFor(site, talk)
  const rpId = new URL(origin).hostname
  const account = await accountFor('get', app, held, {
    rpId,
    choose: async opened => (await talk.ask({ ask: 'opened', site, opened })).opened ?? '',
  })
  const where = { cardId: held.cardId, account, origin }
  const offered = await passwordsAt(app, where)
  const accounts = offered.map(({ username }) => username)
  const place = offered.length > 1 ? ((await talk.ask({ ask: 'account', site, accounts })).account ?? 0) : 0
  const chosen = offered[place]
  if (chosen === undefined) throw refuse('No password is stored for this site', 'noPassword')
  return passwordOf(app, where, chosen.id, chosen.pinRequired ? await pinShown(app, where, chosen, talk, site) : {})
}

async function pinShown(app: Registration, where: ToFill, { id }: OfferedPassword, talk: Conversation, site: string) {
  const tap = carrier(app, where.cardId, where.account)
  const want = {
    verification: 'required',
    permission: pinPermissions.get,
    rpId: new URL(where.origin).hostname,
  } as const
  const askPin = async (left?: number) => (await talk.ask({ ask: 'pin', site, left })).pin ?? ''
  const token = await tokenFor(cardClient(tap.send), want, askPin)
  if (token === undefined) throw refuse("The card can't verify its holder", 'pinNone')
  const shown = await pinProof(token, utf8(fillMessage(id, where.origin)))
  return { session: tap.session(), proof: text64(shown) }
}
