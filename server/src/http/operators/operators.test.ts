import { describe, expect, test, vi } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'

const key = 'the key of the operators'
const env = { OPERATOR_NETWORKS: '192.0.2.0/24, 2001:db8::7', METRICS_KEY: key, PUBLIC_URL: 'https://id.example.org' }
const publicly = await startTestApp(env)
const behind = await startTestApp({ ...env, TRUST_PROXY: '1' })
const keyless = await startTestApp({ PUBLIC_URL: env.PUBLIC_URL })
const atHome = await startTestApp()
const addresses = ['/metrics', '/docs', '/openapi.json']
const outside = '203.0.113.7'

type House = typeof publicly
const ask = async (at: House, url: string, remoteAddress: string, headers: Record<string, string> = {}) =>
  (await at.app.inject({ url, remoteAddress, headers })).statusCode

describe.each(addresses)('%s on a public service', url => {
  test('answers 404 to everyone else, as if it did not exist', async () => {
    for (const from of [outside, '127.0.0.1', '::1', '2001:db8::8']) expect(await ask(publicly, url, from)).toBe(404)
    expect(await ask(publicly, url, outside, { authorization: 'Bearer wrong' })).toBe(404)
    for (const from of [outside, '127.0.0.1']) expect(await ask(keyless, url, from)).toBe(404)
    expect((await publicly.app.inject({ method: 'HEAD', url, remoteAddress: outside })).statusCode).toBe(404)
  })

  test('opens with the key, and from the networks of the operators', async () => {
    expect(await ask(publicly, url, outside, { authorization: `Bearer ${key}` })).toBe(200)
    for (const from of ['192.0.2.9', '::ffff:192.0.2.9', '2001:db8::7'])
      expect(await ask(publicly, url, from)).toBe(200)
  })

  test('does not open to clients behind an internal proxy', async () => {
    const through = { 'x-forwarded-for': outside }
    expect(await ask(publicly, url, '192.0.2.9', through)).toBe(404)
    expect(await ask(keyless, url, '127.0.0.1', through)).toBe(404)
    expect(await ask(behind, url, '127.0.0.1', through)).toBe(404)
    expect(await ask(behind, url, '127.0.0.1', { 'x-forwarded-for': '192.0.2.9' })).toBe(200)
  })
})

test('the API documentation is open on the local machine', async () => {
  for (const url of ['/docs', '/openapi.json']) expect(await ask(atHome, url, '127.0.0.1')).toBe(200)
})

test('an unconfigured proxy is reported once in the log, and by health and metrics', async () => {
  const at = await startTestApp()
  const warn = vi.spyOn(at.world.log, 'warn')
  const ready = async () => (await at.app.inject('/health/ready')).json<Record<string, string>>()
  expect(await ready()).toEqual({ status: 'ready' })
  expect((await at.app.inject('/metrics')).body).toContain('claviger_unbelieved_proxy 0')
  for (let n = 0; n < 3; n++) await ask(at, '/health/live', '127.0.0.1', { 'x-forwarded-for': outside })
  expect(warn.mock.calls.filter(([, text]) => String(text).includes('TRUST_PROXY'))).toHaveLength(1)
  expect(await ready()).toEqual({ status: 'ready', warning: 'TRUST_PROXY' })
  expect((await at.app.inject('/metrics')).body).toContain('claviger_unbelieved_proxy 1')
  const told = vi.spyOn(behind.world.log, 'warn')
  await ask(behind, '/health/live', '127.0.0.1', { 'x-forwarded-for': outside })
  expect(told).not.toHaveBeenCalled()
})
