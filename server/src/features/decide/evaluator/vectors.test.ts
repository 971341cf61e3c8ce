// Both implementations must satisfy the published vectors in docs/protocols/policies.vectors.json.
import { expect, test } from 'vitest'
import { decidePlainly } from '#test/conformance/plain-policies.ts'
import { completeVector, vectors } from '#test/conformance/policy-vectors.ts'
import { compile, decide, explain } from './evaluator.ts'

test.each(vectors)('$says', vector => {
  const { set, facts } = completeVector(vector)
  const { set: version, ...verdict } = decide(compile(set), facts)
  expect(version).toBe(1)
  expect(verdict).toEqual(vector.verdict)
  expect(explain(compile(set), facts)).toMatchObject(vector.verdict)
  expect(decidePlainly(set, facts)).toMatchObject(vector.verdict)
})

test('has at least 60 vectors with unique names', () => {
  expect(vectors.length).toBeGreaterThanOrEqual(60)
  expect(new Set(vectors.map(({ says }) => says)).size).toBe(vectors.length)
})
