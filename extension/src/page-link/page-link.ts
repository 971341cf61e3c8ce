import type { CardRead, ExtensionInfo, PageMessage } from '@claviger/contract/keys/extension'

/** What the worker tells a page's script: that its wish was heard, or which card was tapped. */
export type Told = { readonly wanted: boolean } | { readonly card: string }

// Runs inside our own pages. Only what the page itself says, in its own window, goes on to the worker, which checks it.

const says: PageMessage['source'] = 'claviger-page'

/** Does this page wait for a card? Another page of the same tab has a script of its own. */
let wanted = false

const introduce = () => {
  const payload = { id: chrome.runtime.id, version: chrome.runtime.getManifest().version }
  const info: ExtensionInfo = { source: 'claviger-extension', type: 'EXTENSION_INFO', payload }
  window.postMessage(info, location.origin)
}

async function pass(said: unknown): Promise<void> {
  if (await chrome.runtime.sendMessage<unknown, boolean>({ page: said })) introduce()
}

window.addEventListener('message', ({ source, origin, data }: MessageEvent<{ source?: unknown } | null>) => {
  if (source !== window || origin !== location.origin || data?.source !== says) return
  void pass(data)
})
chrome.runtime.onMessage.addListener((told: Told) => {
  if ('wanted' in told) wanted = told.wanted
  else if (wanted) {
    const read: CardRead = { source: 'claviger-extension', type: 'CARD_READ', payload: { cardId: told.card } }
    window.postMessage(read, location.origin)
  }
})
introduce()
