// Hostile requests for every address of the server.
import { hash } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint } from '@claviger/contract/platform/endpoint'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { type $ZodType, toJSONSchema } from 'zod/v4/core'
import { deepJson, names, rawTexts, texts, usualFields, values } from './hostile-texts.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Address {
  readonly method: Method
  /** Path in the form of the router: `/saml/:workspace/sso`. */
  readonly path: string
}

export interface Shape {
  /** Values of the path parameters. */
  readonly parts: string
  readonly query: string
  readonly body: string | Buffer | undefined
  readonly headers: Readonly<Record<string, string>>
}

/** A response that no input must cause. */
export interface Fault {
  readonly address: string
  readonly status: number
  readonly sent: string
}

/** Collects the addresses of all servers that are created while `work` runs. */
export async function collectAddresses<T>(work: () => Promise<T>): Promise<{ made: T; addresses: Address[] }> {
  const addresses: Address[] = []
  const note = (message: unknown) =>
    void (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) if (isMethod(one)) addresses.push({ method: one, path: url })
    })
  subscribe('fastify.initialization', note)
  try {
    return { made: await work(), addresses }
  } finally {
    unsubscribe('fastify.initialization', note)
  }
}

const isMethod = (text: string): text is Method => ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(text)

const encode = (text: string) => encodeURIComponent(text.toWellFormed())
const pick = <T>(from: readonly T[]) => fc.constantFrom(...from)

const pair = (known: Readonly<Record<string, string>>) =>
  pick(names).chain(name =>
    fc
      .oneof(
        { weight: 3, arbitrary: pick(texts).map(encode) },
        { weight: 2, arbitrary: pick(rawTexts) },
        {
          weight: 2,
          arbitrary: pick([...(usualFields[name] ?? []), ...(known[name] === undefined ? [] : [known[name]]), 'x']).map(
            encode,
          ),
        },
      )
      .map(value => `${name}=${value}`),
  )

const pairs = (known: Readonly<Record<string, string>>) =>
  fc.array(pair(known), { maxLength: 5 }).chain(some =>
    // Starts with a known client, so that the other parameters are processed; often one parameter is sent twice
    fc
      .tuple(fc.boolean(), fc.boolean())
      .map(([isKnown, isTwice]) =>
        [
          ...(isKnown ? Object.entries(known).map(([name, value]) => `${name}=${encode(value)}`) : []),
          ...some,
          ...(isTwice ? some.slice(0, 1) : []),
        ].join('&'),
      ),
  )

/** Sample value for a JSON schema; guesses a value for a pattern. */
function sampleOf(schema: Record<string, unknown>, levels = 4): unknown {
  if (levels === 0) return 'x'
  const choice = (schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']) as Record<string, unknown>[] | undefined
  if (choice?.[0]) return sampleOf(choice[0], levels - 1)
  if ('const' in schema) return schema['const']
  const [first] = (schema['enum'] ?? []) as unknown[]
  if (first !== undefined) return first
  const {
    type,
    format,
    properties = {},
    minimum,
  } = schema as {
    type?: string
    format?: string
    properties?: Record<string, Record<string, unknown>>
    minimum?: number
  }
  if (type === 'object')
    return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, sampleOf(one, levels - 1)]))
  if (type === 'array') return []
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return Math.max(minimum ?? 1, 1)
  if (format === 'uuid') return '01890a5d-ac96-774b-bcce-b302099a8057'
  if (format === 'date-time') return '2026-01-01T00:00:00.000Z'
  const pattern = typeof schema['pattern'] === 'string' ? schema['pattern'] : ''
  if (pattern.includes('d{6}')) return '123456'
  return pattern.includes('@') ? 'ann@northgate.example' : 'abcdef'
}

const sampleFor = (endpoint: Endpoint): Record<string, unknown> => {
  const schema = toJSONSchema(endpoint.input as unknown as $ZodType, { io: 'input', unrepresentable: 'any' })
  const sample = sampleOf(schema)
  return typeof sample === 'object' && sample !== null ? { ...sample } : {}
}

