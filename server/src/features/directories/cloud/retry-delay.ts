import type { IncomingHttpHeaders } from 'node:http'

const one = (value: string | string[] | undefined): string => (Array.isArray(value) ? (value[0] ?? '') : (value ?? ''))

/** Milliseconds of `Retry-After`, in seconds or as a date by the provider's clock; undefined without one. */
export function retryAfter(headers: IncomingHttpHeaders): number | undefined {
  const said = one(headers['retry-after']).trim()
  if (/^\d{1,6}$/.test(said)) return Number(said) * 1000
  return said === '' ? undefined : until(headers, Date.parse(said))
}

/** Milliseconds until `x-rate-limit-reset`, in seconds of the provider's clock; undefined without one. */
export function rateLimitReset(headers: IncomingHttpHeaders): number | undefined {
  const said = one(headers['x-rate-limit-reset']).trim()
  return /^\d{1,12}$/.test(said) ? until(headers, Number(said) * 1000) : undefined
}

/** Uses the response's own date, because our clock may differ. */
function until(headers: IncomingHttpHeaders, then: number): number | undefined {
  const theirs = Date.parse(one(headers.date))
  const wait = then - (Number.isNaN(theirs) ? Date.now() : theirs)
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}
