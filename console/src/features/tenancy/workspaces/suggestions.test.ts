import { expect, test } from 'vitest'
import { countries } from './workspace-countries.ts'
import { slugOf } from './slug.ts'

test('a name suggests a workspace address', () => {
  expect(slugOf('Northgate Hospital')).toBe('northgate-hospital')
  expect(slugOf('Zoë’s Bakery & Café')).toBe('zoes-bakery-cafe')
  expect(slugOf('  —  ')).toBe('')
  expect(slugOf('病院')).toBe('')
  expect(slugOf(`${'a'.repeat(49)} b`)).toBe('a'.repeat(49))
})

test('each country has its own name and appears once', () => {
  const all = countries()
  expect(all).toHaveLength(249)
  expect(new Set(all.map(country => country.value)).size).toBe(249)
  expect(all.filter(country => country.label === country.value)).toEqual([])
  expect(all).toContainEqual({ value: 'NO', label: 'Norway' })
})
