import { BerWriter } from 'ldapts'
import { expect, test } from 'vitest'
import { LdapFilterError, readFilter } from './ldap.filter.ts'

function sent(text: string): string {
  const writer = new BerWriter()
  readFilter(text).write(writer)
  return writer.buffer.toString('utf8')
}

test('decodes escapes as UTF-8 bytes, in comparisons and in parts of values', () => {
  for (const value of ['J\\c3\\bcrgen', 'Jürgen']) expect(sent(`(cn=${value})`)).toContain('Jürgen')
  expect(sent('(cn=J\\c3\\bc*gen\\2a)')).toContain('Jü')
  expect(sent('(cn=*\\28x\\29)')).toContain('(x)')
})

test('allows whitespace between the parts of a filter', () => {
  expect(sent(' ( & (objectClass=user)\n  ( ! (mail=*) ) ) ')).toBe(sent('(&(objectClass=user)(!(mail=*)))'))
})

test.each([
  '(memberOf:1.2.840.113556.1.4.1941:=CN=All,DC=x)',
  '(userAccountControl:1.2.840.113556.1.4.803:=2)',
  '(cn;lang-de~=Müller)',
  '(1.2.3.4>=5)',
  '(cn:dn:=x)',
  '(o=)',
])('accepts the filter %s', text => expect(sent(text).length).toBeGreaterThan(4))

test.each([
  ['', 'opening parenthesis'],
  ['cn=x', 'opening parenthesis'],
  ['(cn=x', "isn't closed"],
  ['(&)', 'Empty “and” or “or”'],
  ['(cn=x))', 'Unexpected text after the end'],
  ['(cn=\\zz)', 'Expected a comparison'],
  ['(=x)', 'Expected a comparison'],
  ['(cn>=a*)', 'Expected a comparison'],
  [`${'(!'.repeat(25)}(a=b)${')'.repeat(25)}`, 'deeper'],
  [`(|${'(a=b)'.repeat(1001)})`, '1,000'],
])('refuses the filter %s and explains why', (text, says) => {
  expect(() => readFilter(text)).toThrow(LdapFilterError)
  expect(() => readFilter(text)).toThrow(says)
})
