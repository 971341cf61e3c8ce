import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { generateSource } from 'oazapfts'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'

const { app, given } = await startTestApp()
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const text = await (await fetch(`${address}/openapi.json`)).text()
interface Operation {
  operationId: string
  security: object[]
  responses: Record<string, object>
}
const document = JSON.parse(text) as { paths: Record<string, Record<string, Operation>> }
const operations = Object.values(document.paths).flatMap(methods => Object.values(methods))

// Next to the packages, so that the generated code finds its runtime
const folder = await mkdtemp(join(import.meta.dirname, '../../../node_modules/.openapi-'))
afterAll(() => rm(folder, { recursive: true }))

test('the document is valid OpenAPI, according to a third-party validator', async () => {
  const { valid, errors } = await new Validator().validate(JSON.parse(text) as Record<string, unknown>)
  expect(errors ?? []).toEqual([])
  expect(valid).toBe(true)
})

test('each operation has a unique name, and each path appears once', () => {
  const names = operations.map(one => one.operationId)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  const places = Object.keys(document.paths).map(path => path.replaceAll(/\{\w+\}/g, '{}'))
  expect(places.filter((place, at) => places.indexOf(place) !== at)).toEqual([])
})

test('all references resolve, and no keyword of an older version is used', () => {
  const parts = JSON.parse(text) as { components: { schemas: object } }
  const known = new Set(Object.keys(parts.components.schemas).map(name => `#/components/schemas/${name}`))
  const meant = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(match => match[1] as string)
  expect(meant.filter(one => !known.has(one))).toEqual([])
  expect(text).not.toMatch(/"nullable"|"\$defs"/)
})

test('every call that requires a session declares the responses 401 and 403', () => {
  const signedIn = operations.filter(one => one.security.length > 0)
  expect(signedIn.length).toBeGreaterThan(300)
  expect(signedIn.filter(one => !one.responses['401'] || !one.responses['403'])).toEqual([])
})

test('a client from a published generator can read, write, and be refused', async () => {
  await writeFile(join(folder, 'openapi.json'), text)
  const source = await generateSource(join(folder, 'openapi.json'))
  const file = join(folder, 'client.mjs')
  await writeFile(file, stripTypeScriptTypes(source, { mode: 'transform' }))
  const client = (await import(file)) as Record<
    string,
    (...given: object[]) => Promise<{ status: number; data: never }>
  >
  const call = (name: string, ...input: object[]) => client[name]!(...input, { baseUrl: address, headers })
  const headers = { authorization: `Bearer ${given.owner.accessToken}` }
  const made = await call('usersCreate', {
    userId: 'opal',
    firstName: 'Opal',
    lastName: 'Api',
    email: 'opal@example.org',
  })
  expect(made).toMatchObject({ status: 200, data: { userId: 'opal' } })
  expect(await call('usersList', { search: 'opal', pageSize: 10 })).toMatchObject({
    status: 200,
    data: { total: 1, items: [{ userId: 'opal', email: 'opal@example.org' }] },
  })
  expect(await call('usersCreate', { userId: '', firstName: 'No', lastName: 'Name' })).toMatchObject({
    status: 422,
    data: { code: 'invalid-input', fields: expect.arrayContaining([expect.objectContaining({ field: 'userId' })]) },
  })
  const nobody = await client['usersList']!({}, { baseUrl: address })
  expect(nobody).toMatchObject({ status: 401, data: { code: 'not-signed-in' } })
})
