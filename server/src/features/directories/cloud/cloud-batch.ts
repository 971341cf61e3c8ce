import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { CloudRequestOptions } from './cloud-requests.ts'
import { CloudFailure } from './cloud.failure.ts'
import { retryAfter } from './retry-delay.ts'

/** One call of a batch; its address has no version, such as `/users/{id}`. */
export interface BatchRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface BatchAnswer {
  readonly status: number
  readonly body: unknown
}

// learn.microsoft.com/graph/json-batching
const most = 20
const rounds = 8
const Answers = z.object({
  responses: z.array(
    z.object({
      id: z.string(),
      status: z.int(),
      headers: z.optional(z.record(z.string(), z.string())),
      body: z.optional(z.unknown()),
    }),
  ),
})

type Post = (path: string, body: unknown, how?: CloudRequestOptions) => Promise<unknown>

/** Sends calls in batches of twenty; throttled ones are repeated after their delay. @throws CloudFailure */
export async function batch(
  post: Post,
  requests: readonly BatchRequest[],
  how: CloudRequestOptions = {},
): Promise<BatchAnswer[]> {
  const answers: BatchAnswer[] = []
  let waiting = requests.map((_, at) => at)
  for (let round = 1; waiting.length > 0; round++) {
    const later: number[] = []
    let wait = 0
    for (let from = 0; from < waiting.length; from += most)
      for (const { id, status, body, headers } of await some(post, requests, waiting.slice(from, from + most), how)) {
        answers[Number(id)] = { status, body }
        if (status !== 429) continue
        later.push(Number(id))
        wait = Math.max(wait, retryAfter(lower(headers)) ?? 1000)
      }
    waiting = later
    if (later.length > 0 && round === rounds) break
    if (later.length > 0) await sleep(wait, undefined, how.signal && { signal: how.signal })
  }
  return answers
}

const lower = (headers: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

async function some(post: Post, requests: readonly BatchRequest[], which: readonly number[], how: CloudRequestOptions) {
  const body = {
    requests: which.map(at => {
      const { method, url, body: inner, headers } = requests[at] as BatchRequest
      const sent = { ...headers, ...(inner !== undefined && { 'Content-Type': 'application/json' }) }
      return { id: String(at), method, url, headers: sent, ...(inner !== undefined && { body: inner }) }
    }),
  }
  const said = Answers.safeParse(await post('/$batch', body, how))
  const ids = new Set(said.success ? said.data.responses.map(one => one.id) : [])
  if (!said.success || ids.size !== which.length || which.some(at => !ids.has(String(at))))
    throw new CloudFailure('Entra ID did not answer each call of a batch', { again: true })
  return said.data.responses
}
