import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { selfServicePages } from '@claviger/contract/access/self-service-settings/self-service-pages'
import { PageSettings } from '@claviger/contract/access/self-service-settings/page-settings'
import { activity } from '@claviger/contract/oversight/activity'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { startTestApp } from '#test/app/test-app.ts'
import { ownCertificate } from '#test/emulators/log-receiver.ts'
import { loopback } from '#test/app/loopback.ts'

const own = ownCertificate()
setDefaultCACertificates([...getCACertificates('default'), own.cert])
let answer = { status: 200, body: '{"belongs":true}' }
const asked: unknown[] = []
const system = createServer(own, (request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    asked.push(JSON.parse(Buffer.concat(parts).toString()))
    response.writeHead(answer.status).end(answer.body)
  })
}).listen(0, '127.0.0.1')
await once(system, 'listening')
afterAll(() => {
  system.closeAllConnections()
  system.close()
})
const url = `https://127.0.0.1:${(system.address() as AddressInfo).port}/`

const { as, given } = await startTestApp(loopback)
const owner = as(given.owner.accessToken)
const settings = z.parse(PageSettings, { verificationType: 'automatic', automatic: { url } })
await owner.tell(selfServicePages.create, { page: 'doors', name: 'Doors', settings })
await given.addUser('Ask', 'Me', { user_id: 'askme' })
const ask = (more: Record<string, unknown> = {}) =>
  owner.ask(selfServicePages.tryAutomatic, { page: 'doors', cardId: '11706628', person: 'AskMe', ...more })

test('tests the system of the owner like a page does, and reports how it responded', async () => {
  expect(await ask()).toMatchObject({ status: 409, body: { code: 'change-refused' } })
  await owner.tell(selfServicePages.makeSecret, { page: 'doors' })
  expect(await ask()).toMatchObject({ status: 200, body: { belongs: true, reason: null } })
  expect(asked[0]).toMatchObject({ card: '04A1B2', cardDecimal: '11706628', user: { userId: 'askme' }, page: 'doors' })
  for (const [status, body, reason] of [
    [200, '{"belongs":"yes"}', "The system didn't confirm that the card belongs to the user"],
    [200, 'yes', "The system didn't return JSON"],
    [500, '{"belongs":true}', "The system didn't return status 200"],
  ] as const) {
    answer = { status, body }
    expect((await ask()).body).toMatchObject({ belongs: false, reason })
  }
  const { items } = await owner.tell(activity.list, { action: ['self-service-page.tried'] })
  expect(items[0]).toMatchObject({ after: { address: url, about: 'Ask Me' } })
})

test('refuses an unknown user, an invalid card, a page of another workspace, and read-only administrators', async () => {
  expect(await ask({ person: 'nobody' })).toMatchObject({ status: 404, body: { fields: [{ field: 'person' }] } })
  expect(await ask({ cardId: 'zz' })).toMatchObject({ status: 422 })
  const call = { page: 'doors', cardId: '1', person: 'askme' }
  const elsewhere = as(given.ownerElsewhere.accessToken)
  expect((await elsewhere.ask(selfServicePages.tryAutomatic, call)).status).toBe(404)
  expect((await as(given.readOnly.accessToken).ask(selfServicePages.tryAutomatic, call)).status).toBe(403)
})