const writeQuery = (input: Record<string, unknown>) =>
  Object.entries(input)
    .map(([name, value]) => `${encode(name)}=${encode(String(value))}`)
    .join('&')

/** Bodies that are hostile at any address. */
const bodies: fc.Arbitrary<Pick<Shape, 'body' | 'headers'>> = fc.oneof(
  pick([
    deepJson(5000),
    `{"a":${deepJson(100)}}`,
    '{',
    '[]',
    'null',
    '"text"',
    '{"__proto__":{"a":1}}',
    String.raw`{"a":"\u0000"}`,
    String.raw`{"email":"\ud800"}`,
    `{"a":"${'z'.repeat(70_000)}"}`,
    '',
  ]).map(body => ({ body, headers: { 'content-type': 'application/json' } })),
  pick([Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), Buffer.from([0, 1, 2, 255])]).chain(body =>
    pick(['application/json', 'application/x-www-form-urlencoded', 'application/scim+json', 'text/csv']).map(type => ({
      body,
      headers: { 'content-type': type },
    })),
  ),
  pick([
    'text/xml',
    'multipart/form-data',
    'application/json; charset=utf-7',
    'a',
    'application/x-www-form-urlencoded; charset=klingon',
    '',
  ]).map(type => ({ body: 'a=b', headers: { 'content-type': type } })),
)

const headers: fc.Arbitrary<Record<string, string>> = fc
  .uniqueArray(
    fc.oneof(
      pick([
        'Basic AAAA',
        `Basic ${Buffer.from('a\0b:c').toString('base64')}`,
        'Basic JTAwOiUwMA==',
        'Bearer x',
        'DPoP x',
        `Bearer ${'q'.repeat(2000)}`,
        'cvg_x',
      ]).map(value => ['authorization', value] as [string, string]),
      pick(['a', 'claviger-browser=AAAA', '=;=', '_session=%00; _session.sig=x', 'x'.repeat(5000)]).map(
        value => ['cookie', value] as [string, string],
      ),
      pick(['xx-XX', '*', ',,,;q=', 'de;q=9e9']).map(value => ['accept-language', value] as [string, string]),
      pick(['', 'a b', '[::1', 'a'.repeat(400)]).map(value => ['x-forwarded-host', value] as [string, string]),
      pick(['/%00', '%', '//evil.example/\\']).map(value => ['x-forwarded-uri', value] as [string, string]),
      pick(['a.b.c', '']).map(value => ['dpop', value] as [string, string]),
      pick(['W/"x', '"']).map(value => ['if-match', value] as [string, string]),
    ),
    { maxLength: 3, selector: ([name]) => name },
  )
  .map(some => Object.fromEntries(some))

/** Hostile requests to an address; `known` contains parameters of a registered client. */
function shapesOf(address: Address, endpoint: Endpoint | undefined, known: Readonly<Record<string, string>>) {
  const isGet = address.method === 'GET'
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const protocol = fc
    .record({
      parts: pick(['northgate', 'northgate', ...rawTexts]),
      query: pairs(known),
      form: pairs(known),
      extra: headers,
    })
    .map(({ parts, query, form: body, extra }) =>
      isGet
        ? { parts, query, body: undefined, headers: extra }
        : { parts, query: '', body, headers: { ...extra, ...form } },
    )
  const broken = fc
    .record({ parts: pick(['northgate', ...rawTexts]), query: pairs(known), sent: bodies, extra: headers })
    .map(({ parts, query, sent, extra }): Shape => ({
      parts,
      query,
      body: isGet ? undefined : sent.body,
      headers: { ...extra, ...(isGet ? {} : sent.headers) },
    }))
  if (!endpoint) return fc.oneof({ weight: 3, arbitrary: protocol }, { weight: 1, arbitrary: broken })
  const sample = sampleFor(endpoint)
  const fields = Object.keys(sample)
  const call = fc
    .record({
      parts: pick([...rawTexts, '01890a5d-ac96-774b-bcce-b302099a8057', 'northgate']),
      spoilt: fc.subarray(fields, { minLength: Math.min(1, fields.length), maxLength: Math.min(3, fields.length) }),
      values: fc.array(pick(values), { minLength: 3, maxLength: 3 }),
      extra: headers,
    })
    .map(({ parts, spoilt, values: given, extra }): Shape => {
      const input = { ...sample, ...Object.fromEntries(spoilt.map((name, place) => [name, given[place]])) }
      return isGet
        ? { parts, query: writeQuery(input), body: undefined, headers: extra }
        : { parts, query: '', body: JSON.stringify(input), headers: { ...extra, 'content-type': 'application/json' } }
    })
  return fc.oneof({ weight: 3, arbitrary: call }, { weight: 1, arbitrary: broken })
}

