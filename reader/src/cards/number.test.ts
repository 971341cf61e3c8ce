import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { numberOf } from './number.ts'
import { numberIn } from './pcsc.ts'
import { typedLines } from './typed-text.ts'

test('a flag overrides the setting of the workspace', () => {
  expect(numberOf('04A1B2C3', undefined, undefined)).toBe('04A1B2C3')
  expect(numberOf('C3B2A104', 'reversed', { format: 'hex', reversed: false })).toBe('04A1B2C3')
  expect(numberOf('C3B2A104', undefined, { format: 'hex', reversed: true })).toBe('04A1B2C3')
  expect(numberOf(String(0xc3b2a104), 'dec', undefined)).toBe('04A1B2C3')
  expect(numberOf('no number', undefined, undefined)).toBeUndefined()
})

test('keyboard lines are read with any line ending', async () => {
  const read: string[] = []
  for await (const card of typedLines(Readable.from(['04A1\r\n\n 04', 'A2 \n04A3']))) read.push(card)
  expect(read).toEqual(['04A1', '', '04A2', '04A3'])
})

test('a card reports its number, or that it has none', () => {
  expect(numberIn(Buffer.from('04a1b2c39000', 'hex'))).toBe('04A1B2C3')
  expect(numberIn(Buffer.from('6a81', 'hex'))).toBeUndefined()
  expect(numberIn(Buffer.from('04a16300', 'hex'))).toBeUndefined()
})
