import { Worker } from 'node:worker_threads'

/** Why a worker was stopped, or never began. */
export type ParserStop = 'time' | 'memory' | 'busy' | 'size'

/** What a parser threw, as far as it can be sent between threads. */
export interface ParserError {
  readonly name: string
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
}

/** What a worker is sent. */
export interface ParserRequest {
  readonly module: string
  readonly input: unknown
}

/** What a worker answers. */
export type ParserReply = { readonly output: unknown } | { readonly refused: ParserError }

/** A parser of documents that strangers send. */
export interface Parser<I, O> {
  /** A module whose `parse` does the work. It is loaded in the worker, so it should import little. */
  readonly module: URL
  /** What the module exports as `parse`, for input that is small enough to be parsed where the server answers. */
  readonly parse: (input: I) => O | Promise<O>
  /** Size of an input in bytes, or an equivalent measure. */
  readonly size: (input: I) => number
  /** The largest input that is parsed without a worker. */
  readonly small: number
  /** The largest input that is parsed at all. */
  readonly largest: number
  /** The refusal for what `parse` threw in the worker; undefined where that is a fault of ours. */
  readonly refusal: (refused: ParserError) => Error | undefined
  /** The refusal for an input that took too much. */
  readonly stopped: (why: ParserStop) => Error
}

const most = 2
const mostWaiting = 32
const patience = 10_000
const idleFor = 60_000
const limits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

/**
 * Parses documents of strangers without stopping the event loop: small ones here, larger ones in one of two worker
 * threads with a limit on time and memory. A worker that exceeds them is terminated; the next document gets a new one.
 */
export const isolated =
  <I, O>(parser: Parser<I, O>) =>
  async (input: I): Promise<O> => {
    const size = parser.size(input)
    if (size > parser.largest) throw parser.stopped('size')
    if (size <= parser.small) return parser.parse(input)
    const answered = await ask({ module: parser.module.href, input })
    if (typeof answered === 'string') throw parser.stopped(answered)
    if ('output' in answered) return answered.output as O
    const { refused } = answered
    // Deeper or longer than any well-meant document
    if (refused.name === 'RangeError') throw parser.stopped('memory')
    throw parser.refusal(refused) ?? new Error(`A parser failed: ${refused.message}`)
  }

const idle: Idle[] = []
const waiting: (() => void)[] = []
let busy = 0

async function ask(asked: ParserRequest): Promise<ParserReply | ParserStop> {
  if (busy >= most) {
    if (waiting.length >= mostWaiting) return 'busy'
    // Its place is handed on, so that none that comes later is before it
    await new Promise<void>(resolve => waiting.push(resolve))
  } else busy++
  try {
    return await run(asked)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else busy--
  }
}

function run(asked: ParserRequest): Promise<ParserReply | ParserStop> {
  const worker = taken()
  return new Promise(resolve => {
    const end = (answer: ParserReply | ParserStop) => {
      clearTimeout(slow)
      worker.off('message', end).off('error', gone).off('exit', gone)
      if (typeof answer === 'string') {
        // Its last error has no other listener
        worker.on('error', () => undefined)
        void worker.terminate()
      } else putBack(worker)
      resolve(answer)
    }
    const gone = () => end('memory')
    const slow = setTimeout(() => end('time'), patience)
    worker.on('message', end).on('error', gone).on('exit', gone)
    worker.postMessage(asked, [])
  })
}

/** A worker that waits for work. */
interface Idle {
  readonly worker: Worker
  readonly ends: NodeJS.Timeout
  readonly forget: () => void
}

function taken(): Worker {
  const kept = idle.at(-1)
  if (!kept) return new Worker(new URL('worker.ts', import.meta.url), { resourceLimits: limits })
  kept.forget()
  kept.worker.ref()
  return kept.worker
}

function putBack(worker: Worker): void {
  const forget = () => {
    clearTimeout(one.ends)
    worker.off('error', forget).off('exit', forget)
    if (idle.includes(one)) idle.splice(idle.indexOf(one), 1)
  }
  const ends = setTimeout(() => {
    forget()
    void worker.terminate()
  }, idleFor)
  const one: Idle = { worker, ends, forget }
  ends.unref()
  // One that ends by itself meanwhile is not used again
  worker.on('error', forget).on('exit', forget)
  worker.unref()
  idle.push(one)
}
