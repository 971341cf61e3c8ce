import type { ExtensionInfo, PageMessage } from '@claviger/contract/keys/extension'

// Runs inside our own pages. Only what the page itself says, in its own window, goes on to the worker, which checks it.

const says: PageMessage['source'] = 'claviger-page'

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
introduce()
