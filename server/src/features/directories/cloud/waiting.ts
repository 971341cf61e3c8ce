import type { IncomingHttpHeaders } from 'node:http'

const one = (value: string | string[] | undefined): string => (Array.isArray(value) ? (value[0] ?? '') : (value ?? ''))

/** Milliseconds of `Retry-After`, in seconds or as a date by their clock; undefined without one. */
export function retryAfter(headers: IncomingHttpHeaders): number | undefined {
  const said = one(headers['retry-after']).trim()
  if (/^\d{1,6}$/.test(said)) return Number(said) * 1000
  return said === '' ? undefined : until(headers, Date.parse(said))
}

/** Milliseconds until the moment of `x-rate-limit-reset`, in seconds of their clock; undefined without one. */
export function rateLimitReset(headers: IncomingHttpHeaders): number | undefined {
  const said = one(headers['x-rate-limit-reset']).trim()
  return /^\d{1,12}$/.test(said) ? until(headers, Number(said) * 1000) : undefined
}

/** By the time that the answer itself bears: our clock may be another. */
function until(headers: IncomingHttpHeaders, then: number): number | undefined {
  const theirs = Date.parse(one(headers.date))
  const wait = then - (Number.isNaN(theirs) ? Date.now() : theirs)
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}
