import { expect, test } from 'vitest'
import { enrolmentSeconds, fingerprintProviders } from './fingerprints.ts'

test('providers enroll in advance within 60 s or by template within 300 s; a started enrollment is polled every 2 s (R164, R168)', () => {
  expect(fingerprintProviders).toEqual({
    1: { enrolment: 'pre', seconds: 60 },
    2: { enrolment: 'advanced', seconds: 300 },
  })
  expect(enrolmentSeconds).toEqual({ start: 30, fulfil: 300, poll: 2 })
})
