import fc from 'fast-check'
import { expect, test } from 'vitest'
import { finishPercent, noCounts, reachedOf, stages, worstStage } from './funnel.ts'

test('a user who skips a stage counts as having reached it', () => {
  const counts = { ...noCounts, arrived: 10, tapped: 4, identified: 8, verified: 7, done: 6 }
  expect(reachedOf(counts).map(one => [one.stage, one.people, one.gaveUp])).toEqual([
    ['arrived', 10, 2],
    ['tapped', 8, 0],
    ['identified', 8, 1],
    ['verified', 7, 1],
    ['pin-set', 6, 0],
    ['done', 6, 0],
  ])
  expect(finishPercent(counts)).toBe(60)
  expect(worstStage(counts)).toBe('tapped')
})

test('a page without visits has no figures, and a page without drop-outs has no worst stage', () => {
  expect([finishPercent(noCounts), worstStage(noCounts)]).toEqual([null, null])
  const all = Object.fromEntries(stages.map(stage => [stage, 3])) as typeof noCounts
  expect([finishPercent(all), worstStage(all)]).toEqual([100, null])
})

test('counts never grow from stage to stage, and drop-outs plus finished visits equal all visits', () => {
  const some = fc.record(Object.fromEntries(stages.map(stage => [stage, fc.nat(1000)]))) as fc.Arbitrary<
    typeof noCounts
  >
  fc.assert(
    fc.property(some, counts => {
      const reached = reachedOf(counts)
      const people = reached.map(one => one.people)
      expect(people).toEqual(people.toSorted((a, b) => b - a))
      const gaveUp = reached.reduce((sum, one) => sum + one.gaveUp, 0)
      expect(gaveUp + counts.done).toBe(people[0])
    }),
  )
})
