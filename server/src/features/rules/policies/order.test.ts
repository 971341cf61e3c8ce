import { expect, test } from 'vitest'
import { freePriorities, movedTo, nextPriority } from './order.ts'

const placed = (...priorities: number[]) => priorities.map((priority, place) => ({ id: `p${place}`, priority }))

test('the next policy gets a priority after all others, with room before it', () => {
  expect([nextPriority([]), nextPriority([3]), nextPriority([10, 20]), nextPriority([25])]).toEqual([10, 10, 30, 30])
  expect(nextPriority([1, 2, 1_000_000])).toBe(3)
  expect([freePriorities(5, [5, 6, 8]), freePriorities(1_000_000, [1, 1_000_000])]).toEqual([7, 2])
})

test('reordering moves the fewest policies', () => {
  const all = placed(1, 2, 3, 10, 11, 12)
  // Nothing below is free, so those after it move up
  expect(movedTo(all, 'p5', 'p1')).toEqual(
    new Map([
      ['p5', 2],
      ['p1', 3],
      ['p2', 4],
    ]),
  )
  expect(movedTo(all, 'p0', 'p4')).toEqual(
    new Map([
      ['p0', 10],
      ['p3', 9],
    ]),
  )
  expect(movedTo(all, 'p0', 'p3')).toEqual(new Map([['p0', 6]]))
  expect(movedTo(all, 'p0', null)).toEqual(new Map([['p0', 22]]))
  expect(movedTo(placed(1, 999_999, 1_000_000), 'p0', null)).toEqual(
    new Map([
      ['p0', 1_000_000],
      ['p2', 999_999],
      ['p1', 999_998],
    ]),
  )
  expect(movedTo(all, 'p2', 'p3')).toEqual(new Map())
  expect([movedTo(all, 'p9', null), movedTo(all, 'p1', 'p9'), movedTo(all, 'p1', 'p1')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('a moved policy gets its place, the others keep their order, and priorities stay unique', () => {
  for (let seed = 1; seed < 400; seed++) {
    let state = seed
    const chance = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
    const base = seed % 3 === 0 ? 999_980 : 1
    const priorities = new Set(Array.from({ length: 2 + chance(18) }, () => base + chance(20)))
    const all = placed(...[...priorities].toSorted((one, other) => one - other))
    const moved = all[chance(all.length)]?.id ?? ''
    const others = all.filter(one => one.id !== moved)
    const before = others[chance(others.length + 1)]?.id ?? null
    const to = movedTo(all, moved, before) ?? new Map<string, number>()
    const after = all
      .map(one => ({ id: one.id, priority: to.get(one.id) ?? one.priority }))
      .toSorted((one, other) => one.priority - other.priority)
    const at = before === null ? others.length : others.findIndex(one => one.id === before)
    const wanted = others.map(one => one.id).toSpliced(at, 0, moved)
    expect(after.map(one => one.id)).toEqual(wanted)
    expect(new Set(after.map(one => one.priority)).size).toBe(all.length)
    expect(after.every(one => one.priority >= 1 && one.priority <= 1_000_000)).toBe(true)
  }
})
