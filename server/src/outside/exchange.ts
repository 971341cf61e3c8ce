import { type IncomingHttpHeaders, request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { Undelivered, undelivered, wayTo } from './target.ts'

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
 * not followed, and half an answer is none. Private addresses are refused where the operator has not allowed them.
 * Throws Undelivered.
 */
export async function exchange(config: { privateTargets: boolean }, question: Question): Promise<Answer> {
  const { method, url, largest = usual, patience = usualPatience, signal } = question
  const inTime = AbortSignal.timeout(patience)
  const until = signal ? AbortSignal.any([inTime, signal]) : inTime
  try {
    const way = await wayTo(config, url, until)
    return await new Promise<Answer>((done, failed) => {
      const asked = (url.protocol === 'https:' ? secure : plain)({ ...way, method, headers: headersOf(question) })
      asked.once('error', failed)
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
      asked.end(question.body)
    })
  } catch (error) {
    throw inTime.aborted ? new Undelivered('The receiver did not answer in time') : undelivered(error)
  }
}

const headersOf = ({ url, headers, body }: Question) => ({
  host: url.host,
  'user-agent': 'Claviger',
  accept: 'application/json',
  ...(body && { 'content-length': String(body.length) }),
  ...headers,
})
