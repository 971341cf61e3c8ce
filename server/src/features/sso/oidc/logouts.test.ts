import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as client from 'openid-client'
import { afterAll, expect, test } from 'vitest'
import { browser } from '#test/app/browser.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addClient, relyingParty } from '#test/emulators/oidc-client.ts'
import { addPasskey } from '#test/api/passkeys.ts'
import { startScheduledTasks } from '#platform/scheduled-tasks.ts'
import { backchannelName } from './provider/fetching.ts'
import { sessionEndTask } from './oidc.jobs.ts'
import { loopback } from '#test/app/loopback.ts'

const home = await startTestApp(loopback)
const { key } = await addPasskey(home, home.given.user.accessToken)
const beat = startScheduledTasks(home.world, [sessionEndTask])
const redirect = 'https://app.example/cb'
const many = 24
const [silent, broken] = [6, 6]

const told = new Map<number, number>()
const held: ServerResponse[] = []
const server = createServer((request, response) => {
  const place = Number(/\d+$/.exec(request.url ?? '')?.[0])
  told.set(place, (told.get(place) ?? 0) + 1)
  request.resume()
  if (place < silent) held.push(response)
  else response.writeHead(place < silent + broken ? 503 : 200).end()
})
await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
const { port } = server.address() as AddressInfo
afterAll(async () => {
  await beat.stop()
  for (const one of held) one.destroy()
  await new Promise(done => server.close(done))
})

const waiting = async () => {
  const { rows } = await home.world.superPool.query<{
    tries: number
    delay: number
    backoff: boolean
    longest: number
  }>(
    `select retry_limit as tries, retry_delay as delay, retry_backoff as backoff, retry_delay_max as longest
     from jobs.job where name = $1 and state = 'retry' and start_after > now()`,
    [backchannelName],
  )
  return rows
}

test('sign-out notifies many applications concurrently and retries refusals with growing delays', async () => {
  const own = browser(home)
  const { accessToken } = await own.signIn(key)
  for (let place = 0; place < many; place++) {
    const made = await addClient(home, `Told ${place}`, {
      redirectUris: [redirect],
      pkceRequired: false,
      backchannelLogoutUri: `http://127.0.0.1:${port}/${place}`,
    })
    const at = await relyingParty(home, made)
    const { location } = await own.follow(
      client.buildAuthorizationUrl(at, { redirect_uri: redirect, scope: 'openid' }).href,
    )
    expect(location).toContain('code=')
  }
  await own.signOut(accessToken)
  await expect.poll(() => told.size, { timeout: 20_000 }).toBe(many)
  expect(held.filter(one => one.writable)).toHaveLength(silent)
  await expect.poll(async () => (await waiting()).length, { timeout: 10_000 }).toBeGreaterThanOrEqual(broken)
  for (const one of await waiting()) expect(one).toEqual({ tries: 8, delay: 2, backoff: true, longest: 300 })
})
