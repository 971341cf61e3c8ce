import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { trigramsOf, patternOf, patternsOf } from './search.ts'

const { world } = await startTestApp()

test('wildcards are plain characters, and only accents give an empty pattern', () => {
  expect(patternOf('\u0301')).toBe('')
  expect(patternOf(' Ä_% ')).toBe('%a\\_\\%%')
  expect(patternOf('\\')).toBe('%\\\\%')
})

test('each word is searched separately, the longest first, up to the number of words in a name', () => {
  expect(patternsOf(' \u00a0\u0301 ')).toEqual([])
  expect(patternsOf('Åsa  Lindqvist\tåsa b')).toEqual(['%lindqvist%', '%asa%', '% b%'])
  expect(patternsOf('b_')).toEqual(['%b\\_%'])
  expect(patternsOf('a b c d e f g h i j')).toHaveLength(8)
  expect(trigramsOf(...patternsOf('anna nna'))).toEqual(['ann', 'nna'])
})

test('letter sequences are those of the text, including signs and spaces', () => {
  expect(trigramsOf('%anna%')).toEqual(['ann', 'nna'])
  expect(trigramsOf(patternOf('a_b c'))).toEqual(['a_b', '_b ', 'b c'])
  expect(trigramsOf('% zy%')).toEqual([' zy'])
  expect(trigramsOf('% z%')).toEqual([' z'])
  expect(trigramsOf('%z%')).toEqual([])
})

// The search pattern is normalized here and the columns in the database, so both must agree
test('Latin, Greek, and Cyrillic letters are normalized the same way here and in the database', async () => {
  const letters = Array.from({ length: 0x530 - 0x20 }, (_, n) => String.fromCodePoint(n + 0x20)).filter(
    letter => /\p{L}|\p{N}|\p{P}/u.test(letter) && !/[\\%_]/.test(letter),
  )
  const { rows } = await world.superPool.query<{ letter: string; plain: string }>(
    'select letter, plain(letter) from unnest($1::text[]) as letter',
    [letters],
  )
  const differ = rows.filter(({ letter, plain }) => patternOf(`x${letter}x`) !== `%x${plain}x%`)
  expect(differ).toEqual([])
})
