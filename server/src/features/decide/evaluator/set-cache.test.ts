import { expect, test } from 'vitest'
import { compile } from './evaluator.ts'
import { KeptSets } from './set-cache.ts'

const set = (version: number) => compile({ version, defaultAction: 0, policies: [], lists: [] })
const { bytes } = set(1)

test('evicts the least recently used sets when the cache exceeds its limit', () => {
  const kept = new KeptSets(3 * bytes)
  for (const workspace of ['a', 'b', 'c']) kept.put(workspace, set(1))
  expect(kept.get('a', 1)).toBeDefined()
  kept.put('d', set(1))
  expect(['a', 'b', 'c', 'd'].map(workspace => kept.get(workspace, 1) !== undefined)).toEqual([true, false, true, true])
  expect([kept.bytes, kept.count]).toEqual([3 * bytes, 3])
})

test('keeps one set for each workspace, and returns no other version', () => {
  const kept = new KeptSets()
  for (let version = 1; version <= 100; version++) kept.put('a', set(version))
  expect([kept.bytes, kept.count]).toEqual([bytes, 1])
  expect(kept.get('a', 99)).toBeUndefined()
  expect(kept.get('a', 100)?.version).toBe(100)
})

test('a set larger than the whole limit is kept alone', () => {
  const kept = new KeptSets(bytes / 2)
  kept.put('a', set(1))
  kept.put('b', set(1))
  expect([kept.count, kept.get('b', 1)?.version]).toEqual([1, 1])
})
