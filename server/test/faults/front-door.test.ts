import type { openApi } from '../../src/http/docs/openapi.ts'
import { features } from '../../src/features.ts'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../app/test-app.ts'

const { app, given } = await startTestApp({ BILLING: 'on' })
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })

describe('one origin for pages and calls', () => {
  const asPerson = { 'sec-fetch-mode': 'navigate', accept: 'text/html,application/xhtml+xml' }
  test.each(['/', '/dashboard/users', '/users', '/self-service/clinic', '/partner/info?referrer=x', '/nothing/here'])(
    '%s in a browser opens the application',
    async path => {
      const answer = await get(path, asPerson)
      expect([200, 503]).toContain(answer.statusCode)
      expect(answer.headers['content-type']).toMatch(/^text\/(html|plain)/)
    },
  )
  test.each(['/', '/?from=mail', '/dashboard/users', '/dashboard/users/0/activity'])(
    '%s without a stated content type opens the application, too',
    async path => {
      const answer = await get(path, { accept: '*/*' })
      expect([200, 503]).toContain(answer.statusCode)
      expect(answer.headers['content-type']).toMatch(/^text\/(html|plain)/)
    },
  )
  test('the same address with an Accept header for JSON returns JSON', async () => {
    const answer = await get('/users', { accept: 'application/json' })
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    expect(answer.json()).toMatchObject({ code: 'not-signed-in' })
  })
  test('an unknown call is not found, and its response contains the request ID', async () => {
    const answer = await get('/nothing/here', { accept: 'application/json' })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'not-found', requestId: answer.headers['x-request-id'] })
  })
})

describe('paths', () => {
  test.each(['/superadmin/workspaces', '/SuperAdmin/workspaces/', '/superAdmin/workspaces'])(
    '%s is the same call',
    async path => {
      const answer = await get(path, { authorization: given.superAdmin.accessToken })
      expect(answer.statusCode).toBe(200)
    },
  )
  test('a session token can be sent raw or as Bearer', async () => {
    const raw = await get('/users', { authorization: given.user.accessToken })
    const bearer = await get('/users', { authorization: `Bearer ${given.user.accessToken}` })
    expect([raw.statusCode, bearer.statusCode]).toEqual([200, 200])
  })
})

describe('headers', () => {
  test('every response carries the standard security headers', async () => {
    const { headers } = await get('/health/live')
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    })
  })
  test('the application allows neither foreign nor inline scripts', async () => {
    const { headers, statusCode } = await get('/', { 'sec-fetch-mode': 'navigate' })
    if (statusCode === 503) return
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  })
  test('personal data is never cached', async () => {
    const { headers } = await get('/users', { authorization: given.user.accessToken })
    expect(headers['cache-control']).toBe('no-store')
  })
})

describe('operator endpoints', () => {
  test('health reports live and ready', async () => {
    expect((await get('/health/live')).json()).toEqual({ status: 'live' })
    expect((await get('/health/ready')).json()).toEqual({ status: 'ready' })
  })
  test('metrics are for this machine only', async () => {
    const near = await get('/metrics')
    expect(near.statusCode).toBe(200)
    expect(near.body).toContain('claviger_http_request_seconds')
    expect(near.body).toContain('claviger_jobs')
    const far = await app.inject({ method: 'GET', url: '/metrics', remoteAddress: '203.0.113.7' })
    expect(far.statusCode).toBe(404)
  })
  test('the outbox opens only with its key', async () => {
    expect((await get('/outbox')).statusCode).toBe(404)
    expect((await get('/outbox?key=wrong')).statusCode).toBe(404)
  })
  test('the OpenAPI document describes every call, and the page shows it', async () => {
    const document = (await get('/openapi.json')).json<
      ReturnType<typeof openApi> & { paths: Record<string, Record<string, unknown>> }
    >()
    const operations = Object.values(document.paths).flatMap(methods => Object.keys(methods)).length
    const declared = features.reduce((sum, { endpoint }) => sum + 1 + endpoint.aliases.length, 0)
    expect(document).toMatchObject({ openapi: '3.1.0' })
    expect(operations).toBe(declared)
    const page = await get('/docs')
    expect(page.body).toContain('<code>/administrator/tokens</code>')
  })
})
