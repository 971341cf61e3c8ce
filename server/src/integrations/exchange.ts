import { Agent as Plain, type IncomingHttpHeaders, request as plain } from 'node:http'
import { Agent as Secure, request as secure } from 'node:https'
import { type Guard, type Purpose, DeliveryError, deliveryErrorOf, agentFor } from './target.ts'

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
  readonly largest?: number
  readonly patience?: number
  readonly signal?: AbortSignal
  readonly kept?: KeptConnections | undefined
}

/** A connection pool of one piece of work; never shared with others. */
export interface KeptConnections {
  readonly plain: Plain
  readonly secure: Secure
  close(): void
}

// Shorter than servers' keep-alive, so that a request rarely hits a connection being closed
const idle = 3_000

/**
 * A pool with a maximum size. A connection is reused only for the address verified for the request, so a name
 * that now resolves elsewhere, or to a private address, gets none.
 */
export function keepConnections(most: number): KeptConnections {
  const options = { keepAlive: true, maxTotalSockets: most, maxFreeSockets: most, timeout: idle }
  const made = { plain: new Plain(options), secure: new Secure(options) }
  return {
    ...made,
    close() {
      made.plain.destroy()
      made.secure.destroy()
    },
  }
}

interface Answer {
  readonly status: number
  readonly body: Buffer
  readonly headers: IncomingHttpHeaders
}

const usualPatience = 5_000
const usual = 256 * 1024

/**
 * Asks a stranger and reads the whole answer, within 5 s and of at most 256 KB where nothing else is said; redirects are
 * not followed, and half an answer is none. Private addresses are refused unless they are allowed for this purpose.
 * Throws Undelivered.
 */
export async function exchange(guard: Guard, purpose: Purpose, question: OutgoingRequest): Promise<Answer> {
  const { url, patience = usualPatience, signal, kept } = question
  const inTime = AbortSignal.timeout(patience)
  const until = signal ? AbortSignal.any([inTime, signal]) : inTime
  const isSecure = url.protocol === 'https:'
  try {
    const way = await agentFor(guard, purpose, url, until)
    if (!kept) return await askOn(way, question)
    return await askOn({ ...way, agent: isSecure ? kept.secure : kept.plain }, question).catch((error: unknown) => {
      // The server closed the connection during the request: idempotent methods are retried on a new one
      if (error instanceof Stale && question.method !== 'POST' && question.method !== 'PATCH')
        return askOn(way, question)
      throw error
    })
  } catch (error) {
    throw inTime.aborted
      ? new DeliveryError('The receiver did not answer in time')
      : deliveryErrorOf(error instanceof Stale ? error.cause : error)
  }
}

class Stale extends Error {}

type Way = Omit<Awaited<ReturnType<typeof agentFor>>, 'agent'> & { agent: Plain | false }

const askOn = (way: Way, question: OutgoingRequest): Promise<Answer> =>
  new Promise<Answer>((done, failed) => {
    const { method, url, largest = usual, body } = question
    const asked = (url.protocol === 'https:' ? secure : plain)({ ...way, method, headers: headersOf(question) })
    asked.once('error', (error: NodeJS.ErrnoException) =>
      failed(
        asked.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
          ? new Stale('stale', { cause: error })
          : error,
      ),
    )
    asked.once('response', answer => {
      const parts: Buffer[] = []
      let size = 0
      answer.on('data', (part: Buffer) => {
        size += part.length
        if (size > largest) asked.destroy(new DeliveryError('The answer is too large'))
        else parts.push(part)
      })
      answer.once('error', failed)
      answer.once('end', () =>
        done({ status: answer.statusCode ?? 0, body: Buffer.concat(parts), headers: answer.headers }),
      )
    })
    asked.end(body)
  })

const headersOf = ({ url, headers, body }: OutgoingRequest) => ({
  host: url.host,
  'user-agent': 'Claviger',
  accept: 'application/json',
  ...(body && { 'content-length': String(body.length) }),
  ...headers,
})
