import { expect, test } from 'vitest'
import { createWedgeReader } from './wedge.ts'

function typed(text: string, pace: number, end = 'Enter') {
  const keys = createWedgeReader()
  const early = text.split('').map((key, place) => keys(key, place * pace))
  expect(early.every(one => one === undefined)).toBe(true)
  return keys(end, text.length * pace)
}

test('input at the speed of a reader is a reading', () => {
  expect(typed('04A1B2C3', 5)).toBe('04A1B2C3')
  expect(typed('0123456789', 100, 'Tab')).toBe('0123456789')
})

test('input at the speed of a person is no reading', () => {
  expect(typed('04A1B2C3', 101)).toBeUndefined()
  expect(typed('04A', 5)).toBeUndefined()
})

test('Shift is not part of a number, and a pause starts a new number', () => {
  const keys = createWedgeReader()
  for (const [place, key] of ['9', '9', 'Shift'].entries()) keys(key, place)
  for (const [place, key] of '04A1'.split('').entries()) keys(key, 2000 + place)
  expect(keys('Enter', 2004)).toBe('04A1')
  expect(keys('Enter', 2005)).toBeUndefined()
})
