import { tokenInput } from '@claviger/contract/access/self-service/form'
import { addressOf } from '#platform/data/call-address.ts'
import type { Call, Reply } from '../state/page-calls.ts'
import type { Event, CallRefusal } from '../state/events.ts'
import { addresses } from './call-addresses.ts'
import { language } from '#platform/light-page/page-texts.ts'

const patience = 15_000

function inputOf(call: Call, page: string): Record<string, unknown> {
  switch (call.name) {
    case 'challenge':
      return { id: page }
    case 'config':
      return { id: page, language: language() }
    case 'lookup':
      return { id: page, cardId: call.cardId, type: call.type, ...(call.reader && { reader: call.reader }) }
    case 'token':
      return tokenInput(call.identity)
    case 'code':
      return { type: call.type }
    case 'start':
    case 'verify':
    case 'enroll':
    case 'reset': {
      const { name: _, ...input } = call
      return input
    }
  }
}

export type CallOutcome =
  | { readonly is: 'answered'; readonly answer: Reply }
  | { readonly is: 'refused'; readonly refused: CallRefusal }
  | { readonly is: 'lost' }

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

async function refusalOf(response: Response): Promise<CallRefusal> {
  const body = (await response.json().catch(() => null)) as Record<string, unknown> | null
  return {
    status: response.status,
    code: text(body?.['code']),
    message: text(body?.['message']),
    work: (body?.['work'] ?? null) as CallRefusal['work'],
  }
}

/** Calls the server; network and proxy errors result in `lost`. Messages are requested in English. */
export async function send(
  call: Call,
  page: string,
  session: string | null,
  proof: string | null,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const endpoint = addresses[call.name]
  const { url, body } = addressOf(endpoint, { ...inputOf(call, page), ...(proof === null ? {} : { proof }) })
  try {
    const response = await fetch(url, {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        // Translated only when rendered, because the page's language can change in between
        'accept-language': 'en',
        ...(body === null ? {} : { 'content-type': 'application/json' }),
        ...(session === null ? {} : { authorization: session }),
      },
      body,
      // Only `verify` needs the cookie of the browser that signed in at the provider
      credentials: call.name === 'verify' ? 'same-origin' : 'omit',
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
    })
    if (!response.ok) return { is: 'refused', refused: await refusalOf(response) }
    return { is: 'answered', answer: { name: call.name, reply: await response.json() } as Reply }
  } catch {
    return { is: 'lost' }
  }
}

export const asEvent = (id: number, outcome: CallOutcome): Event => ({ ...outcome, id })
