import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeApp } from '#app.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { scimClient, scimConnection } from '#test/emulators/scim-client.ts'

const home = await startTestApp({ RATE_LIMIT_FACTOR: '1' })
const { world } = home
const { id: connection, send, token } = await scimConnection(home, 'Strangers')
const errorUrn = 'urn:ietf:params:scim:api:messages:2.0:Error'

test('records every request made before a server stops', async () => {
  const app = await makeApp(world)
  await app.ready()
  const ask = scimClient(app, token)
  for (let at = 0; at < 7; at++) expect((await ask('GET', `/Users?count=0&startIndex=${at + 1}`)).status).toBe(200)
  await app.close()
  const { rows } = await world.superPool.query(
    'select count(*)::int as n from scim_records where connection_id = $1 and path like $2',
    [connection, '%count=0%'],
  )
  expect(rows).toEqual([{ n: 7 }])
})

test('refuses token guesses after a limit in SCIM format, and a valid token still works', async () => {
  const wrong = `${token.slice(0, -6)}${randomBytes(9).toString('hex').slice(0, 6)}`
  const statuses = new Set<number>()
  let last
  for (let at = 0; at < 130; at++) {
    last = await scimClient(home.app, at % 2 === 0 ? wrong : 'nothing')('GET', '/Users?count=0')
    statuses.add(last.status)
  }
  expect([...statuses]).toEqual([401, 429])
  expect(last).toMatchObject({ status: 429, body: { schemas: [errorUrn], status: '429' } })
  expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0)
  expect((await send('GET', '/Users?count=0')).status).toBe(200)
})

test('refuses long or deep filters and PATCH paths with an explanation', async () => {
  const long = `userName eq "${'a'.repeat(100_000)}"`
  const deep = `${'('.repeat(10_000)}userName pr${')'.repeat(10_000)}`
  const wide = Array.from({ length: 3000 }, () => 'title pr').join(' or ')
  for (const filter of [long, deep, wide])
    expect(await send('POST', '/Users/.search', { filter }), filter.slice(0, 40)).toMatchObject({
      status: 400,
      body: { schemas: [errorUrn], scimType: 'invalidFilter' },
    })
  const made = await send('POST', '/Users', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: 'target',
  })
  const path = `emails[${'('.repeat(10_000)}value pr${')'.repeat(10_000)}].value`
  const deepPath = await send('PATCH', `/Users/${made.body.id}`, { Operations: [{ op: 'replace', path, value: 'x' }] })
  expect(deepPath).toMatchObject({ status: 400, body: { schemas: [errorUrn] } })
  for (const members of [[{ value: 'nobody' }], [{ value: '00000000-0000-4000-8000-000000000000' }], [{}], 'x'])
    expect((await send('POST', '/Groups', { displayName: 'Strange', members })).status, JSON.stringify(members)).toBe(
      400,
    )
  expect((await send('GET', '/Groups')).body.totalResults).toBe(0)
})
