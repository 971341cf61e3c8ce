import type { attendanceKiosk } from '@claviger/contract/oversight/attendance/attendance-kiosk'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { addressOf } from '#platform/data/call-address.ts'
import { readClock } from '../queue/server-time.ts'
import type { Clock } from '../queue/server-time.ts'
import { addresses } from './addresses.ts'

type Name = keyof typeof addresses
export type ReplyOf<N extends Name> = OutputOf<(typeof attendanceKiosk)[N]['reply']>

const patience = 15_000

export type Outcome<N extends Name> =
  | { readonly is: 'answered'; readonly reply: ReplyOf<N>; readonly sent: Clock; readonly received: Clock }
  | { readonly is: 'refused'; readonly status: number; readonly code: string; readonly message: string }
  | { readonly is: 'lost' }

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Calls the server; network and proxy errors result in `lost`. Messages are requested in English. */
export async function send<N extends Name>(
  name: N,
  input: Record<string, unknown>,
  authority: string,
): Promise<Outcome<N>> {
  const endpoint = addresses[name]
  const { url, body } = addressOf(endpoint, input)
  const sent = readClock()
  try {
    const response = await fetch(url, {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        // Translated only when rendered, because the page's language can change in between
        'accept-language': 'en',
        ...(body === null ? {} : { 'content-type': 'application/json' }),
        authorization: authority,
      },
      body,
      credentials: 'omit',
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
    })
    const received = readClock()
    // A server that is overloaded or being replaced is like a lost network: the queue waits
    if (response.status === 429 || response.status >= 500) return { is: 'lost' }
    const reply = (await response.json()) as unknown
    if (response.ok) return { is: 'answered', reply: reply as ReplyOf<N>, sent, received }
    const { code, message } = reply as { code?: unknown; message?: unknown }
    return { is: 'refused', status: response.status, code: text(code), message: text(message) }
  } catch {
    return { is: 'lost' }
  }
}
