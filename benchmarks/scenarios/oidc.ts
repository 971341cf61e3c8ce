import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { browserOf, callOrThrow } from '../key.ts'
import { load } from '../load.ts'
import { atLeast, type Row } from '../report.ts'
import type { Stage } from '../stage.ts'

const callers = 16
const seconds = 5
const redirect = 'https://app.example/cb'
const agent = new Agent({ keepAlive: true })

interface Client {
  id: string
  authorization: string
}

export async function oidc(stage: Stage): Promise<Row[]> {
  const at = `${stage.address}/oidc/${stage.workspace}`
  // RS256 as most applications are set up, ES256 for shorter signatures
  const [byRsa, byCurve] = [await webClient(stage, 'RS256'), await webClient(stage, 'ES256')]
  const service = await newService(stage, 'service')
  const browsers: Map<string, string>[] = []
  for (let place = 0; place < callers; place++)
    browsers.push(
      new Map((await browserOf(stage, 800 + place)).split('; ').map(one => one.split('=') as [string, string])),
    )
  const [first] = browsers
  const tokens = await codeFlow(at, byRsa, first ?? new Map<string, string>())
  const form = { authorization: service.authorization, 'content-type': 'application/x-www-form-urlencoded' }
  const discovery = await load({ url: `${at}/.well-known/openid-configuration`, connections: callers })
  const jwks = await load({ url: `${at}/jwks`, connections: callers })
  const credentials = await load({
    url: `${at}/token`,
    method: 'POST',
    headers: form,
    body: 'grant_type=client_credentials',
    connections: 32,
  })
  const introspection = await load({
    url: `${at}/introspect`,
    method: 'POST',
    headers: { ...form, authorization: byRsa.authorization },
    body: `token=${tokens.access_token}`,
    connections: callers,
  })
  const userinfo = await load({
    url: `${at}/userinfo`,
    headers: { authorization: `Bearer ${tokens.access_token}` },
    connections: callers,
  })
  const flow = `code flow with a session (authorize, token, userinfo), ${callers} callers`
  const turns = `refresh, ${callers} callers`
  const rows: Row[] = []
  for (const [client, alg] of [
    [byRsa, 'RS256'],
    [byCurve, 'ES256'],
  ] as const) {
    const flows = await rounds(browsers.map(jar => () => codeFlow(at, client, jar)))
    rows.push(atLeast('oidc', `${flow}, ID token by ${alg}`, flows, '/s', 800))
    rows.push(atLeast('oidc', `${turns}, ID token by ${alg}`, await refreshes(at, client, browsers), '/s', 2000))
  }
  return [
    ...rows,
    atLeast('oidc', 'client credentials, JWT by ES256, 32 callers', credentials.perSecond, '/s', 3000),
    atLeast('oidc', 'discovery', discovery.perSecond, '/s', 15_000),
    atLeast('oidc', 'JWKS', jwks.perSecond, '/s', 15_000),
    atLeast('oidc', 'introspection', introspection.perSecond, '/s', 4000),
    { scenario: 'oidc', what: 'userinfo', value: userinfo.perSecond, unit: '/s' },
    { scenario: 'oidc', what: "node:crypto's own P-256 signatures, one core", value: signatures('ES256'), unit: '/s' },
    { scenario: 'oidc', what: "node:crypto's own RSA signatures, one core", value: signatures('RS256'), unit: '/s' },
  ]
}

const webClient = (stage: Stage, idTokenAlg: string) =>
  newClient(stage, `web ${idTokenAlg}`, {
    redirectUris: [redirect],
    grantTypes: ['authorization_code', 'refresh_token'],
    idTokenAlg,
  })

export const newService = (stage: Stage, name: string): Promise<Client> =>
  newClient(stage, name, {
    kind: 'service',
    redirectUris: [],
    grantTypes: ['client_credentials'],
    accessTokenFormat: 'jwt',
    audience: 'https://api.example',
    idTokenAlg: 'ES256',
  })

async function refreshes(at: string, client: Client, browsers: readonly Map<string, string>[]): Promise<number> {
  const held: { token: string }[] = []
  for (const jar of browsers) held.push({ token: (await codeFlow(at, client, jar)).refresh_token })
  return rounds(
    held.map(one => async () => {
      const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: one.token })
      one.token = (await post(`${at}/token`, client, body)).refresh_token
    }),
  )
}

export const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`

async function newClient(stage: Stage, name: string, settings: object): Promise<Client> {
  const write = <T>(method: string, path: string, body: object) =>
    callOrThrow<T>(stage, method, path, stage.accessToken, body)
  const made = await write<{ id: string; clientId: string; clientSecret: string }>('POST', '/api/sso/oidc/sp', {
    name: `Bench ${name} ${Date.now()}`,
    oidc: settings,
  })
  const all = { everyone: true, groups: [], units: [], users: [] }
  await write('PUT', `/api/sso/applications/${made.id}/assignment`, all)
  return { id: made.clientId, authorization: basic(made.clientId, made.clientSecret) }
}

async function rounds(all: readonly (() => Promise<unknown>)[]): Promise<number> {
  const end = performance.now() + seconds * 1000
  let done = 0
  await Promise.all(
    all.map(async call => {
      while (performance.now() < end) {
        await call()
        done++
      }
    }),
  )
  return done / seconds
}

interface Tokens {
  access_token: string
  refresh_token: string
}

async function ask(method: string, url: string, headers: Record<string, string>, body?: string) {
  const asked = request(url, { method, headers, agent })
  asked.end(body)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  let said = ''
  answer.setEncoding('utf8').on('data', (part: string) => (said += part))
  await once(answer, 'end')
  return { status: answer.statusCode ?? 0, headers: answer.headers, said }
}

async function post(url: string, { authorization }: Client, body: URLSearchParams): Promise<Tokens> {
  const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' }
  const { status, said } = await ask('POST', url, headers, body.toString())
  if (status !== 200) throw new Error(`${url}: ${status} ${said}`)
  return JSON.parse(said) as Tokens
}

async function codeFlow(at: string, client: Client, jar: Map<string, string>): Promise<Tokens> {
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    client_id: client.id,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: redirect,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const led = await ask('GET', `${at}/authorize?${query.toString()}`, { accept: 'text/html', cookie })
  for (const one of led.headers['set-cookie'] ?? []) {
    const [name = '', value = ''] = (one.split(';')[0] ?? '').split(/=(.*)/s)
    jar.set(name, value)
  }
  const code = new URL(led.headers.location ?? '', at).searchParams.get('code')
  if (code === null) throw new Error(`no code: ${led.status} ${led.headers.location} ${led.said.slice(0, 300)}`)
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirect,
    code_verifier: verifier,
  })
  const tokens = await post(`${at}/token`, client, body)
  const info = await ask('GET', `${at}/userinfo`, { authorization: `Bearer ${tokens.access_token}` })
  if (info.status !== 200) throw new Error(`userinfo: ${info.status}`)
  return tokens
}

function signatures(alg: 'ES256' | 'RS256'): number {
  const { privateKey } =
    alg === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 })
  const data = Buffer.alloc(300, 1)
  const begun = performance.now()
  let count = 0
  for (; performance.now() - begun < 1000; count++) sign('sha256', data, privateKey)
  return count
}
