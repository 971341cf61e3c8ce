import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { runExclusively } from './exclusive-work.ts'

const [mine, other] = [0, 1].map(() => new pg.Client(inject('databaseUrl'))) as [pg.Client, pg.Client]
await Promise.all([mine.connect(), other.connect()])
afterAll(() => Promise.all([mine.end(), other.end()]))

test('work that ends in a deadlock runs again', async () => {
  // Makes this connection the one that detects the deadlock
  await mine.query("set deadlock_timeout = '20ms'")
  await other.query("set deadlock_timeout = '1h'")
  await other.query('begin; select pg_advisory_xact_lock(990002)')
  let begun = 0
  let theirs: Promise<unknown> = Promise.resolve()
  const done = await runExclusively(mine, async () => {
    begun++
    await mine.query('select pg_advisory_xact_lock(990001)')
    if (begun === 1) theirs = other.query('select pg_advisory_xact_lock(990001)').then(() => other.query('commit'))
    await mine.query('select pg_advisory_xact_lock(990002)')
    return 'done'
  })
  await theirs
  expect({ begun, done }).toEqual({ begun: 2, done: 'done' })
})

test('work with an error of its own fails immediately', async () => {
  let begun = 0
  const work = async () => {
    begun++
    await mine.query('select from nothing_of_this_name')
  }
  await expect(runExclusively(mine, work)).rejects.toThrow('does not exist')
  expect(begun).toBe(1)
})
