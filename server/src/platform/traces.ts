import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/** A span as in OpenTelemetry. It contains no values sent by callers. */
export interface Span {
  readonly trace: string
  readonly id: string
  readonly parent: string | undefined
  readonly name: string
  readonly kind: 'server' | 'client'
  /** Milliseconds since 1970, with fractions. */
  readonly from: number
  readonly to: number
  readonly facts: Readonly<Record<string, string | number>>
  readonly failed: boolean
}

export interface Trace {
  readonly id: string
  readonly span: string
  take(span: Span): void
}

export const traceStorage = new AsyncLocalStorage<Trace>()

export const randomHex = (bytes: 8 | 16): string => randomBytes(bytes).toString('hex')

export const traceMoment = (): number => performance.timeOrigin + performance.now()

/** Records the duration of a statement, without any quoted values. */
export async function asStatement<T>({ id, span, take }: Trace, text: string, work: () => Promise<T>): Promise<T> {
  const from = traceMoment()
  const told = (failed: string | undefined) =>
    take({
      trace: id,
      id: randomHex(8),
      parent: span,
      name: nameOf(text),
      kind: 'client',
      from,
      to: traceMoment(),
      facts: {
        'db.system.name': 'postgresql',
        'db.query.text': withoutValues(text),
        ...(failed !== undefined && { 'db.response.status_code': failed }),
      },
      failed: failed !== undefined,
    })
  try {
    const result = await work()
    told(undefined)
    return result
  } catch (error) {
    // The error message may contain values
    told(error instanceof Error && 'code' in error ? String(error.code) : 'unknown')
    throw error
  }
}

const nameOf = (text: string) => /[a-z]+/i.exec(text.replace(/^\s*\/\*.*?\*\//s, ''))?.[0]?.toLowerCase() ?? 'statement'

const known = new Map<string, string>()
const [mostKnown, longest] = [2000, 4000]

function withoutValues(text: string): string {
  const before = known.get(text)
  if (before !== undefined) return before
  const bare = text
    .replace(/'(?:[^']|'')*'?/g, `'?'`)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longest)
  if (known.size < mostKnown) known.set(text, bare)
  return bare
}
