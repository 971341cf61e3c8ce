import { signIn } from '@claviger/contract/access/sign-in'
import type { Endpoint } from '@claviger/contract/platform/endpoint'
import type { Assertion, RequestOptions } from '@claviger/contract/keys/ceremony'
import { asAssertion, type SoftwareKey } from '../api/authenticator.ts'
import type { TestApp } from './test-app.ts'

export interface BrowserReply {
  status: number
  location: string | undefined
  text: string
  headers: Record<string, string | string[] | number | undefined>
  url: string
}

export function browser({ app, as }: Pick<TestApp, 'app' | 'as'>, origin = 'http://localhost:8080') {
  const jar = new Map<string, { value: string; path: string }>()
  const keep = (header: string | string[] | number | undefined) => {
    for (const one of [header].flat()) {
      const [pair = '', ...attributes] = String(one ?? '').split(';')
      const at = pair.indexOf('=')
      if (at < 1) continue
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
      const said = (what: string) =>
        attributes
          .map(each => each.trim())
          .find(each => each.toLowerCase().startsWith(`${what}=`))
          ?.slice(what.length + 1)
      const path = said('path') ?? '/'
      const over =
        said('max-age') === '0' || (said('expires') !== undefined && new Date(said('expires') ?? 0) < new Date(2000, 0))
      if (over) jar.delete(`${name} ${path}`)
      else jar.set(`${name} ${path}`, { value, path })
    }
  }
  const cookiesFor = (path: string) =>
    [...jar]
      .filter(([, { path: of }]) => path === of || path.startsWith(of.endsWith('/') ? of : `${of}/`))
      .map(([key, { value }]) => `${key.split(' ')[0]}=${value}`)
      .join('; ')
  const ask = async (method: 'GET' | 'POST', address: string, form?: Record<string, string>): Promise<BrowserReply> => {
    const url = new URL(address, origin)
    const cookie = cookiesFor(url.pathname)
    const answer = await app.inject({
      method,
      url: url.pathname + url.search,
      headers: {
        host: new URL(origin).host,
        accept: 'text/html',
        'sec-fetch-mode': 'navigate',
        ...(cookie && { cookie }),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded', origin }),
      },
      ...(form && { payload: new URLSearchParams(form).toString() }),
    })
    keep(answer.headers['set-cookie'])
    return {
      status: answer.statusCode,
      location: answer.headers.location,
      text: answer.body,
      headers: answer.headers,
      url: url.href,
    }
  }
  const enter = async ({ method, path }: Pick<Endpoint, 'method' | 'path'>, session: string, payload: object) => {
    const cookie = cookiesFor('/')
    const headers = { ...(session && { authorization: session }), ...(cookie && { cookie }) }
    const answer = await app.inject({ method, url: path, headers, payload })
    if (answer.statusCode !== 200) throw new Error(answer.body)
    keep(answer.headers['set-cookie'])
    return answer.json<{ accessToken: string; refreshToken: string }>()
  }
  return {
    jar,
    enter,
    get: (address: string) => ask('GET', address),
    post: (address: string, form: Record<string, string>) => ask('POST', address, form),
    async follow(address: string): Promise<BrowserReply> {
      let got = await ask('GET', address)
      for (let hops = 0; got.location !== undefined && hops < 12; hops++) {
        const next = new URL(got.location, got.url)
        if (next.origin !== origin || next.pathname === '/auth/sign-in') return { ...got, location: next.href }
        got = await ask('GET', next.href)
      }
      return got
    },
    async signIn(
      key: Pick<SoftwareKey, 'get'> | ((options: RequestOptions) => Promise<Assertion>),
    ): Promise<{ accessToken: string; refreshToken: string }> {
      const { session, options } = await as(undefined).tell(signIn.passkeyInitial)
      const payload = typeof key === 'function' ? await key(options) : asAssertion(key.get(options))
      return enter(signIn.passkeyLogin, session, payload)
    },
    async signInByCode(email: string, codeTo: (email: string) => Promise<{ code: string | undefined }>) {
      const { session } = await as(undefined).tell(signIn.emailInitial, { email })
      return enter(signIn.emailLogin, session, { code: (await codeTo(email)).code })
    },
    async signOut(accessToken: string): Promise<void> {
      const answer = await app.inject({
        method: signIn.logout.method,
        url: signIn.logout.path,
        headers: { authorization: accessToken, cookie: cookiesFor('/') },
      })
      if (answer.statusCode !== 200) throw new Error(answer.body)
      keep(answer.headers['set-cookie'])
    },
    cookies: cookiesFor,
  }
}
