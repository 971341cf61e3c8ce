import {
  type CardRead,
  type ExtensionInfo,
  fromExtension,
  fromPage,
  type PageMessage,
} from '@claviger/contract/keys/extension'
import { useCallback, useEffect, useRef } from 'react'

type Said = ExtensionInfo | CardRead
type Unsigned<M> = M extends PageMessage ? Omit<M, 'source'> : never

const say = (message: Unsigned<PageMessage>) =>
  window.postMessage({ source: fromPage, ...message }, window.location.origin)

/** Hears what the browser extension says to this very window; answers how to stop. */
function hear(heard: (said: Said) => void): () => void {
  const onMessage = ({ source, origin, data }: MessageEvent<Partial<Said> | null>) => {
    if (source === window && origin === window.location.origin && data?.source === fromExtension) heard(data as Said)
  }
  window.addEventListener('message', onMessage)
  return () => window.removeEventListener('message', onMessage)
}

/**
 * Hands a tapped card to the browser extension, where there is one: it then answers as a security key. False where there
 * is none.
 */
export function useExtension(): (cardId: string) => boolean {
  const present = useRef(false)
  useEffect(() => {
    const stop = hear(({ type }) => {
      if (type === 'EXTENSION_INFO') present.current = true
    })
    say({ type: 'GET_LOGIN_INFO' })
    return stop
  }, [])
  return useCallback(cardId => {
    if (present.current) say({ type: 'CARD_TAPPED', payload: { cardId } })
    return present.current
  }, [])
}

/** Gives the numbers of cards that are tapped at the browser extension while the page waits for one; answers how to stop. */
export function cardsOfExtension(heard: (number: string) => void): () => void {
  const stop = hear(said => {
    // It may come after the page
    if (said.type === 'EXTENSION_INFO' && !asked) ask()
    else if (said.type === 'CARD_READ') heard(said.payload.cardId)
  })
  let asked = false
  const ask = () => {
    asked = true
    say({ type: 'CARD_WANTED', payload: { wanted: true } })
  }
  say({ type: 'GET_LOGIN_INFO' })
  return () => {
    stop()
    if (asked) say({ type: 'CARD_WANTED', payload: { wanted: false } })
  }
}
