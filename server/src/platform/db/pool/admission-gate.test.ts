import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { runInClass, acquireConnection, AdmissionQueue, type PriorityClass } from './admission-gate.ts'

const crowd = (gate: AdmissionQueue, haste: PriorityClass, many: number, takes: number, done: string[]) =>
  Array.from({ length: many }, async () => {
    const leave = await gate.enter(haste)
    await sleep(takes)
    leave()
    done.push(haste)
  })

test('as many enter as there are places, and the others follow in order', async () => {
  const gate = new AdmissionQueue(2)
  const order: number[] = []
  let [inside, most] = [0, 0]
  await Promise.all(
    Array.from({ length: 20 }, async (_one, i) => {
      const leave = await gate.enter('single')
      most = Math.max(most, ++inside)
      order.push(i)
      await sleep(2)
      inside--
      leave()
    }),
  )
  expect(most).toBe(2)
  expect(order).toEqual(Array.from({ length: 20 }, (_one, i) => i))
})

test('bulk work does not keep users from signing in', async () => {
  const gate = new AdmissionQueue(4)
  const done: string[] = []
  const lists = crowd(gate, 'bulk', 60, 20, done)
  await Promise.all(crowd(gate, 'entry', 10, 5, done))
  expect(done.filter(one => one === 'bulk').length).toBeLessThan(45)
  await Promise.all(lists)
})

test('sign-ins do not block bulk work forever', async () => {
  const gate = new AdmissionQueue(2)
  const done: string[] = []
  const all = [...crowd(gate, 'entry', 120, 4, done), ...crowd(gate, 'bulk', 10, 4, done)]
  await Promise.all(all)
  expect(done.indexOf('bulk')).toBeLessThan(30)
})

test.each(['entry', 'single', 'bulk'] as const)('no %s request waits longer than three seconds', async haste => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval', 'performance'] })
  const gate = new AdmissionQueue(1)
  const leave = await gate.enter('job')
  const answers: string[] = []
  const waiting = Promise.all(
    Array.from({ length: 6000 }, () =>
      Promise.resolve(gate.enter(haste))
        .then(
          () => 'inside',
          (error: { code: string }) => error.code,
        )
        .then(answer => answers.push(answer)),
    ),
  )
  await vi.advanceTimersByTimeAsync(2999)
  vi.useRealTimers()
  expect(answers).toHaveLength(6000)
  expect(new Set(answers)).toEqual(new Set(['not-ready']))
  await waiting
  leave()
})

test('a network that sends more than can wait does not block other networks', async () => {
  const gate = new AdmissionQueue(1)
  const leave = await gate.enter('single', 'many')
  const order: string[] = []
  const come = async (network: string) => {
    const out = await gate.enter('single', network).catch(() => undefined)
    if (!out) return
    order.push(network)
    out()
  }
  const many = Array.from({ length: 21_000 }, () => come('many'))
  const others = ['one', 'two', 'one'].map(come)
  leave()
  await Promise.all([...many, ...others])
  expect(order.slice(0, 6)).toEqual(['many', 'one', 'two', 'many', 'one', 'many'])
  expect(order).toHaveLength(20_000)
})

test('a deadline ends a wait, and the next wait gets its full time', async () => {
  const gate = new AdmissionQueue(1)
  const leave = await gate.enter('single')
  const begun = performance.now()
  const work = async () => {
    await expect(acquireConnection(gate)).rejects.toMatchObject({ code: 'not-ready' })
    const first = performance.now() - begun
    await expect(acquireConnection(gate)).rejects.toMatchObject({ code: 'not-ready' })
    return [first, performance.now() - begun - first] as const
  }
  const [first, second] = await runInClass('single', work, 'here', begun + 100)
  expect(first).toBeLessThan(second)
  leave()
})

test('no request waits while the database is unavailable', async () => {
  const gate = new AdmissionQueue(1)
  const leave = await gate.enter('single')
  const waiting = Promise.resolve(gate.enter('single')).catch((error: Error) => error.message)
  const why = () => new Error('away')
  gate.shut = why
  gate.refuseAll(why)
  expect(await waiting).toBe('away')
  await expect(gate.enter('entry')).rejects.toThrow('away')
  leave()
  gate.shut = undefined
  expect(await gate.enter('entry')).toBeTypeOf('function')
})