/** Parameter names by path. */
const namesAt: readonly (readonly [at: RegExp, names: readonly string[]])[] = [
  [/^\/(oidc|oauth)\//, names.slice(0, names.indexOf('SAMLRequest'))],
  [/^\/saml\//, ['SAMLRequest', 'RelayState', 'SigAlg']],
  [/^\/forward-auth\//, ['host', 'browser', 'to', 'code']],
  [/^\/api\/scim\//, ['filter', 'sortBy', 'startIndex']],
]

/** One request for each protocol parameter, with NUL in it and valid values in the others. */
function nulIn(address: Address, known: Readonly<Record<string, string>>): Shape[] {
  const isGet = address.method === 'GET'
  const type = isGet ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
  const own = Object.entries(known).map(([name, value]) => `${name}=${encode(value)}`)
  const all = namesAt.find(([at]) => at.test(address.path))?.[1] ?? []
  return all.map(name => {
    const others = own.filter(one => !one.startsWith(`${name}=`))
    const grant = usualFields['grant_type']?.[name.length % 3] ?? ''
    const more = name === 'grant_type' ? [] : [`grant_type=${encode(grant)}`]
    const sent = [...others, ...more, `${name}=a%00b`].join('&')
    return { parts: 'northgate', query: isGet ? sent : '', body: isGet ? undefined : sent, headers: type }
  })
}

/** Fixed seed, so that a fault can be reproduced. */
export function requestsFor(
  address: Address,
  endpoint: Endpoint | undefined,
  { known, times }: { known: Readonly<Record<string, string>>; times: number },
): Shape[] {
  const own = hash('sha256', `${address.method} ${address.path}`, 'buffer').readInt32BE()
  return [...nulIn(address, known), ...fc.sample(shapesOf(address, endpoint, known), { seed: own, numRuns: times })]
}

/** Milliseconds after which a response counts as missing. */
const patience = 10_000

/** Sends a request and returns the fault that it caused. */
export async function send(
  app: FastifyInstance,
  { method, path }: Address,
  shape: Shape,
  authorization: string | undefined,
): Promise<Fault | undefined> {
  const filled = path.replaceAll(/:\w+/g, () => shape.parts).replace('*', () => shape.parts)
  const url = shape.query === '' ? filled : `${filled}?${shape.query}`
  const answered = app
    .inject({
      method,
      url,
      headers: { ...shape.headers, ...(authorization !== undefined && { authorization }) },
      ...(shape.body !== undefined && { payload: shape.body }),
    })
    .then(answer => answer.statusCode)
  // A missing response is a fault, too
  const statusCode = await Promise.race([answered, sleep(patience, 599, { ref: false })])
  // RFC 7644 §3.11 requires 501 if a provider does not support /Me
  if (statusCode < 500 || statusCode === 503 || (statusCode === 501 && path.endsWith('/Me'))) return undefined
  const sent = `${url.slice(0, 300)} ${JSON.stringify(shape.headers).slice(0, 300)} ${String(shape.body ?? '').slice(0, 300)}`
  return { address: `${method} ${path}`, status: statusCode, sent }
}
