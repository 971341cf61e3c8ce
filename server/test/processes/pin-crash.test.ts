import { accessKeys } from '@claviger/contract/keys/access-keys'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { ctapClient } from '../emulators/ctap-client.ts'
import { startTestApp } from '../app/test-app.ts'
import { assignCard, cardAt, COMPUTER, registerReader } from '../api/reader.ts'
import { startServer } from './processes.ts'

// Each step starts processes, possibly on a busy machine
vi.setConfig({ testTimeout: 120_000 })

const home = await startTestApp()
const [CARD, WRONG] = ['DEADBEA7', '111999']
const token = await registerReader(home)
const key = await assignCard(home, await home.given.addUser('Kim', 'Killed'), CARD, '274936')
const url = home.world.config.databaseUrl ?? ''

const triesLeft = async () => {
  const { rows } = await home.world.superPool.query<{ tries_left: number }>(
    'select tries_left from held_cards where security_key_id = $1',
    [key],
  )
  return rows[0]?.tries_left ?? 8
}

test('a server killed between checking a PIN and answering has counted the attempt', async () => {
  for (const left of [7, 6]) {
    const server = await startServer({ DATABASE_URL: url, RATE_LIMIT_FACTOR: '1000' })
    let session: string | undefined
    const send = async (request: Uint8Array) => {
      const body = { cardId: CARD, computerId: COMPUTER, request: Buffer.from(request).toString('base64url'), session }
      const answer = await server.call('POST', accessKeys.execute.path, body, token)
      session = String(answer.body['session'])
      return Buffer.from(String(answer.body['response']), 'base64url')
    }
    const client = ctapClient(send)
    await client.pin(2, 2)
    // Blocks everything stored after the PIN was checked, and with it the response
    const hold = new pg.Client(url)
    await hold.connect()
    await hold.query('begin')
    await hold.query('lock table activities in exclusive mode')
    const asked = client.agree(2).then(() => client.tokenReply(WRONG, { permissions: 1, rpId: 'a.b' }))
    const lost = asked.then(
      reply => reply,
      () => 'lost',
    )
    for (let waited = 0; (await triesLeft()) !== left && waited < 20_000; waited += 20) await sleep(20)
    await server.end('SIGKILL')
    await hold.query('rollback')
    await hold.end()
    expect(await lost).toBe('lost')
    expect(await triesLeft()).toBe(left)
  }
  const { status, body } = await cardAt(home.as(token), CARD).pin(1, 2)
  expect([status, body.get(3)]).toEqual([0, 6])
})
