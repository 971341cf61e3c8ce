import type { Account } from './card/card-settings.ts'
import { cancelled } from './ceremony/ceremony-refusals.ts'

export type PromptQuestion =
  | { readonly ask: 'card'; readonly site: string }
  | { readonly ask: 'pin'; readonly site: string; readonly left?: number | undefined }
  | { readonly ask: 'opened'; readonly site: string; readonly opened: readonly Account[] }
  | { readonly ask: 'account'; readonly site: string; readonly accounts: readonly string[] }
  | { readonly ask: 'sign-in'; readonly site: string; readonly words: string; readonly address: string }
  | { readonly ask: 'read'; readonly site: string; readonly told: string; readonly words?: string | undefined }

export interface PromptReply {
  readonly card?: string
  readonly pin?: string
  readonly account?: number
  readonly opened?: string
}

const waiting = new Map<string, (port: chrome.runtime.Port) => void>()

export function acceptPort(port: chrome.runtime.Port): void {
  const met = port.sender?.id === chrome.runtime.id ? waiting.get(port.name) : undefined
  if (met === undefined) port.disconnect()
  else met(port)
}

/** A small window that opens at the first question and stays until it is closed. */
export function conversation(signal: AbortSignal) {
  const name = `prompt:${crypto.randomUUID()}`
  let opened: Promise<chrome.runtime.Port> | undefined
  let id: number | undefined

  async function open(): Promise<chrome.runtime.Port> {
    const met = new Promise<chrome.runtime.Port>(resolve => waiting.set(name, resolve))
    const url = `prompt.html#${encodeURIComponent(name)}`
    id = (await chrome.windows.create({ url, type: 'popup', width: 440, height: 480, focused: true }))?.id
    if (signal.aborted) await close()
    return met
  }
  async function close(): Promise<void> {
    waiting.delete(name)
    if (id !== undefined) await chrome.windows.remove(id).catch(() => undefined)
    id = undefined
  }
  signal.addEventListener('abort', () => void close())

  async function ask(question: PromptQuestion): Promise<PromptReply> {
    if (signal.aborted) throw cancelled()
    const port = await (opened ??= open())
    return new Promise((answered, refused) => {
      const stop = () => refused(cancelled())
      signal.addEventListener('abort', stop, { once: true })
      port.onDisconnect.addListener(stop)
      port.onMessage.addListener((answer: PromptReply) => answered(answer))
      port.postMessage(question)
    })
  }
  /** Shows the reason of a failure, but only if a window is open or the message is required. */
  const read = (site: string, told: string, words?: string) =>
    ask({ ask: 'read', site, told, words }).catch(() => undefined)

  return { ask, read, close }
}
