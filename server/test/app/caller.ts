// Also used outside of tests.
import type { Endpoint, InputOf, OutputOf } from '@claviger/contract/platform/endpoint'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { recordReply } from './reply-fields.ts'

export interface Answer<T = unknown> {
  status: number
  body: T
  headers: Record<string, string | string[] | number | undefined>
}

export interface Caller {
  /** Calls an endpoint, retrying while the server is busy. @throws Refused */
  tell<E extends Endpoint>(endpoint: E, input?: InputOf<E['input']>): Promise<OutputOf<E['reply']>>
  ask(endpoint: Endpoint, input?: Record<string, unknown>): Promise<Answer<Record<string, unknown>>>
}

export class CallRefused extends Error {
  readonly status: number
  readonly code: string
  readonly body: Record<string, unknown>
  constructor(answer: Answer<Record<string, unknown>>) {
    super(`${answer.status} ${String(answer.body['code'])}: ${String(answer.body['message'])}`)
    this.status = answer.status
    this.code = String(answer.body['code'])
    this.body = answer.body
  }
}

export function callerOf(app: FastifyInstance, authorization: string | undefined): Caller {
  const ask = async (endpoint: Endpoint, input: Record<string, unknown> = {}) => {
    const { path, rest } = fill(endpoint.path, input)
    const query =
      endpoint.method === 'GET'
        ? `?${new URLSearchParams(Object.entries(rest).map(([k, v]): [string, string] => [k, String(v)])).toString()}`
        : ''
    const answer = await app.inject({
      method: endpoint.method,
      url: path + query,
      headers: {
        accept: 'application/json',
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0',
        ...(authorization && { authorization }),
      },
      ...(endpoint.method !== 'GET' && { payload: rest }),
    })
    const body = answer.headers['content-type']?.toString().startsWith('application/json')
      ? (answer.json() as Record<string, unknown>)
      : {}
    if (answer.statusCode === 200) recordReply(endpoint, body)
    return { status: answer.statusCode, body, headers: answer.headers }
  }
  return {
    ask,
    async tell(endpoint, input) {
      for (let tries = 1; ; tries++) {
        const answer = await ask(endpoint, input as Record<string, unknown>)
        if (answer.status === 200) return answer.body
        // not-ready means overload and that nothing was executed
        if (answer.body['code'] !== 'not-ready' || tries === 30) throw new CallRefused(answer)
        await sleep(1000)
      }
    },
  }
}

function fill(path: string, input: Record<string, unknown>): { path: string; rest: Record<string, unknown> } {
  const rest = { ...input }
  const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  return { path: filled, rest: Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) }
}
