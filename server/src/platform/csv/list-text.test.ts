import { expect, test } from 'vitest'
import { csvLine, plainCell } from './csv-writer.ts'
import { listText } from './list-text.ts'

test('a value with a separator, an outer space, or a line break remains one value of a list', () => {
  expect(listText(['x,admins', ' admins', 'a\nb', '50%', 'Pflege Süd'], ',', 4000)).toBe(
    'x%2Cadmins,%20admins,a%0Ab,50%25,Pflege Süd',
  )
  expect(listText(['a b', 'c'], ' ', 4000)).toBe('a%20b c')
})

test('a list that is too long is cut after a whole value', () => {
  expect(listText(['admins-who-read', 'admins-who-write'], ',', 20)).toBe('admins-who-read')
  expect(listText(['administrators'], ',', 5)).toBe('')
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1'])(
  'a cell that begins like a formula is escaped: %j',
  text => {
    const line = csvLine([text, 'x'])
    expect(line.replace(/^"/, '').startsWith("'")).toBe(true)
    expect(plainCell(`'${text}`)).toBe(text)
  },
)
