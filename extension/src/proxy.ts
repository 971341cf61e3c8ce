import { cardAsRead } from '@claviger/contract/keys/card-numbers'
import { carrier } from './card/access-key.ts'
import { accountFor, accountsOfTap } from './card/choice.ts'
import { logEvent } from './card/log.ts'
import { answersAlways, heldCard, type HeldCard, holdCard, registration } from './card/card-settings.ts'
import { create } from './ceremony/create.ts'
import { get } from './ceremony/get-passkey.ts'
import type { CreateOptions, GetOptions } from './ceremony/options.ts'
import { CeremonyRefused } from './ceremony/ceremony-refusals.ts'
import { conversation } from './conversation.ts'
import { cardClient } from './ctap/card-client.ts'
import { CardStatusError, status } from './ctap/ctap-status.ts'

const proxy = chrome.webAuthenticationProxy
const open = new Map<number, AbortController>()
const patience = 300_000

/** Attaches as the WebAuthn proxy while a card is present, or always if configured; detaches afterwards. */
export async function settleProxy(): Promise<void> {
  const ready = (await registration()) !== undefined
  const wanted = ready && (open.size > 0 || (await answersAlways()) || (await heldCard()) !== undefined)
  const { attached = false } = await chrome.storage.session.get<{ attached?: boolean }>('attached')
  if (wanted === attached) return
  // If another extension is attached, Chromium returns an error message instead of throwing
  const error = wanted ? await proxy.attach() : await proxy.detach()
  if (error) logEvent('proxy-taken', undefined, error)
  else await chrome.storage.session.set({ attached: wanted })
}

/** A card was tapped: for one minute, it answers WebAuthn requests of any page. */
export async function reportTap(text: string): Promise<boolean> {
  const app = await registration()
  const cardId = app && cardAsRead(text, app.reading)
  if (app === undefined || cardId === undefined) {
    logEvent('card-unreadable')
    return false
  }
  const card = await holdCard(cardId)
  await chrome.alarms.create('card', { when: card.until })
  logEvent('card-tapped')
  await settleProxy()
  // The server's refusal is shown when a site sends a request
  await accountsOfTap(app, card).catch(() => undefined)
  return true
}

const errors = new Map<number, [name: string, told?: string]>([
  [status.excluded, ['InvalidStateError', 'excluded']],
  [status.algorithm, ['NotSupportedError']],
  [status.noCredentials, ['NotAllowedError', 'noCredentials']],
  [status.full, ['NotAllowedError', 'full']],
  [status.denied, ['NotAllowedError', 'denied']],
  [status.busy, ['NotAllowedError', 'tooMany']],
])

export function refusalOf(error: unknown): CeremonyRefused {
  if (error instanceof CeremonyRefused) return error
  const [name = 'NotAllowedError', told] = (error instanceof CardStatusError && errors.get(error.status)) || []
  return new CeremonyRefused(name, error instanceof Error ? error.message : String(error), told ?? 'failed')
}

export type Conversation = ReturnType<typeof conversation>

/** The tapped card; otherwise asks for one in the small window. */
export async function cardFor(site: string, talk: Conversation): Promise<HeldCard> {
  for (;;) {
    const card = await heldCard()
    if (card) return card
    const answer = await talk.ask({ ask: 'card', site })
    await reportTap(answer.card ?? '')
  }
}

async function credentialFor(options: CreateOptions | GetOptions, site: string, talk: Conversation) {
  const app = await registration()
  if (app === undefined) throw new CeremonyRefused('NotAllowedError', "The extension isn't set up", 'notSetUp')
  const held = await cardFor(site, talk)
  const act = 'rp' in options ? 'create' : 'get'
  const account = await accountFor(act, app, held, {
    rpId: 'rp' in options ? undefined : options.rpId,
    choose: async opened => (await talk.ask({ ask: 'opened', site, opened })).opened ?? '',
  })
  const card = cardClient(carrier(app, held.cardId, account).send)
  const askPin = async (left?: number) => (await talk.ask({ ask: 'pin', site, left })).pin ?? ''
  if ('rp' in options) return create(options, card, askPin)
  return get(options, card, askPin, async accounts => (await talk.ask({ ask: 'account', site, accounts })).account ?? 0)
}

/** Leads users to what the workspace still requires, and then asks for the card again. */
async function credentialOnceMet(options: CreateOptions | GetOptions, site: string, talk: Conversation) {
  for (;;)
    try {
      return await credentialFor(options, site, talk)
    } catch (error) {
      if (!(error instanceof CeremonyRefused) || error.signIn === undefined) throw error
      logEvent('sign-in-required', site, error.words)
      await talk.ask({ ask: 'sign-in', site, words: error.words ?? '', address: error.signIn })
    }
}

interface Reply {
  readonly requestId: number
  readonly responseJson?: string
  readonly error?: { readonly name: string; readonly message: string }
}

async function serve(requestId: number, json: string, complete: (reply: Reply) => Promise<void>): Promise<void> {
  const stop = new AbortController()
  open.set(requestId, stop)
  // Chrome suspends a service worker after 30 seconds without activity, even while it waits for the user
  const awake = setInterval(() => void chrome.runtime.getPlatformInfo(), 20_000)
  const talk = conversation(stop.signal)
  const options = JSON.parse(json) as CreateOptions | GetOptions
  const late = setTimeout(() => stop.abort(), options.timeout ?? patience)
  // A request that the page aborted can't be completed anymore
  const reply = (words: Omit<Reply, 'requestId'>) => complete({ requestId, ...words }).catch(() => undefined)
  const site = new URL(options.extensions?.remoteDesktopClientOverride?.origin ?? 'https://unknown').host
  const act = 'rp' in options ? 'create' : 'get'
  try {
    const responseJson = JSON.stringify(await credentialOnceMet(options, site, talk))
    await reply({ responseJson })
    logEvent(`${act}-done`, site)
  } catch (error) {
    const { name, message, told, words } = refusalOf(error)
    logEvent(`${act}-refused`, site, told ?? message)
    if (told !== undefined) await talk.read(site, told, words)
    await reply({ error: { name, message } })
  } finally {
    clearInterval(awake)
    clearTimeout(late)
    open.delete(requestId)
    await talk.close()
    await settleProxy()
  }
}

/** Registers the request listeners; must run in the first turn of the service worker. */
export function startProxy(): void {
  proxy.onCreateRequest.addListener(({ requestId, requestDetailsJson }) => {
    void serve(requestId, requestDetailsJson, reply => proxy.completeCreateRequest(reply))
  })
  proxy.onGetRequest.addListener(({ requestId, requestDetailsJson }) => {
    void serve(requestId, requestDetailsJson, reply => proxy.completeGetRequest(reply))
  })
  proxy.onIsUvpaaRequest.addListener(({ requestId }) => {
    void proxy.completeIsUvpaaRequest({ requestId, isUvpaa: false })
  })
  proxy.onRequestCanceled.addListener(requestId => open.get(requestId)?.abort())
}
