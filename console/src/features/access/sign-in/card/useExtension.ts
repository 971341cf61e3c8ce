import { type ExtensionInfo, fromExtension, fromPage } from '@claviger/contract/keys/extension'
import { useCallback, useEffect, useRef } from 'react'

/** Hands a tapped card to the browser extension, where there is one: it then answers as a security key. False where there is none. */
export function useExtension(): (cardId: string) => boolean {
  const present = useRef(false)
  useEffect(() => {
    const hear = (event: MessageEvent) => {
      const said = event.data as Partial<ExtensionInfo> | null
      if (event.source === window && said?.source === fromExtension && said.type === 'EXTENSION_INFO')
        present.current = true
    }
    window.addEventListener('message', hear)
    window.postMessage({ source: fromPage, type: 'GET_LOGIN_INFO' }, window.location.origin)
    return () => window.removeEventListener('message', hear)
  }, [])
  return useCallback(cardId => {
    if (present.current)
      window.postMessage({ source: fromPage, type: 'CARD_TAPPED', payload: { cardId } }, window.location.origin)
    return present.current
  }, [])
}
