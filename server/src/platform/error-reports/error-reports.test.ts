import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { loadConfig } from '#platform/config.ts'
import { openServerLog } from '#platform/server-log.ts'
import { getClient } from '@sentry/node'
import { expect, test } from 'vitest'
import { openErrorReports } from './error-reports.ts'

const secret = 'ann.lee@northgate.example'

async function receiver() {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    const answer = async () => {
      const body = await buffer(request)
      bodies.push(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body).toString() : body.toString())
      response.end('{}')
    }
    void answer()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    bodies,
    dsn: `http://key@127.0.0.1:${(server.address() as AddressInfo).port}/1`,
    close: () => server.close(),
  }
}

const configWith = (more: Record<string, string>) =>
  loadConfig({ MASTER_KEY: Buffer.alloc(32, 7).toString('base64'), ...more })

test('a logged fault reaches the service with its type and place, and without what names a user (R204)', async () => {
  const there = await receiver()
  const config = configWith({ SENTRY_DSN: there.dsn, LOG_LEVEL: 'error' })
  const reports = await openErrorReports(config)
  const opened = openServerLog(config, true)
  opened.listen(reports?.fault)
  const failed = Object.assign(new TypeError(`No user ${secret}`), { code: '23505', detail: `Key (email)=(${secret})` })
  opened.log.child({ requestId: secret }).error({ err: failed, user: secret }, `a request of ${secret} failed`)
  opened.log.info({ err: failed }, 'no fault')
  await reports?.close()
  const all = there.bodies.join('\n')
  expect(all.match(/"type":"TypeError"/g)).toHaveLength(1)
  expect(all).toContain('"value":"23505"')
  expect(all).toContain('server/src/platform/error-reports/error-reports.test.ts')
  for (const hidden of ['ann.lee', 'northgate', process.env['HOME'] ?? '/root', 'hostname'])
    expect(all).not.toContain(hidden)
  const options = getClient()?.getOptions()
  expect([options?.tracesSampleRate, options?.sendDefaultPii]).toEqual([0.1, false])

  const known = there.bodies.length
  for (let n = 0; n < 300; n++) reports?.call(`GET /administrator/tokens/{id}`)(200)
  await reports?.close()
  const traces =
    there.bodies
      .slice(known)
      .join('\n')
      .match(/"transaction":"GET \/administrator\/tokens\/\{id\}"/g)?.length ?? 0
  expect(traces).toBeGreaterThan(0)
  expect(traces).toBeLessThan(120)
  there.close()
})

test('without SENTRY_DSN nothing is reported', async () => {
  expect(await openErrorReports(configWith({}))).toBeUndefined()
})
