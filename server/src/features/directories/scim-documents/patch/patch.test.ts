import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ScimRefusal } from '../protocol/scim-refusal.ts'
import { readDoc } from '../resource/doc.ts'
import { enterpriseUrn, userType } from '../schemas/user-schema.ts'
import { readOperations } from './operations.ts'
import { applyPatch } from './patch.ts'

const before = () =>
  readDoc(userType, {
    userName: 'ann',
    name: { givenName: 'Ann' },
    emails: [{ value: 'a@b.example', type: 'work', primary: true }],
  }).doc
const after = (...Operations: unknown[]) => applyPatch(userType, before(), readOperations({ Operations })).doc

const poison = fc.constantFrom(
  '__proto__',
  'constructor',
  'prototype',
  'constructor.prototype',
  '__proto__.polluted',
  'name.__proto__',
  'emails[__proto__ eq "a"].value',
  `${enterpriseUrn}:__proto__`,
  'toString',
  'hasOwnProperty',
)
const anyValue = fc.oneof(
  fc.jsonValue(),
  fc.constant(JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}') as unknown),
)
const operation = fc.record({
  op: fc.constantFrom('add', 'Replace', 'REMOVE', 'move'),
  path: fc.option(
    fc.oneof(
      poison,
      fc.constantFrom(
        'title',
        'name',
        'name.familyName',
        'emails',
        'emails[type eq "home"].value',
        enterpriseUrn,
        `${enterpriseUrn}:manager`,
      ),
      fc.string(),
    ),
    { nil: undefined },
  ),
  value: anyValue,
})

test('any PATCH results in a complete resource or an explained refusal, and changes nothing else', () => {
  fc.assert(
    fc.property(fc.array(operation, { minLength: 1, maxLength: 5 }), operations => {
      const doc = before()
      const kept = structuredClone(doc)
      try {
        const made = applyPatch(userType, doc, readOperations({ Operations: operations })).doc
        expect(typeof made['userName']).toBe('string')
        expect(Object.getPrototypeOf(made)).toBe(Object.prototype)
      } catch (error) {
        expect(error).toBeInstanceOf(ScimRefusal)
      }
      expect(doc).toEqual(kept)
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    }),
    { numRuns: 1000 },
  )
})

test('a replaced value can be read back, and repeating the PATCH gives the same resource', () => {
  const texts = fc.constantFrom('title', 'nickName', 'name.familyName', 'displayName', `${enterpriseUrn}:department`)
  fc.assert(
    fc.property(texts, fc.string({ minLength: 1, maxLength: 50 }), (path, value) => {
      fc.pre(!value.includes('\0'))
      const once = after({ op: 'replace', path, value })
      const twice = applyPatch(userType, once, readOperations({ Operations: [{ op: 'add', path, value }] })).doc
      expect(twice).toEqual(once)
      expect(JSON.stringify(once)).toContain(JSON.stringify(value))
    }),
  )
})

test('all the forms that directories use for one change have the same result', () => {
  const same = [
    { op: 'replace', path: 'name.familyName', value: 'Wed' },
    { op: 'Add', path: 'NAME.FAMILYNAME', value: 'Wed' },
    { op: 'replace', value: { 'name.familyName': 'Wed' } },
    { op: 'add', value: { Name: { FamilyName: 'Wed' } } },
    { op: 'add', path: 'name', value: { familyName: 'Wed' } },
    { op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:name.familyName', value: 'Wed' },
    { op: 'replace', value: { 'urn:ietf:params:scim:schemas:core:2.0:User:name.familyName': 'Wed' } },
  ].map(one => after(one))
  for (const one of same) expect(one).toEqual(same[0])
  expect(same[0]?.['name']).toEqual({ givenName: 'Ann', familyName: 'Wed' })
})

test('changes, adds, and removes one value of a multivalued attribute', () => {
  const primary = (doc: object) =>
    (doc as { emails: { value: string; primary?: boolean }[] }).emails.filter(one => one.primary).map(one => one.value)
  expect(primary(after({ op: 'add', path: 'emails', value: [{ value: 'n@b.example', primary: 'True' }] }))).toEqual([
    'n@b.example',
  ])
  expect(after({ op: 'add', path: 'emails[type eq "home"].value', value: 'h@b.example' })['emails']).toContainEqual({
    type: 'home',
    value: 'h@b.example',
  })
  expect(after({ op: 'remove', path: 'emails[type eq "work"]' })['emails']).toBeUndefined()
  expect(after({ op: 'remove', path: 'emails', value: [{ value: 'a@b.example' }] })['emails']).toBeUndefined()
  expect(() => after({ op: 'remove', path: 'userName' })).toThrow(ScimRefusal)
  expect(() => after({ op: 'replace', path: 'emails[value co "zz"].display', value: 'x' })).toThrow(ScimRefusal)
})
