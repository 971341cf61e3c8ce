import { expect, test } from 'vitest'
import { connectionsOfProcess, shareOf } from './process-shares.ts'

test('the configured processes and one more fit into the connections of the database', () => {
  for (const connections of [47, 97, 197, 500])
    for (const processes of [2, 3, 4, 8]) {
      const pool = shareOf(10, connections, processes)
      if (pool !== undefined) expect(connectionsOfProcess(pool) * (processes + 1)).toBeLessThanOrEqual(connections)
    }
})

test('no process gets more connections than requested, and a lack of room is reported', () => {
  expect(shareOf(10, 500, 2)).toBe(10)
  expect(shareOf(10, 97, 2)).toBe(9)
  expect(shareOf(10, 97, 8)).toBeUndefined()
})
