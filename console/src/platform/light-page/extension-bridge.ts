import type { ExtensionInfo, PageMessage } from '@claviger/contract/keys/extension'

// Copied from the contract and checked against its types, so that light pages do not load the schemas
export const fromPage: PageMessage['source'] = 'claviger-page'
const fromExtension: ExtensionInfo['source'] = 'claviger-extension'

export type ExtensionEvent =
  | { readonly is: 'extension'; readonly id: string; readonly version: string }
  | { readonly is: 'read'; readonly text: string; readonly at: 'extension' }

const isText = (value: unknown): value is string => typeof value === 'string'

/** Parses a window message; null unless it comes from the extension and this origin. */
export function readExtensionEvent(origin: string, here: string, data: unknown): ExtensionEvent | null {
  if (origin !== here || typeof data !== 'object' || data === null) return null
  const { source, type, payload } = data as { source?: unknown; type?: unknown; payload?: Record<string, unknown> }
  if (source !== fromExtension) return null
  if (type === 'EXTENSION_INFO' && isText(payload?.['id']) && isText(payload['version']))
    return { is: 'extension', id: payload['id'], version: payload['version'] }
  if (type === 'CARD_READ' && isText(payload?.['cardId']))
    return { is: 'read', text: payload['cardId'].slice(0, 200), at: 'extension' }
  return null
}

export function listenToExtension(tell: (event: ExtensionEvent) => void): () => void {
  const listen = ({ source, origin, data }: MessageEvent<unknown>) => {
    const event = source === window ? readExtensionEvent(origin, location.origin, data) : null
    if (event) tell(event)
  }
  window.addEventListener('message', listen)
  return () => window.removeEventListener('message', listen)
}

/** Sends a message to the extension, restricted to this origin. */
export const post = (message: PageMessage): void =>
  window.postMessage({ ...message, source: fromPage }, location.origin)
