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

/** Tells when the browser extension is there, which may be at once, later or never; answers how to stop. */
export function whenExtension(there: () => void): () => void {
  const stop = hear(({ type }) => type === 'EXTENSION_INFO' && there())
  say({ type: 'GET_LOGIN_INFO' })
  return stop
}

/** ms that the extension gets to take a card, which includes a question to its server. */
const patience = 5000

/**
 * Hands a tapped card to the browser extension, where there is one, and waits until it has it: what is asked of the
 * browser from then on, it answers as a security key. False where there is none.
 */
export function useExtension(): (cardId: string) => Promise<boolean> {
  const present = useRef(false)
  const taken = useRef<(() => void) | null>(null)
  useEffect(() => {
    const stop = hear(({ type }) => {
      if (type !== 'EXTENSION_INFO') return
      present.current = true
      taken.current?.()
    })
    say({ type: 'GET_LOGIN_INFO' })
    return stop
  }, [])
  return useCallback(async cardId => {
    if (!present.current) return false
    await new Promise<void>(resolve => {
      taken.current = resolve
      window.setTimeout(resolve, patience)
      say({ type: 'CARD_TAPPED', payload: { cardId } })
    })
    return true
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
