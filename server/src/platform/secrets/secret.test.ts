import { format, inspect } from 'node:util'
import { expect, test } from 'vitest'
import { changes } from '../record/record.ts'
import { Secret } from './secret.ts'

const secret = new Secret('483920')

test.each([
  ['JSON', JSON.stringify({ secret, all: [secret] })],
  ['a template', `${String(secret)} ${[secret].join()}`],
  ['a log line of Node', `${inspect({ secret }, { showHidden: true, depth: 9 })} ${format('%s %o', secret, secret)}`],
  ['a copy', JSON.stringify(Object.assign({}, secret))],
  ['an error', String(new Error(`wrong: ${String(secret)}`))],
])('a secret is hidden in %s', (_where, text) => {
  expect(text).not.toContain('483920')
})

test('a log line says that a secret changed, without its value', () => {
  const other = new Secret('111222')
  expect(changes({ a: secret, b: secret }, { a: other, b: new Secret('483920') })).toEqual([
    { a: '(hidden)' },
    { a: '(hidden)' },
  ])
  expect(changes(undefined, { a: secret })).toEqual([null, { a: '(hidden)' }])
})
