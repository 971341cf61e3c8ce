import { setTimeout as sleep } from 'node:timers/promises'
import { CommandRefusal } from '../command.ts'

const tries = 8
const longestWait = 3_600_000
const patience = 60_000

export class ReceiverRefusal extends Error {
  readonly status: number
  constructor(status: number, detail: string) {
    super(`${status}${detail === '' ? '' : `: ${detail}`}`)
    this.status = status
  }
}

export type ScimReceiver = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>

export function receiverAt(url: string, token: string, wait: (ms: number) => Promise<unknown> = sleep): ScimReceiver {
  const base = url.replace(/\/$/, '')
  const once = async (method: string, path: string, body?: object) =>
    fetch(`${base}${path}`, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/scim+json',
        ...(body && { 'content-type': 'application/scim+json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  return async (method, path, body) => {
    for (let tried = 1; ; tried++) {
      const answer = await once(method, path, body).catch((error: unknown) => {
        if (tried >= tries)
          throw new CommandRefusal(`${base} can't be reached: ${String((error as Error).cause ?? error)}`)
        return undefined
      })
      if (answer && answer.status !== 429 && answer.status < 500) return answerOf(answer)
      if (tried >= tries) throw new CommandRefusal(`${base} answered ${answer?.status ?? 'nothing'} repeatedly.`)
      await answer?.body?.cancel()
      await wait(secondsOf(answer?.headers.get('retry-after'), tried) * 1000)
    }
  }
}

function secondsOf(header: string | null | undefined, tried: number): number {
  const asked = /^\d+$/.test(header ?? '') ? Number(header) : (Date.parse(header ?? '') - Date.now()) / 1000
  const own = Math.min(60, 2 ** tried)
  return Math.min(longestWait / 1000, Math.max(Number.isFinite(asked) ? asked : own, 0.1))
}

async function answerOf(answer: Response): Promise<Record<string, unknown>> {
  const text = await answer.text()
  let body: Record<string, unknown> = {}
  try {
    body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
  } catch {
    // A response without JSON contains no message
  }
  if (answer.status === 401 || answer.status === 403)
    throw new CommandRefusal(
      "The server refuses the SCIM token: it is wrong, has expired, or can't be used from this address.",
    )
  if (!answer.ok) {
    const { detail } = body
    throw new ReceiverRefusal(answer.status, typeof detail === 'string' ? detail.slice(0, 300) : '')
  }
  return body
}
