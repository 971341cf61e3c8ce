import type { Endpoint } from '@claviger/contract/platform/endpoint'

/** Fills the {name} parts of the path; the remaining input goes into the query (GET) or the body (others) (R33). */
export function addressOf(
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  input: Record<string, unknown>,
): { url: string; body: string | null } {
  const rest = { ...input }
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  if (endpoint.method !== 'GET') return { url: path, body: JSON.stringify(rest) }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(rest)) {
    if (value === undefined || value === null || value === '') continue
    query.set(name, Array.isArray(value) ? value.join(',') : `${value as string | number | boolean}`)
  }
  const asked = query.toString()
  return { url: asked === '' ? path : `${path}?${asked}`, body: null }
}

const slow = /aad|azureAutoOBR|uploadCsv|bulk-card-assignment|tokens\/import|\/export|\/result/
const slowAnyCase = /superadmin/i

/** Timeout of a call in milliseconds (R38). */
export const timeLimit = (path: string): number => (slow.test(path) || slowAnyCase.test(path) ? 60_000 : 15_000)

/** The directory's own user ID, for paths that carry it (R35); otherwise null. */
export function directoryUser(path: string, directoryToken: string | null): string | null {
  if (directoryToken === null || !/\/(?:aad|azureAutoOBR)(?:\/|$)/.test(path)) return null
  const claims = directoryToken.split('.')[1]
  if (claims === undefined) return null
  try {
    const { oid } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { oid?: unknown }
    return typeof oid === 'string' ? oid : null
  } catch {
    return null
  }
}
