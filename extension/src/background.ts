import * as z from 'zod/mini'
import { ServerRefusal, register } from './card/access-key.ts'
import { logEvent } from './card/log.ts'
import { answerAlways, dropCard, forgetRegistration, keepRegistration, noteOfCard } from './card/card-settings.ts'
import { acceptPort } from './conversation.ts'
import { fillHere } from './filling/filling.ts'
import { onPageMessage, linkPages, tellPages } from './page-link/page-messages.ts'
import { startProxy, settleProxy, reportTap } from './proxy.ts'

// Extension pages must not evaluate code from strings
z.config({ jitless: true })

export type Wish =
  | { readonly wish: 'register'; readonly server: string; readonly clientsKey: string; readonly name: string }
  | { readonly wish: 'forget' }
  | { readonly wish: 'answer always'; readonly always: boolean }
  | { readonly wish: 'tapped'; readonly text: string }
  | { readonly wish: 'fill' }
  | { readonly wish: 'open'; readonly cardId: string; readonly account: string }

async function granted(wish: Wish): Promise<string> {
  switch (wish.wish) {
    case 'register':
      await keepRegistration(await register(wish.server, wish.clientsKey, wish.name))
      logEvent('registered', new URL(wish.server).host)
      break
    case 'forget':
      await Promise.all([forgetRegistration(), dropCard()])
      logEvent('forgotten')
      break
    case 'answer always':
      await answerAlways(wish.always)
      break
    case 'open':
      await noteOfCard(wish.cardId, { account: wish.account })
      return 'ok'
    case 'fill':
      return fillHere()
    case 'tapped':
      if (!(await reportTap(wish.text))) return 'cardUnreadable'
      await tellPages(wish.text)
      return 'ok'
  }
  await Promise.all([linkPages(), settleProxy()])
  return 'ok'
}

const codeOf = (error: unknown) => (error instanceof ServerRefusal ? `${error.code}: ${error.message}` : String(error))

chrome.runtime.onMessage.addListener((said: { page?: unknown } | Wish, sender, reply) => {
  // Content scripts have a web page's origin; only our own pages have the extension's
  const ours = sender.id === chrome.runtime.id && sender.origin === location.origin
  if ('wish' in said && ours) void granted(said).then(reply, (error: unknown) => reply(codeOf(error)))
  else if ('page' in said) void onPageMessage(said.page, sender).then(reply, () => reply(false))
  else return false
  return true
})
chrome.runtime.onConnect.addListener(acceptPort)
chrome.alarms.onAlarm.addListener(() => void settleProxy())
chrome.runtime.onInstalled.addListener(() => void linkPages())
chrome.runtime.onStartup.addListener(() => void settleProxy())
void chrome.storage.local.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' })
startProxy()
