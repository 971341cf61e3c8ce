import { PageMessage } from '@claviger/contract/keys/extension'
import * as z from 'zod/mini'
import { logEvent } from '../card/log.ts'
import { answerAlways, registration } from '../card/card-settings.ts'
import { settleProxy, reportTap } from '../proxy.ts'
import type { TapMessage } from './page-link.ts'

/** Registers the content script for pages of the registered server only. */
export async function linkPages(): Promise<void> {
  const app = await registration()
  await chrome.scripting.unregisterContentScripts().catch(() => undefined)
  if (app === undefined) return
  await chrome.scripting.registerContentScripts([
    { id: 'page-link', js: ['page-link.js'], matches: [`${app.server}/*`], runAt: 'document_start' },
  ])
}

// Ignore tabs without our content script
const tell = (tab: number, what: TapMessage) =>
  chrome.tabs.sendMessage(tab, what, { frameId: 0 }).catch(() => undefined)

/** Sends a card tapped at the extension to pages of the registered server; only waiting pages accept it. */
export async function tellPages(card: string): Promise<void> {
  const app = await registration()
  if (app === undefined) return
  const tabs = await chrome.tabs.query({ url: `${app.server}/*` })
  const ids = tabs.flatMap(({ id }) => id ?? [])
  await Promise.all(ids.map(id => tell(id, { card })))
}

async function act(message: PageMessage, tab: number | undefined): Promise<void> {
  switch (message.type) {
    case 'GET_LOGIN_INFO':
      return
    case 'CARD_TAPPED':
      await reportTap(message.payload.cardId)
      return
    case 'SSO_AUTOMATION':
      // Only web addresses, never a script or a file
      if (tab !== undefined && /^https:|^http:\/\/([\w-]+\.)*localhost[:/]/.test(message.payload.url))
        await chrome.tabs.update(tab, { url: message.payload.url })
      return
    case 'AUTHENTICATOR_ONBOARDING_START':
      await answerAlways(true)
      await settleProxy()
      return
    case 'CARD_WANTED':
      if (tab !== undefined) await tell(tab, { wanted: message.payload.wanted })
      return
    case 'CHANGE_SERVER_ON_PREMISE':
      await chrome.tabs.create({ url: `options.html#${encodeURIComponent(new URL(message.payload.url).origin)}` })
  }
}

/** Handles a message of a registered server's page; resolves to false for other origins. */
export async function onPageMessage(said: unknown, sender: chrome.runtime.MessageSender): Promise<boolean> {
  const app = await registration()
  if (app === undefined || sender.origin !== app.server || sender.frameId !== 0) return false
  const { success, data } = z.safeParse(PageMessage, said)
  if (!success) return false
  logEvent('page-message', new URL(app.server).host, data.type)
  await act(data, sender.tab?.id)
  return true
}
