// For arbitrary policies, the optimized evaluator must agree with a straightforward implementation of the rules.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decidePlainly, type PlainStep } from '#test/conformance/plain-policies.ts'
import { facts, sets } from '#test/conformance/random-policies.ts'
import { compile, decide, explain } from './evaluator.ts'

const bare = (steps: readonly (PlainStep & Record<string, unknown>)[]) =>
  steps.map(({ policy, applies, conditions }) => ({ policy, applies, conditions }))

test('compiled policies decide like a direct evaluation of the rules, with each condition met and missed', () => {
  const seen = new Map<string, number>()
  fc.assert(
    fc.property(sets(), fc.array(facts, { minLength: 8, maxLength: 8 }), (set, all) => {
      const compiled = compile(set)
      for (const one of all) {
        const { steps, ...verdict } = decidePlainly(set, one)
        expect(decide(compiled, one)).toEqual(verdict)
        const { steps: told, ...explained } = explain(compiled, one)
        expect(explained).toEqual(verdict)
        expect(bare(told)).toEqual(steps)
        for (const { condition, met, unknown, unknowable } of steps.flatMap(step => step.conditions)) {
          const how = `${condition} ${unknown ? 'unknown ' : unknowable ? 'unknowable ' : ''}${met ? 'met' : 'missed'}`
          seen.set(how, (seen.get(how) ?? 0) + 1)
        }
        for (const how of [verdict.allowed ? 'allowed' : 'refused', ...verdict.unmet])
          seen.set(how, (seen.get(how) ?? 0) + 1)
        if (verdict.wouldRefuse.length > 0) seen.set('would', 1)
      }
    }),
    { numRuns: 2000, seed: 14 },
  )
  const conditions = [
    'users',
    'groups',
    'units',
    'accounts',
    'securityKeyDeviceType',
    'waysIn',
    'rpRestriction',
    'appRestriction',
    'ipRestriction',
    'locationRestriction',
    'devices',
  ]
  const ways = conditions.flatMap(one => ['met', 'missed', 'unknown met', 'unknown missed'].map(way => `${one} ${way}`))
  // Only these say explicitly how an unknown fact counts
  const explicit = ['rpRestriction', 'appRestriction', 'ipRestriction', 'locationRestriction', 'devices']
  const others = [
    ...conditions.map(one => `${one} unknowable missed`),
    ...explicit.map(one => `${one} unknowable met`),
    'timeLimits met',
    'timeLimits missed',
    'allowed',
    'refused',
    'pin',
    'models',
    'withinMinutes',
    'would',
  ]
  expect([...ways, ...others].filter(way => !seen.has(way))).toEqual([])
})

test('more policies than bits in a word are decided the same way', () => {
  fc.assert(
    fc.property(sets(80), facts, (set, one) => {
      const { steps, ...verdict } = decidePlainly(set, one)
      expect(decide(compile(set), one)).toEqual(verdict)
      expect(bare(explain(compile(set), one).steps)).toEqual(steps)
    }),
    { numRuns: 60, seed: 14 },
  )
})

test('the order of policies does not matter', () => {
  fc.assert(
    fc.property(sets(), facts, (set, one) => {
      const turned = { ...set, policies: set.policies.toReversed(), lists: set.lists.toReversed() }
      expect(decide(compile(turned), one)).toEqual(decide(compile(set), one))
    }),
    { numRuns: 150, seed: 14 },
  )
})

test('a set is trivial only if no fact can change its decision', () => {
  fc.assert(
    fc.property(sets(3), facts, (set, one) => {
      const compiled = compile(set)
      if (compiled.trivial) expect(decide(compiled, one)).toMatchObject({ allowed: true, policy: null })
      expect(compiled.trivial).toBe(set.defaultAction === 1 && set.policies.every(({ content }) => content.state === 0))
    }),
    { numRuns: 150, seed: 14 },
  )
})
