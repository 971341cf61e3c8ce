import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { importTable } from './table.ts'

const file = Buffer.from(`A,B,C,D,E\n${'1,,,,\n'.repeat(400_000)}`)
const inChunks = function* () {
  for (let at = 0; at < file.length; at += 65_536) yield file.subarray(at, at + 65_536)
}

test.each([
  ['a whole file', () => [file]],
  ['chunks that are already loaded', () => Readable.from(inChunks())],
])('other requests are answered while many short rows are read from %s', async (_of, bytes) => {
  let isReading = true
  let sinceTurn = 0
  let longest = 0
  const watch = async () => {
    while (isReading) {
      await turn()
      sinceTurn = 0
    }
  }
  const watched = watch()
  const keep = (rows: readonly unknown[]) => {
    sinceTurn += rows.length
    longest = Math.max(longest, sinceTurn)
    return Promise.resolve()
  }
  const into = { begin: () => Promise.resolve(), keep }
  const rows = await importTable(bytes() as AsyncIterable<Uint8Array>, { bytes: 10_000_000, rows: 1_000_000 }, into)
  isReading = false
  await watched
  expect(rows).toBe(400_000)
  expect(longest).toBeLessThan(1000)
})
