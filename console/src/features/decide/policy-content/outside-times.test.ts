import type { TimeSpan } from '@claviger/contract/decide/policy-content'
import { expect, test } from 'vitest'
import { outsideOf, invertSpans } from './outside-times.ts'

const working: TimeSpan[] = [{ days: [1, 2, 3, 4, 5], from: '06:00', to: '20:00' }]
const outside: TimeSpan[] = [
  { days: [1, 2, 3, 4, 5], from: '00:00', to: '06:00' },
  { days: [1, 2, 3, 4, 5], from: '20:00', to: '24:00' },
  { days: [6, 7], from: '00:00', to: '24:00' },
]

test('the times outside of working hours are the nights and the weekend, and back', () => {
  expect(outsideOf(working)).toEqual(outside)
  expect(outsideOf(outside)).toEqual(working)
  expect(invertSpans(outside)).toEqual(working)
  expect(invertSpans(working)).toBeUndefined()
})

test('a span over midnight on Sunday continues on Monday', () => {
  expect(outsideOf([{ days: [7], from: '20:00', to: '06:00' }])).toEqual([
    { days: [1], from: '06:00', to: '24:00' },
    { days: [2, 3, 4, 5, 6], from: '00:00', to: '24:00' },
    { days: [7], from: '00:00', to: '20:00' },
  ])
})

test('incomplete spans have no outside, and nothing is outside of the whole week', () => {
  expect(outsideOf([{ days: [1], from: '8', to: '' }])).toBeUndefined()
  expect(outsideOf([{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' }])).toEqual([])
})

test.each([
  ['08:3', '18:00'],
  ['08:00', '25:00'],
  ['08:00', '08:00'],
])('the span %s–%s, which the form refuses, has no outside', (from, to) => {
  expect(outsideOf([{ days: [1], from, to }])).toBeUndefined()
})
