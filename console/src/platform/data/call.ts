import type { Endpoint, InputOf, OutputOf, Schema } from '@claviger/contract/platform/endpoint'
import { language } from '../text/language.ts'
import { addressOf, directoryUser, timeLimit } from './call-address.ts'
import { takePrefetched } from './prefetch.ts'
import { timeoutError, noAnswer, CallError, refusalOf } from './refusal.ts'
import { renewed } from './refresh.ts'
import { forgetAll, storedToken } from './tokens.ts'
import { wiring } from './interface-wiring.ts'

export interface CallOptions {
  signal?: AbortSignal
  quiet?: boolean
  /** The caller expects a 409 (R50). */
  ignoreConflict?: boolean
  file?: Blob
  confirmed?: boolean
  bytes?: boolean
}

// A 401 about a code, a link, or a passkey is the result of that attempt, not the end of the session
const endOfSession = new Set(['not-signed-in', 'session-ended', 'unexpected'])

const onTheWay = (endpoint: Endpoint) => ['public', 'interim', 'enrolling'].includes(endpoint.may)

const authority = (endpoint: Endpoint): string | null => storedToken(onTheWay(endpoint) ? 'interim' : 'access')

async function send(
  endpoint: Endpoint,
  input: Record<string, unknown>,
  token: string | null,
  options: CallOptions,
): Promise<Response> {
  const { url, body } = options.file
    ? { url: addressOf({ method: 'GET', path: endpoint.path }, input).url, body: options.file }
    : addressOf(endpoint, input)
  const limit = AbortSignal.timeout(timeLimit(endpoint.path))
  const headers: Record<string, string> = {
    accept: endpoint.answers === 'html' ? 'text/html' : 'application/json',
    'accept-language': language(),
  }
  if (body !== null) headers['content-type'] = options.file ? 'text/csv' : 'application/json'
  if (token !== null) headers['authorization'] = token
  const oid = directoryUser(endpoint.path, storedToken('directory'))
  if (oid !== null) headers['x-user-id'] = oid
  const ahead = body === null ? takePrefetched(url, token, language()) : null
  try {
    if (ahead) return await ahead
    return await fetch(url, {
      method: endpoint.method,
      headers,
      body,
      credentials: 'include',
      redirect: 'manual',
      signal: options.signal ? AbortSignal.any([limit, options.signal]) : limit,
    })
  } catch (fault) {
    if (options.signal?.aborted) throw fault
    throw noAnswer(limit.aborted ? 'timeout' : 'network')
  }
}

const mostRepeats = 2
const longestPause = 5

/** Milliseconds until a read can be sent again that an overloaded server refused; null for other responses. */
function pauseAfter({ method }: Endpoint, { status, headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after') ?? Infinity)
  return method === 'GET' && status === 503 && seconds <= longestPause ? seconds * 1000 : null
}

/** Sends a request, and repeats a read while the server is briefly overloaded, so that its user sees no error. */
async function sendPatiently(...request: Parameters<typeof send>): Promise<Response> {
  for (let repeats = 0; ; repeats++) {
    const response = await send(...request)
    const pause = pauseAfter(request[0], response)
    if (pause === null || repeats === mostRepeats) return response
    await new Promise(go => setTimeout(go, pause))
  }
}

/** Shows a refusal that a quiet caller could not attach to a field, unless it was already shown. */
export function showRefusal(refusal: CallError): void {
  if (refusal.status !== 402 && !refusal.silent) wiring().toast('error', refusal.message, refusal)
}

// The role is unchanged; only this target, amount, or kind of act exceeds it
const aboutTheAct = new Set(['above-you', 'acts-for-all', 'address-of-rank', 'beyond-own', 'support-reads-only'])

/** Routes a refusal: back to sign-in, to the personal-workspace page, or to a toast (R43, R48–R51). */
function report(refusal: CallError, inSession: boolean, options: CallOptions): void {
  if (refusal.code === 'personal-workspace') return wiring().personal()
  if (refusal.status === 403 && inSession && !aboutTheAct.has(refusal.code)) {
    forgetAll()
    return void wiring().lost()
  }
  if (options.quiet || (refusal.status === 409 && options.ignoreConflict)) return
  showRefusal(refusal)
}

/** Does the server require a fresh confirmation? Requested at most once per call. */
const asks = (refusal: CallError, options: CallOptions) => refusal.code === 'verify-first' && options.confirmed !== true

/** Lets the user confirm, then repeats the call. @throws Refusal if the user cancels */
async function confirmed<I extends Schema, R extends Schema>(
  endpoint: Endpoint<I, R>,
  input: InputOf<I>,
  options: CallOptions,
): Promise<OutputOf<R>> {
  try {
    await wiring().confirm()
  } catch (fault) {
    throw timeoutError(fault as Error)
  }
  return call(endpoint, input, { ...options, confirmed: true, quiet: true })
}

/** Calls the server. @throws Refusal, which was already shown unless the caller is quiet */
export async function call<I extends Schema, R extends Schema>(
  endpoint: Endpoint<I, R>,
  input: InputOf<I>,
  options: CallOptions = {},
): Promise<OutputOf<R>> {
  const inSession = !onTheWay(endpoint)
  const given = (input ?? {}) as Record<string, unknown>
  try {
    const token = authority(endpoint)
    let response = await sendPatiently(endpoint, given, token, options)
    if (response.status === 401 && inSession) {
      const refusal = await refusalOf(response)
      if (asks(refusal, options)) return await confirmed(endpoint, input, options)
      if (!endOfSession.has(refusal.code)) throw refusal
      if (!(await renewed(token)) && !(await wiring().lost())) {
        throw new CallError(401, 'session-ended', refusal.message, [], refusal.requestId)
      }
      // Retried only once (R45, R47)
      response = await sendPatiently(endpoint, given, authority(endpoint), options)
    }
    if (!response.ok) {
      const refusal = await refusalOf(response)
      if (asks(refusal, options)) return await confirmed(endpoint, input, options)
      // Public endpoints under load require a proof of work, which the browser does without the user
      if (refusal.work === null || 'proof' in given) throw refusal
      const { workOut } = await import('../work/solve-in-worker.ts')
      const proof = `${refusal.work.salt}:${await workOut(refusal.work)}`
      return await call(endpoint, { ...given, proof } as InputOf<I>, { ...options, quiet: true })
    }
    if (options.bytes) return await response.blob()
    return (endpoint.answers === 'json' ? await response.json() : await response.text()) as OutputOf<R>
  } catch (fault) {
    if (fault instanceof CallError && fault.code !== 'session-ended') report(fault, inSession, options)
    throw fault
  }
}
