import { expect, test } from 'vitest'
import { numbersOf } from './export-chart.ts'

test('a picture shows all columns of numbers', () => {
  const rows = [
    ['Nurses', 3, 10],
    ['Doctors', 0, 4],
  ] as const
  expect(numbersOf({ columns: ['Unit', 'With a key', 'Users'], rows })).toEqual({
    names: ['With a key', 'Users'],
    lines: [
      { label: 'Nurses', numbers: [3, 10] },
      { label: 'Doctors', numbers: [0, 4] },
    ],
  })
})

test('a picture leaves out columns of text', () => {
  const rows = [['Active', '75%', 3] as const]
  expect(numbersOf({ columns: ['Status', 'Proportion', 'Users'], rows })).toEqual({
    names: ['Users'],
    lines: [{ label: 'Active', numbers: [3] }],
  })
})
