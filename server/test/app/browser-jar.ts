import type { FastifyInstance } from 'fastify'

export interface Jar {
  go(url: string): Promise<{ status: number; to: string; body: string }>
  /** A cross-site form post: SameSite cookies are not sent. */
  post(url: string, fields: Record<string, string>): Promise<{ status: number; to: string; body: string }>
  call(path: string, body: object, authorization?: string): Promise<{ status: number; body: Record<string, unknown> }>
}

export function jar(app: FastifyInstance): Jar {
  const cookies = new Map<string, string>()
  const keep = (header: string | string[] | undefined) => {
    for (const line of [header ?? []].flat()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
      cookies.set(name, value)
    }
  }
  const header = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const seen = (answer: {
    statusCode: number
    headers: Record<string, unknown> & { location?: string | undefined }
    body: string
  }) => {
    keep(answer.headers['set-cookie'] as string | string[] | undefined)
    return { status: answer.statusCode, to: answer.headers.location ?? '', body: answer.body }
  }
  return {
    go: async url => seen(await app.inject({ method: 'GET', url, headers: { accept: 'text/html', cookie: header() } })),
    post: async (url, fields) =>
      seen(
        await app.inject({
          method: 'POST',
          url,
          headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
          payload: new URLSearchParams(fields).toString(),
        }),
      ),
    async call(path, body, authorization) {
      const answer = await app.inject({
        method: 'POST',
        url: path,
        headers: { accept: 'application/json', cookie: header(), ...(authorization && { authorization }) },
        payload: body,
      })
      keep(answer.headers['set-cookie'])
      return { status: answer.statusCode, body: answer.json() }
    },
  }
}
