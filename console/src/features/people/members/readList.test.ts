import { expect, test } from 'vitest'
import { readList } from './readList.ts'

test.each([
  ['one per line', 'a.one\nb.two\r\nc@three.example\n', ['a.one', 'b.two', 'c@three.example']],
  ['nothing', ' \n\n', []],
  [
    'the column named in the heading',
    'Name;E-Mail;Ward\nAnn;ann@x.example;3\nBob;bob@x.example;4',
    ['ann@x.example', 'bob@x.example'],
  ],
  ['the user ID rather than the email', 'Email,User ID\na@x.example,a.one', ['a.one']],
  ['the first column without a heading', 'a.one,Ann\nb.two,Bob', ['a.one', 'b.two']],
  ['quoted cells and a byte order mark', '\uFEFF"User ID","Name"\n"a.one","Ann, ""the"" Great"', ['a.one']],
])('reads %s', (_what, text, expected) => {
  expect(readList(text)).toEqual(expected)
})
