import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { exchange } from './exchange.ts'
import { Undelivered } from './target.ts'

const stranger = createServer((request, response) => {
  if (request.url === '/large') response.writeHead(200).end('x'.repeat(300_000))
  else if (request.url === '/away') response.writeHead(302, { location: '/' }).end()
  else response.writeHead(200).end(`${request.method ?? ''} ${String(request.headers['x-one'])}`)
})
stranger.listen(0, '127.0.0.1')
await once(stranger, 'listening')
afterAll(() => stranger.close())
const at = (path: string) => new URL(`http://127.0.0.1:${(stranger.address() as AddressInfo).port}${path}`)
const open = { privateTargets: true }

test('asks as it was told and answers what came, a redirect as it is', async () => {
  const { status, body } = await exchange(open, {
    method: 'POST',
    url: at('/'),
    headers: { 'x-one': '1' },
    body: Buffer.from('{}'),
  })
  expect([status, body.toString()]).toEqual([200, 'POST 1'])
  expect(await exchange(open, { method: 'GET', url: at('/away') })).toMatchObject({ status: 302 })
})

test('refuses private addresses where the operator has not allowed them, and answers that are too large', async () => {
  await expect(exchange({ privateTargets: false }, { method: 'GET', url: at('/') })).rejects.toThrow(
    /address is private/,
  )
  await expect(exchange(open, { method: 'GET', url: at('/large') })).rejects.toThrow('The answer is too large')
})

test('says so where nobody listens', async () => {
  const url = new URL('http://127.0.0.1:9/')
  await expect(exchange(open, { method: 'GET', url })).rejects.toThrow(Undelivered)
})
