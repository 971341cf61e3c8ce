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

function hear(heard: (said: Said) => void): () => void {
  const onMessage = ({ source, origin, data }: MessageEvent<Partial<Said> | null>) => {
    if (source === window && origin === window.location.origin && data?.source === fromExtension) heard(data as Said)
  }
  window.addEventListener('message', onMessage)
  return () => window.removeEventListener('message', onMessage)
}

/** Calls back when the extension is present, possibly immediately, later, or never; returns a stop function. */
export function whenExtension(there: () => void): () => void {
  const stop = hear(({ type }) => type === 'EXTENSION_INFO' && there())
  say({ type: 'GET_LOGIN_INFO' })
  return stop
}

/** How long the extension has to accept a card, including its call to the server; milliseconds. */
const patience = 5000

/**
 * Hands a tapped card to the browser extension and waits until it has accepted it. From then on, the extension
 * answers WebAuthn calls as that security key. Resolves to false if the extension is not installed.
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

/** Receives card numbers tapped at the extension while the page waits for one; returns a stop function. */
export function cardsOfExtension(heard: (number: string) => void): () => void {
  const stop = hear(said => {
    // The extension may announce itself after the page has loaded
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
