import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { startSender } from './sender.ts'
import type { Row, Waiting } from './waiting.ts'

type Tap = Row<{ id: string }>

let stored: Tap[] = []
let done: string[] = []
const queue: Waiting<{ id: string }> = {
  all() {
    done.push('read')
    return Promise.resolve([...stored])
  },
  keep({ id }) {
    const row = { id, session: 'one', order: stored.length + 1 }
    stored.push(row)
    return Promise.resolve(row)
  },
  drop(rows) {
    stored = stored.filter(({ id }) => rows.every(row => row.id !== id))
    return Promise.resolve()
  },
}

beforeEach(() => {
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('navigator', {})
  stored = []
  done = []
})
afterAll(() => vi.unstubAllGlobals())

const start = (outcomes: ('sent' | 'lost')[] = []) =>
  startSender(
    'taps',
    queue,
    200,
    rows => {
      done.push(rows.map(({ id }) => id).join(' '))
      return Promise.resolve(outcomes.shift() ?? 'sent')
    },
    () => undefined,
  )
/** Waits until this was done, and all that follows from it. */
async function settled(steps: string[]): Promise<void> {
  await vi.waitFor(() => expect(done).toEqual(steps))
  await delay(5)
  expect(done).toEqual(steps)
}

test('sends what was just stored without reading the queue first if nothing else waits', async () => {
  const sender = start()
  sender.wake()
  await settled(['read'])
  sender.wake(await queue.keep({ id: 'a' }))
  await settled(['read', 'a', 'read'])
  expect(stored).toEqual([])
})

test('sends what waits from before the start in its order', async () => {
  await queue.keep({ id: 'a' })
  start().wake(await queue.keep({ id: 'b' }))
  await settled(['read', 'a b', 'read'])
  expect(stored).toEqual([])
})

test('sends again in its order what could not be sent', async () => {
  const sender = start(['sent', 'lost'])
  sender.wake(await queue.keep({ id: 'a' }))
  await settled(['read', 'a', 'read'])
  sender.wake(await queue.keep({ id: 'b' }))
  await settled(['read', 'a', 'read', 'b'])
  sender.wake(await queue.keep({ id: 'c' }))
  await settled(['read', 'a', 'read', 'b', 'read', 'b c', 'read'])
  expect(stored).toEqual([])
})
