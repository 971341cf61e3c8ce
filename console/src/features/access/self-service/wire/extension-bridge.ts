import { fromExtension, fromPage } from '../state/page-actions.ts'
import type { PageMessage } from '@claviger/contract/keys/extension'
import type { Event } from '../state/events.ts'

const isText = (value: unknown): value is string => typeof value === 'string'

/** Parses a window message; null unless it comes from the extension and this origin. */
export function heard(origin: string, here: string, data: unknown): Event | null {
  if (origin !== here || typeof data !== 'object' || data === null) return null
  const { source, type, payload } = data as { source?: unknown; type?: unknown; payload?: Record<string, unknown> }
  if (source !== fromExtension) return null
  if (type === 'EXTENSION_INFO' && isText(payload?.['id']) && isText(payload['version']))
    return { is: 'extension', id: payload['id'], version: payload['version'] }
  if (type === 'CARD_READ' && isText(payload?.['cardId']))
    return { is: 'read', text: payload['cardId'].slice(0, 200), at: 'extension' }
  return null
}

export function hear(tell: (event: Event) => void): () => void {
  const listen = ({ source, origin, data }: MessageEvent<unknown>) => {
    const event = source === window ? heard(origin, location.origin, data) : null
    if (event) tell(event)
  }
  window.addEventListener('message', listen)
  return () => window.removeEventListener('message', listen)
}

/** Sends a message to the extension, restricted to this origin. */
export const post = (message: PageMessage): void =>
  window.postMessage({ ...message, source: fromPage }, location.origin)
