import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { exchange, keepConnections } from './exchange.ts'
import { type Guard, DeliveryError } from './target.ts'

const questions = new Map<Socket, number>()
const seen: string[] = []
const stranger = createServer((request, response) => {
  const nth = (questions.get(request.socket) ?? 0) + 1
  questions.set(request.socket, nth)
  seen.push(`${request.method} ${request.url}`)
  // Simulates a server that closes a kept-alive connection just as it is reused
  if (request.url === '/closing' && nth > 1) request.socket.destroy()
  else if (request.url === '/large') response.writeHead(200).end('x'.repeat(300_000))
  else if (request.url === '/away') response.writeHead(302, { location: '/' }).end()
  else response.writeHead(200).end(`${request.method ?? ''} ${String(request.headers['x-one'])}`)
})
stranger.listen(0, '127.0.0.1')
await once(stranger, 'listening')
afterAll(() => stranger.close())
const at = (path: string) => new URL(`http://127.0.0.1:${(stranger.address() as AddressInfo).port}${path}`)
const purpose = { workspace: 'w', feature: 'applications' } as const
const asked: string[] = []
let verdict: 'allowed' | 'blocked' = 'allowed'
const guard: Guard = {
  config: { privateNetworks: ['127.0.0.0/8', '::1'] },
  outgoing: {
    mayReach: ({ host, port }) => {
      asked.push(`${host}:${port}`)
      return Promise.resolve(verdict)
    },
  },
}

test('sends the request as given and returns the response, without following redirects', async () => {
  const { status, body } = await exchange(guard, purpose, {
    method: 'POST',
    url: at('/'),
    headers: { 'x-one': '1' },
    body: Buffer.from('{}'),
  })
  expect([status, body.toString()]).toEqual([200, 'POST 1'])
  expect(await exchange(guard, purpose, { method: 'GET', url: at('/away') })).toMatchObject({ status: 302 })
})

test('refuses private addresses that are not allowed, and responses that are too large', async () => {
  const closed = { ...guard, config: { privateNetworks: undefined } }
  await expect(exchange(closed, purpose, { method: 'GET', url: at('/') })).rejects.toThrow('PRIVATE_NETWORKS')
  await expect(exchange(guard, 'public', { method: 'GET', url: at('/') })).rejects.toThrow('is a private address')
  expect(await exchange(closed, 'operator', { method: 'GET', url: at('/') })).toMatchObject({ status: 200 })
  await expect(exchange(guard, purpose, { method: 'GET', url: at('/large') })).rejects.toThrow(
    'The answer is too large',
  )
})

test('reports when no server listens', async () => {
  const url = new URL('http://127.0.0.1:9/')
  await expect(exchange(guard, purpose, { method: 'GET', url })).rejects.toThrow(DeliveryError)
})

describe('reused connections', () => {
  const connections = () => questions.size

  test('are limited in number and closed at the end', async () => {
    const before = connections()
    for (let time = 0; time < 3; time++) await exchange(guard, purpose, { method: 'GET', url: at('/') })
    expect(connections() - before).toBe(3)
    const kept = keepConnections(2)
    for (let time = 0; time < 5; time++) await exchange(guard, purpose, { method: 'GET', url: at('/'), kept })
    expect(connections() - before).toBe(4)
    await Promise.all(Array.from({ length: 8 }, () => exchange(guard, purpose, { method: 'GET', url: at('/'), kept })))
    expect(connections() - before).toBe(5)
    kept.close()
    await expect.poll(() => [...questions.keys()].every(socket => socket.destroyed)).toBe(true)
  })

  test('do not bypass the guard: each request checks its target again', async () => {
    const kept = keepConnections(2)
    const url = new URL(at('/').href.replace('127.0.0.1', 'localhost'))
    await exchange(guard, purpose, { method: 'GET', url: at('/'), kept })
    verdict = 'blocked'
    for (const target of [url, at('/')])
      await expect(exchange(guard, purpose, { method: 'GET', url: target, kept })).rejects.toThrow(
        'An owner can allow it',
      )
    verdict = 'allowed'
    expect(asked.slice(-2)).toEqual([url.host, at('/').host])
    kept.close()
  })

  test('that the server closes on reuse lose no answer, and a POST is not sent twice', async () => {
    const kept = keepConnections(1)
    const url = at('/closing')
    await exchange(guard, purpose, { method: 'GET', url, kept })
    expect(await exchange(guard, purpose, { method: 'GET', url, kept })).toMatchObject({ status: 200 })
    await exchange(guard, purpose, { method: 'GET', url, kept })
    const before = seen.length
    await expect(exchange(guard, purpose, { method: 'POST', url, kept })).rejects.toThrow('broke the connection off')
    expect(seen.slice(before)).toEqual(['POST /closing'])
    kept.close()
  })
})
