import { groups } from '@claviger/contract/people/groups'
import { users } from '@claviger/contract/people/users'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { features } from '#features.ts'
import { exampleOf, shellExample } from './example.ts'
import { documentedFieldsOf } from './documented-fields.ts'
import { openApi } from './openapi.ts'

const { app, given } = await startTestApp({ BILLING: 'on' })
const document = openApi('https://id.example.org', features)
const page = await app.inject('/docs')
const called = (id: string) => {
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, is] of Object.entries(methods)) if (is.operationId === id) return { path, method, is }
  throw new Error(`no call ${id}`)
}

test('every call has its place on the page, with an example that names this server', () => {
  const missing = features.filter(({ endpoint }) => !page.body.includes(`id="${endpoint.feature}.${endpoint.call}"`))
  expect(missing).toEqual([])
  expect(page.body).toContain('curl -s &quot;http://localhost:8080/administrator/tokens/v2?pageSize=50&quot;')
})

test('all parts of the page come from this server, and it contains no inline or foreign script', async () => {
  expect(page.headers['content-security-policy']).toContain("script-src 'self'")
  expect(page.body).not.toMatch(/<script(?! type="module" src="\/docs\/script\.js")/)
  for (const [, path = ''] of page.body.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g))
    expect(await app.inject(path)).toMatchObject({ statusCode: 200 })
})

test.each([users.create, groups.create])('the example of %o is accepted', async ({ feature, call }) => {
  const { path, is } = called(`${feature}.${call}`)
  const payload = exampleOf(is.requestBody?.content['application/json']?.schema) as object
  const { accessToken } = await given.session(given.owner)
  const answer = await app.inject({ method: 'POST', url: path, headers: { authorization: accessToken }, payload })
  expect(answer.json()).not.toHaveProperty('code')
  expect(answer.statusCode).toBe(200)
})

test('an example has required fields, variables for path parameters, and safe quoting', () => {
  const is = {
    ...called('users.list').is,
    parameters: [
      { name: 'userId', in: 'path' as const, required: true, schema: { type: 'string' } },
      { name: 'kind', in: 'query' as const, required: true, schema: { enum: ['a b'] } },
      { name: 'other', in: 'query' as const, required: false, schema: { type: 'string' } },
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { properties: { says: { default: "it's" }, also: { type: 'string' } }, required: ['says'] },
        },
      },
    },
  }
  expect(shellExample('https://id.example.org', 'post', '/users/{userId}/x', is)).toBe(
    [
      'curl -s -X POST "https://id.example.org/users/$USER_ID/x?kind=a%20b" \\',
      '  -H "Authorization: Bearer $CLAVIGER_KEY" \\',
      "  -H 'content-type: application/json' \\",
      String.raw`  -d '{"says":"it'\''s"}'`,
    ].join('\n'),
  )
})

test('fields are described with their nested fields, limits, and whether they are required', () => {
  const list = {
    type: 'array',
    maxItems: 3,
    items: { type: 'object', properties: { n: { type: 'integer', minimum: 1, maximum: 9 } } },
  }
  const schema = {
    properties: {
      email: { type: 'string', format: 'email' },
      role: { anyOf: [{ enum: [1, 2] }, { type: 'null' }] },
      list: { anyOf: [list, { type: 'null' }] },
    },
    required: ['email'],
  }
  expect(documentedFieldsOf(schema)).toEqual([
    { name: 'email', type: 'email', required: true },
    { name: 'role', type: '1 | 2 or null', required: false },
    { name: 'list[]', type: 'list of object, at most 3 items or null', required: false },
    { name: 'list[].n', type: 'integer, 1 to 9', required: false },
  ])
})
