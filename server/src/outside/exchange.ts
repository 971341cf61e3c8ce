import { type IncomingHttpHeaders, request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { Undelivered, undelivered, wayTo } from './target.ts'

/** What is sent to a stranger. */
export interface Question {
  readonly method: 'GET' | 'POST'
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
  /** Bytes of the answer at most, where 256 KB are too few. */
  readonly largest?: number
}

interface Answer {
  readonly status: number
  readonly body: Buffer
  readonly headers: IncomingHttpHeaders
}

const patience = 5_000
const usual = 256 * 1024

/**
 * Asks a stranger and reads the answer, within 5 s and of at most 256 KB where nothing else is said; redirects are not followed. Private addresses
 * are refused where the operator has not allowed them. Throws Undelivered.
 */
export async function exchange(config: { privateTargets: boolean }, question: Question): Promise<Answer> {
  const { method, url, largest = usual } = question
  const until = AbortSignal.timeout(patience)
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
    throw until.aborted ? new Undelivered('The receiver did not answer in time') : undelivered(error)
  }
}

const headersOf = ({ url, headers, body }: Question) => ({
  host: url.host,
  'user-agent': 'Claviger',
  accept: 'application/json',
  ...(body && { 'content-length': String(body.length) }),
  ...headers,
})
