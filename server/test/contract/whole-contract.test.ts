import type { Endpoint } from '@claviger/contract/platform/endpoint'
import { describe, expect, test } from 'vitest'
import { type $ZodType, toJSONSchema } from 'zod/v4/core'
import { features } from '../../src/features.ts'
import { startTestApp } from '../app/test-app.ts'
import { sampleInput } from '../api/sample.ts'

const home = await startTestApp({ BILLING: 'on' })
const { app, given } = home
const person = await given.addUser('Emmy', 'Empty')
const calls = features.map(bound => bound.endpoint)
const named = (endpoints: readonly Endpoint[]) =>
  endpoints.map(endpoint => [`${endpoint.feature}.${endpoint.call}`, endpoint] as const)
const tokenFor = async ({ may }: Endpoint) =>
  (await given.session(may.startsWith('super.') ? given.superAdmin : given.owner)).accessToken
const schemaOf = (endpoint: Endpoint) =>
  toJSONSchema(endpoint.input as unknown as $ZodType, { io: 'input', unrepresentable: 'any' })

interface Field {
  type?: string
  anyOf?: Field[]
  allOf?: Field[]
}
const isList = (field: Field): boolean =>
  field.type === 'array' || [...(field.anyOf ?? []), ...(field.allOf ?? [])].some(isList)
const listsOf = (endpoint: Endpoint): string[] =>
  Object.entries(schemaOf(endpoint).properties ?? {}).flatMap(([name, field]) => (isList(field as Field) ? [name] : []))

describe('an empty list', () => {
  const withLists = calls.filter(endpoint => listsOf(endpoint).length > 0)
  test.each(named(withLists))('%s accepts or refuses it', async (_name, endpoint) => {
    const empty = Object.fromEntries(listsOf(endpoint).map(name => [name, []]))
    const input = { ...sampleInput(endpoint, person), ...empty }
    const answer = await home.as(await tokenFor(endpoint)).ask(endpoint, input)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500)
  })
})

const address = (endpoint: Endpoint) => endpoint.path.replace(/\{\w+\}/g, given.user.id)

describe('HEAD', () => {
  const gets = calls.filter(endpoint => endpoint.method === 'GET')
  const reading = gets.filter(endpoint => !endpoint.changes)
  const changing = gets.filter(endpoint => endpoint.changes)
  test.each(named(reading))('%s answers like GET, without a body', async (_name, endpoint) => {
    const authorization = await tokenFor(endpoint)
    const ask = (method: 'GET' | 'HEAD') =>
      app.inject({ method, url: address(endpoint), headers: { authorization, accept: 'application/json' } })
    const [get, head] = [await ask('GET'), await ask('HEAD')]
    expect([head.statusCode, head.body]).toEqual([get.statusCode, ''])
  })
  test.each(named(changing))('%s is not executed', async (_name, endpoint) => {
    const authorization = await tokenFor(endpoint)
    const head = await app.inject({ method: 'HEAD', url: address(endpoint), headers: { authorization } })
    // 422: another route takes the last path segment for an ID and refuses it
    expect([404, 422]).toContain(head.statusCode)
    expect((await app.inject({ url: '/users', headers: { authorization } })).statusCode).toBe(200)
  })
})

test('a literal path segment wins over a parameter (R8)', async () => {
  const parts = ({ path }: Endpoint) => path.split('/')
  const covers = (wide: Endpoint, narrow: Endpoint) =>
    wide.method === narrow.method &&
    wide.path !== narrow.path &&
    parts(wide).length === parts(narrow).length &&
    parts(wide).every(
      (part, at) => part === parts(narrow)[at] || (part.startsWith('{') && !parts(narrow)[at]?.startsWith('{')),
    )
  const pairs = calls.flatMap(narrow => calls.filter(wide => covers(wide, narrow)).map(wide => [wide, narrow] as const))
  expect(pairs.length).toBeGreaterThan(20)
  for (const [wide, narrow] of pairs) {
    const answer = await home.as(await tokenFor(narrow)).ask(narrow, sampleInput(narrow, given.user.id))
    const fields = ((answer.body['fields'] ?? []) as { field: string }[]).map(({ field }) => field)
    const taken = [...wide.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const own = Object.keys(schemaOf(narrow).properties ?? {})
    expect(
      fields.filter(field => taken.includes(field) && !own.includes(field)),
      `${narrow.path} as ${wide.path}`,
    ).toEqual([])
  }
})

describe('a field from two places', () => {
  const session = async () => ({ authorization: await tokenFor({ may: 'self' } as Endpoint) })
  test('is refused in query and body together', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/administrator/tokens?firstName=Query',
      headers: await session(),
      payload: { userId: 'twice', firstName: 'Body', lastName: 'Twice', email: 'twice@company.example' },
    })
    expect(answer.json()).toMatchObject({ code: 'invalid-input', fields: [{ field: 'firstName' }] })
  })
  const withId = named(
    calls.filter(
      one => one.method !== 'GET' && one.path.includes('{id}') && !one.fresh && !one.may.startsWith('partner.'),
    ),
  )
  test.each(withId)('%s is refused if path and body differ', async (_name, endpoint) => {
    const send = async (id: string) =>
      app.inject({
        method: endpoint.method,
        url: address(endpoint),
        headers: { authorization: await tokenFor(endpoint) },
        payload: { ...sampleInput(endpoint, given.user.id), id },
      })
    const other = (await send(given.administrator.id)).json<{ code: string; fields?: { field: string }[] }>()
    if (other.code === 'not-signed-in' || other.code === 'session-ended') return
    expect(other).toMatchObject({ code: 'invalid-input', fields: [{ field: 'id' }] })
  })
})
