import { Agent as Plain, type IncomingHttpHeaders, request as plain } from 'node:http'
import { Agent as Secure, request as secure } from 'node:https'
import { type Guard, type Purpose, Undelivered, undelivered, wayTo } from './target.ts'

/** What is sent to a stranger. */
export interface Question {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
  /** Bytes of the answer at most, where 256 KB are too few. */
  readonly largest?: number
  /** Milliseconds until the whole answer has to be there, where 5,000 are too few. */
  readonly patience?: number
  /** Gives up earlier where whoever asked has. */
  readonly signal?: AbortSignal
  /** Connections that are used again, where one of its own is too slow. */
  readonly kept?: Kept | undefined
}

/** Connections that questions of one piece of work are asked on, one after the other; nobody else's are. */
export interface Kept {
  readonly plain: Plain
  readonly secure: Secure
  close(): void
}

// Shorter than servers keep one open, so that a question seldom goes into one that is just being closed
const idle = 3_000

/**
 * Keeps so many connections at most until they are closed. One is used again only for the address that was looked at for
 * the question, so a name that leads elsewhere by now, or inside, has nothing of them.
 */
export function keepConnections(most: number): Kept {
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
export async function exchange(guard: Guard, purpose: Purpose, question: Question): Promise<Answer> {
  const { url, patience = usualPatience, signal, kept } = question
  const inTime = AbortSignal.timeout(patience)
  const until = signal ? AbortSignal.any([inTime, signal]) : inTime
  const isSecure = url.protocol === 'https:'
  try {
    const way = await wayTo(guard, purpose, url, until)
    if (!kept) return await askOn(way, question)
    return await askOn({ ...way, agent: isSecure ? kept.secure : kept.plain }, question).catch((error: unknown) => {
      // Closed there while the question was on its way: what may be asked twice is, by a connection of its own
      if (error instanceof Stale && question.method !== 'POST' && question.method !== 'PATCH')
        return askOn(way, question)
      throw error
    })
  } catch (error) {
    throw inTime.aborted
      ? new Undelivered('The receiver did not answer in time')
      : undelivered(error instanceof Stale ? error.cause : error)
  }
}

/** A connection that was used before broke without an answer. */
class Stale extends Error {}

type Way = Omit<Awaited<ReturnType<typeof wayTo>>, 'agent'> & { agent: Plain | false }

const askOn = (way: Way, question: Question): Promise<Answer> =>
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
        if (size > largest) asked.destroy(new Undelivered('The answer is too large'))
        else parts.push(part)
      })
      answer.once('error', failed)
      answer.once('end', () =>
        done({ status: answer.statusCode ?? 0, body: Buffer.concat(parts), headers: answer.headers }),
      )
    })
    asked.end(body)
  })

const headersOf = ({ url, headers, body }: Question) => ({
  host: url.host,
  'user-agent': 'Claviger',
  accept: 'application/json',
  ...(body && { 'content-length': String(body.length) }),
  ...headers,
})
