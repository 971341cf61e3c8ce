import type { CardRead, ExtensionInfo, PageMessage } from '@claviger/contract/keys/extension'

/** Message from the worker to a page's script: whether the page waits for cards, or which card was tapped. */
export type TapMessage = { readonly wanted: boolean } | { readonly card: string }

// Runs inside our own pages. Forwards only messages from the page's own window to the worker, which validates them.

const says: PageMessage['source'] = 'claviger-page'

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
chrome.runtime.onMessage.addListener((told: TapMessage) => {
  if ('wanted' in told) wanted = told.wanted
  else if (wanted) {
    const read: CardRead = { source: 'claviger-extension', type: 'CARD_READ', payload: { cardId: told.card } }
    window.postMessage(read, location.origin)
  }
})
introduce()
