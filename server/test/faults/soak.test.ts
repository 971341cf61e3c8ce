import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { users } from '@claviger/contract/people/users'
import { expect, test, vi } from 'vitest'
import { run } from '../../src/platform/db/db.ts'
import { transact } from '../../src/platform/db/transaction.ts'
import { problem } from '../../src/platform/problem.ts'
import { startTestApp } from '../app/test-app.ts'

// SOAK: duration in seconds; ten minutes before a release
const seconds = Number(process.env['SOAK'] ?? 6)
vi.setConfig({ testTimeout: (seconds + 90) * 1000 })

const { world, app, given } = await startTestApp({ DATABASE_POOL: '4' })
const { accessToken } = await given.session(given.owner)
const callers = 200
const from = { actor: { kind: 'nobody' }, workspace: given.owner.workspace } as const

interface Made {
  name: string
  request: string
}
const made: Made[] = []
const refused: Made[] = []
const statuses = new Map<number, number>()

async function add(name: string, taken: boolean): Promise<void> {
  const payload = {
    userId: taken ? 'taken' : name,
    firstName: name,
    lastName: 'Soak',
    email: `${name}@soak.example`,
    invite: true,
  }
  const answer = await app.inject({
    method: users.create.method,
    url: users.create.path,
    headers: { authorization: accessToken },
    payload,
  })
  statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
  const one = { name, request: String(answer.headers['x-request-id']) }
  if (answer.statusCode === 200) made.push(one)
  else refused.push(one)
}

/** Simulates a careless handler: one branch is refused while another still runs queries. */
async function carelessly(name: string): Promise<void> {
  const request = { id: name, ip: '', userAgent: '' }
  const work = transact(world, { ...from, request }, async ctx => {
    const goesOn = async () => {
      for (let i = 0; i < 3; i++) await run(ctx.db, 'select pg_sleep($1)', [randomInt(4) / 1000])
      await run(ctx.db, 'update users set first_name = $1', [`stray ${name}`])
    }
    const refuses = async () => {
      await sleep(randomInt(4))
      throw problem('not-found')
    }
    await Promise.all([goesOn(), refuses()])
  })
  await work.catch(() => undefined)
}

test('with 200 callers, a third refused at random points, no data gets into the transaction of another', async () => {
  await add('taken', false)
  const end = performance.now() + seconds * 1000
  const work = async (caller: number) => {
    for (let n = 0; performance.now() < end; n++) {
      const name = `c${caller}.${n}`
      const dice = randomInt(6)
      if (dice === 0) await carelessly(name)
      else await add(name, dice === 1)
    }
  }
  await Promise.all(Array.from({ length: callers }, (_one, caller) => work(caller)))
  expect([...statuses.keys()].filter(status => ![200, 409, 503].includes(status))).toEqual([])
  expect(made.length).toBeGreaterThan(30)
  expect(refused.length).toBeGreaterThan(5)

  const rows = async (text: string) => (await world.superPool.query<Made>(text)).rows
  const byName = (all: readonly Made[]) => all.map(one => `${one.name} ${one.request}`).toSorted()
  // Each row and log line belongs to the request that was confirmed, and to no other
  const kept = await rows(`select first_name as name, '' as request from users where email like '%@soak.example'`)
  expect(kept.map(one => one.name).toSorted()).toEqual(made.map(one => one.name).toSorted())
  const lines = await rows(
    `select split_part(object_name, ' ', 1) as name, request_id as request from activities where action = 'user.created' and object_name like '% Soak'`,
  )
  expect(byName(lines)).toEqual(byName(made))
  const strays = await rows(
    `select '' as name, request_id as request from activities where request_id is not null and action like 'user.%'`,
  )
  const gone = new Set(refused.map(one => one.request))
  expect(strays.filter(one => gone.has(one.request))).toEqual([])
  expect(await rows(`select first_name as name, '' as request from users where first_name like 'stray%'`)).toEqual([])
  // And each email: refused requests sent no invitations
  const mails = () =>
    rows(`select recipient as name, '' as request from outbox_mails where recipient like '%@soak.example'`)
  const invited = made.map(one => `${one.name}@soak.example`).toSorted()
  await expect
    .poll(async () => (await mails()).map(one => one.name).toSorted(), { timeout: 60_000, interval: 1000 })
    .toEqual(invited)
})
