import { exchange } from '#integrations/exchange.ts'
import type { Guard, Purpose } from '#integrations/target.ts'

const largest = 1024 * 1024
// Response headers that the libraries need; all others are dropped
const kept = ['content-type', 'cache-control', 'age', 'www-authenticate', 'dpop-nonce'] as const

/**
 * `fetch` for libraries that call an identity provider: protected against SSRF like all external calls, without
 * redirects, at most 1 MB.
 */
export const fetchOf =
  (guard: Guard, purpose: Purpose) =>
  async (
    url: string,
    options: { method?: string; headers?: Readonly<Record<string, string>>; body?: unknown } = {},
  ): Promise<Response> => {
    const { method = 'GET', headers = {}, body } = options
    const bytes = bodyOf(body)
    const answer = await exchange(guard, purpose, {
      method: method === 'POST' ? 'POST' : 'GET',
      url: new URL(url),
      headers: { ...headers },
      ...(bytes && { body: bytes }),
      largest,
    })
    const said = kept.flatMap(name => {
      const value = answer.headers[name]
      return typeof value === 'string' ? [[name, value] as [string, string]] : []
    })
    return new Response(new Uint8Array(answer.body), { status: answer.status, headers: said })
  }

function bodyOf(body: unknown): Buffer | undefined {
  if (body instanceof URLSearchParams) return Buffer.from(body.toString())
  if (typeof body === 'string') return Buffer.from(body)
  if (body instanceof Uint8Array) return Buffer.from(body)
  return undefined
}

/** For what a workspace calls an identity provider. */
export const purposeIn = (workspace: string): Purpose => ({ workspace, feature: 'identity-providers' })
