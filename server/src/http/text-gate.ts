import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isSimpleJson } from '../platform/parsing/simple-json.ts'
import { deferText } from '../platform/languages.ts'
import { Problem } from '../platform/problem.ts'
import { parserLimits } from '../platform/parsing/parser-limits.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Other sites write the query, some of them in encodings of their own; what reads it refuses what it cannot read. */
    isForeignQuery?: boolean
    /** A body that is not JSON is refused by the call, after the rights of its caller are known. */
    refusesBodyLater?: boolean
  }
}

/** Can a text be stored and compared? PostgreSQL keeps no NUL, and half a surrogate pair is no character. */
export const isPlainText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/**
 * Refuses text that no client means and storage cannot keep, before any route looks at it: NUL and broken encodings in the
 * address, NUL in a form. Protocol libraries read further input by themselves; `isPlainText` guards what they look up.
 */
export function guardText(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(isReadableAddress(request) ? undefined : new Problem('unreadable-text'))
  })
  app.addHook('preValidation', ({ body, url }, _reply, done) => {
    const isForm = typeof body === 'string' && !url.startsWith('/api/scim/')
    done(isForm && holdsNul(body) ? new Problem('unreadable-text') : undefined)
  })
}

const holdsNul = (text: string) => text.includes('%00') || text.includes('\0')

function isReadableAddress({ raw: { url = '' }, routeOptions }: FastifyRequest): boolean {
  if (!url.includes('%')) return true
  if (holdsNul(url)) return false
  // SAML answers in its own words, and addresses of applications come as they are
  if (/^\/(saml|forward-auth)\//.test(url) || routeOptions.config.isForeignQuery === true) return true
  try {
    decodeURIComponent(url)
    return true
  } catch {
    return false
  }
}

const tooManyValues = deferText(
  'The request has more than {values} values, or more than {names} different names of values',
  { values: parserLimits.jsonParts, names: parserLimits.jsonNames },
)

/** Reads JSON of a stranger. Throws broken-body, too-deep, too-large and unreadable-text. */
export function readJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new Problem('unreadable-text')
  const json = bytes.toString()
  if (!isSimpleJson(json)) throw new Problem('too-large', tooManyValues)
  const value = parse(json)
  mustBeShallow(value, text => {
    if (!isPlainText(text)) throw new Problem('unreadable-text')
  })
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new Problem('broken-body')
  }
}

/** Walks a value without recursion, which a deep one would turn into a fault. Throws too-deep. */
export function mustBeShallow(value: unknown, look: (text: string) => void = () => undefined): void {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > parserLimits.jsonDepth) throw new Problem('too-deep')
    const next: unknown[] = []
    const see = (one: unknown) => {
      if (typeof one === 'string') look(one)
      else if (typeof one === 'object' && one !== null) next.push(one)
    }
    for (const one of level)
      if (typeof one === 'string') look(one)
      else if (Array.isArray(one)) for (const each of one as unknown[]) see(each)
      else if (typeof one === 'object' && one !== null)
        for (const name of Object.keys(one)) {
          look(name)
          see((one as Record<string, unknown>)[name])
        }
    level = next
  }
}

/**
 * Refuses a form that names a parameter twice (RFC 6749 §3.1): what one reader takes and another ignores would differ. Only
 * `resource` and `audience` can come several times (RFC 8707, RFC 8693). Throws invalid-input.
 */
export function mustBeSingle(form: URLSearchParams): void {
  // One walk: a form of 64 KB can have 16,000 names
  const names = new Set<string>()
  const twice = [...form.keys()].find(name => {
    if (name === '' || name === 'resource' || name === 'audience') return false
    return names.size === names.add(name).size
  })
  if (twice === undefined) return
  const message = 'This value is given twice: in the URL and in the body, or in two places of the URL'
  throw new Problem('invalid-input', message, [{ field: twice.slice(0, 100), message }])
}
