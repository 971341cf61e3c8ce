import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { CustomFetch } from 'openid-client'
import { type OidcRequestFacts, forRequest } from '../request-facts.ts'
import type { WorkspaceProvider } from '../provider/providers.ts'

export function fetchWithin(
  { provider, address }: WorkspaceProvider,
  publicUrl: string,
  asked: () => OidcRequestFacts,
): CustomFetch {
  const { host, protocol } = new URL(publicUrl)
  const prefix = `/oidc/${address}`
  return async (to, { method, headers, body }) => {
    const { pathname, search } = new URL(to)
    const text = body === undefined || body === null ? '' : body instanceof URLSearchParams ? body.toString() : ''
    const request = Object.assign(new IncomingMessage(new Socket()), {
      method,
      url: `${pathname.slice(prefix.length)}${search}`,
      originalUrl: `${pathname}${search}`,
      headers: {
        ...headers,
        host,
        'x-forwarded-host': host,
        'x-forwarded-proto': protocol.replace(':', ''),
        ...(text !== '' && { 'content-length': String(Buffer.byteLength(text)) }),
      },
      complete: true,
    })
    if (text !== '') request.push(text)
    request.push(null)
    return forRequest(asked(), () => answered(request, async response => provider.callback()(request, response)))
  }
}

async function answered(
  request: IncomingMessage,
  serve: (response: ServerResponse) => Promise<void>,
): Promise<Response> {
  const response = new ServerResponse(request)
  const { promise, resolve } = Promise.withResolvers<Buffer>()
  response.end = ((part?: unknown) => {
    resolve(part === undefined || part === null ? Buffer.alloc(0) : Buffer.from(part as string))
    return response
  }) as typeof response.end
  await serve(response)
  const bytes = await promise
  const headers = Object.entries(response.getHeaders()).flatMap(([name, value]): [string, string][] =>
    [value].flat().map(one => [name, String(one)]),
  )
  const { statusCode: status } = response
  return new Response(status === 204 || status === 304 ? null : new Uint8Array(bytes), { status, headers })
}
