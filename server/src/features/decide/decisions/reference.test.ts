import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lowestIdAt, newIdAt } from '#platform/ids.ts'
import { readReference, referenceOf } from './decisions.reference.ts'

const instants = fc.date({
  min: new Date('2025-01-01T00:00:00Z'),
  max: new Date('2161-01-01T00:00:00Z'),
  noInvalidDate: true,
})
const tailOf = (id: string) => parseInt(id.slice(-5), 16) & 0x3ffff

test('a reference resolves to the second and the tail of its ID', () => {
  fc.assert(
    fc.property(instants, at => {
      const id = newIdAt(at)
      const reference = referenceOf(id)
      expect(reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{2}$/)
      const read = readReference(reference)!
      expect(read.tail).toBe(tailOf(id))
      expect(id >= lowestIdAt(read.from) && id < lowestIdAt(read.to)).toBe(true)
    }),
  )
})

test('reads a reference in any notation', () => {
  fc.assert(
    fc.property(instants, fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }), (at, small) => {
      const reference = referenceOf(newIdAt(at))
      const written = reference
        .split('')
        .map((letter, place) => (small[place] ? letter.toLowerCase() : letter))
        .join('')
        .replaceAll('-', small[0] ? ' ' : '')
        .replaceAll('0', small[1] ? 'o' : '0')
        .replaceAll('1', small[2] ? 'l' : 'I')
      expect(readReference(written)).toEqual(readReference(reference))
    }),
  )
})

test.each(['', '7QK3', '7QK3-M2XP-9', '7QK3-M2XP-9TT', '7QK3-M2XP-9U', '7QK3-M2XP-9!'])(
  'does not read %j as a reference',
  text => {
    expect(readReference(text)).toBeUndefined()
  },
)
