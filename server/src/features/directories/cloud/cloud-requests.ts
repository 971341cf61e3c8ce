import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { exchange } from '#integrations/exchange.ts'
import { jsonOf } from '#integrations/json.ts'
import { type Guard, type Purpose, deliveryErrorOf } from '#integrations/target.ts'
import { CloudFailure } from './cloud.failure.ts'

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Cloud {
  readonly name: 'Entra ID' | 'Okta'
  readonly origin: string
  /** Purpose of the call. */
  readonly purpose: Purpose
  authorization(refused?: string): Promise<string>
  refusal(body: unknown): { code: string; says: string }
  /** Requested delay in milliseconds; undefined if none. */
  wait(headers: IncomingHttpHeaders): number | undefined
}

export interface CloudResponse {
  readonly status: number
  readonly body: unknown
  readonly headers: IncomingHttpHeaders
}

export interface CloudRequestOptions {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

const patience = 30_000
const largest = 16 * 1024 * 1024
const longestWait = 5 * 60_000
const steps = [500, 1000, 2000, 4000, 8000, 16_000, 30_000]

/** Address of an API path. @throws CloudFailure if it has another origin */
export function addressIn(cloud: Cloud, path: string): URL {
  const url = URL.canParse(path, cloud.origin) ? new URL(path, cloud.origin) : undefined
  if (url?.origin !== cloud.origin || url.username !== '' || url.password !== '')
    throw new CloudFailure(`${cloud.name} named an address that is not its own, which was not asked`)
  return url
}

/**
 * Calls a cloud API: retries once with a new token if it was refused, and after the requested delay if the cloud is
 * busy. Calls that change something are repeated only if the response proves that nothing was done.
 * @throws CloudFailure
 */
export async function askCloud(
  world: Guard,
  cloud: Cloud,
  method: HttpMethod,
  path: string,
  how: CloudRequestOptions = {},
): Promise<CloudResponse> {
  const url = addressIn(cloud, path)
  const calm = new Calm(cloud, how.signal)
  let authorization = await cloud.authorization()
  let refused = false
  for (;;) {
    const answer = await once(world, cloud.purpose, method, url, authorization, how)
    if (answer instanceof CloudFailure) {
      if (method !== 'GET') throw answer
      await calm.wait(undefined, answer)
      continue
    }
    const { status, headers } = answer
    if (status >= 200 && status < 300) return answer
    if (status === 401 && !refused) {
      refused = true
      authorization = await cloud.authorization(authorization)
      continue
    }
    const { code, says } = cloud.refusal(answer.body)
    const busy = status === 429 || status === 503 || (method === 'GET' && status >= 500)
    const failure = new CloudFailure(`${cloud.name} answered ${String(status)}${says === '' ? '' : `: ${says}`}`, {
      status,
      code,
      again: busy,
    })
    if (!busy) throw failure
    await calm.wait(cloud.wait(headers), failure)
  }
}

async function once(
  world: Guard,
  purpose: Purpose,
  method: HttpMethod,
  url: URL,
  authorization: string,
  { body, headers, signal }: CloudRequestOptions,
): Promise<CloudResponse | CloudFailure> {
  try {
    const answer = await exchange(world, purpose, {
      method,
      url,
      patience,
      largest,
      ...(signal && { signal }),
      headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: Buffer.from(JSON.stringify(body)) }),
    })
    const good = answer.status >= 200 && answer.status < 300
    return { status: answer.status, headers: answer.headers, body: read(answer.body, good) }
  } catch (error) {
    signal?.throwIfAborted()
    return new CloudFailure(deliveryErrorOf(error).message, { again: true })
  }
}

function read(body: Buffer, good: boolean): unknown {
  if (body.length === 0) return undefined
  try {
    return jsonOf(body)
  } catch {
    if (good) throw new Error('the answer is not whole')
    return undefined
  }
}

class Calm {
  #waited = 0
  #tries = 0
  readonly #cloud: Cloud
  readonly #signal: AbortSignal | undefined
  constructor(cloud: Cloud, signal: AbortSignal | undefined) {
    this.#cloud = cloud
    this.#signal = signal
  }
  async wait(asked: number | undefined, failure: CloudFailure): Promise<void> {
    const unsaid = steps[this.#tries++]
    if (unsaid === undefined) throw failure
    const wait = asked ?? unsaid
    this.#waited += wait
    if (this.#waited > longestWait)
      throw new CloudFailure(`${failure.message}. ${this.#cloud.name} asks to be left alone for a while`, {
        status: failure.status,
        code: failure.code,
        again: true,
      })
    await sleep(wait, undefined, this.#signal && { signal: this.#signal })
  }
}
