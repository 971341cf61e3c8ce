import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ScimRefusal } from '../protocol/scim-refusal.ts'
import type { ComplexValue } from '../resource/complex-values.ts'
import { userType } from '../schemas/user-schema.ts'
import { readFilter } from './filter-parser.ts'
import { compileFilter } from './sql.store.ts'
import { matchesFilter } from './test.ts'
import { comparisons, type ScimFilter } from './filter-tree.ts'

const emails = userType.core.attributes.find(one => one.name === 'emails')
if (!emails) throw new Error('people have addresses')

const value = fc.oneof(fc.string(), fc.boolean(), fc.integer({ min: -1000, max: 1000 }), fc.constant(null))
const leaf: fc.Arbitrary<ScimFilter> = fc.oneof(
  fc.record({ op: fc.constant('pr' as const), path: fc.constantFrom('value', 'type', 'display') }),
  fc.record({ op: fc.constantFrom(...comparisons), path: fc.constantFrom('value', 'type', 'display'), value }),
)
const { filter } = fc.letrec<{ filter: ScimFilter }>(tie => ({
  filter: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.record({
      op: fc.constantFrom('and' as const, 'or' as const),
      of: fc.array(tie('filter'), { minLength: 2, maxLength: 3 }),
    }) as fc.Arbitrary<ScimFilter>,
    fc.record({ op: fc.constant('not' as const), of: tie('filter') }),
  ),
}))

/** Formats a filter in RFC 7644 syntax. */
function written(one: ScimFilter): string {
  if (one.op === 'and' || one.op === 'or') return `(${one.of.map(written).join(` ${one.op} `)})`
  if (one.op === 'not') return `not (${written(one.of)})`
  if (one.op === 'pr') return `${one.path} pr`
  if (one.op === 'has') return `${one.path}[${written(one.of)}]`
  return `${one.path} ${one.op} ${JSON.stringify(one.value)}`
}

const parts: fc.Arbitrary<ComplexValue> = fc.record(
  { value: fc.string(), type: fc.constantFrom('work', 'home'), display: fc.string(), primary: fc.boolean() },
  { requiredKeys: [] },
)

describe('a filter', () => {
  test('that is written is parsed with the same meaning', () => {
    fc.assert(
      fc.property(filter, parts, (one, of) => {
        const text = written(one)
        fc.pre(text.length < 2000)
        expect(matchesFilter(emails, of, readFilter(text))).toBe(matchesFilter(emails, of, one))
      }),
    )
  })

  test('of any text is parsed or refused with an explanation, and always terminates', () => {
    const words = fc.array(
      fc.constantFrom(
        'userName',
        'eq',
        '"a"',
        '(',
        ')',
        '[',
        ']',
        'not',
        'and',
        'or',
        'pr',
        '.value',
        'true',
        '1',
        '"',
        '\\',
      ),
      { maxLength: 300 },
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ maxLength: 3000 }),
          words.map(all => all.join(' ')),
        ),
        text => {
          try {
            compileFilter(userType, readFilter(text), 'connection', [])
          } catch (error) {
            expect(error).toBeInstanceOf(ScimRefusal)
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  test('never puts its input in the SQL text', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 3 }), fc.constantFrom(...comparisons), (text, op) => {
        fc.pre(!text.includes('\0'))
        const mark = `'; drop table users; --${text}`
        const is = compileFilter(userType, { op, path: 'title', value: mark }, 'connection', [])
        expect(is.text).not.toContain('drop table')
        expect(is.values).toEqual([mark.toLowerCase()])
      }),
    )
  })

  test('follows the precedence of the RFC, and parses quotes, True, and text after a bracket', () => {
    expect(readFilter('a eq 1 or b eq 2 and not (c pr)')).toEqual({
      op: 'or',
      of: [
        { op: 'eq', path: 'a', value: 1 },
        {
          op: 'and',
          of: [
            { op: 'eq', path: 'b', value: 2 },
            { op: 'not', of: { op: 'pr', path: 'c' } },
          ],
        },
      ],
    })
    expect(readFilter(String.raw`userName eq "a\"b\\c"`)).toEqual({
      op: 'eq',
      path: 'userName',
      value: String.raw`a"b\c`,
    })
    expect(readFilter('active EQ True')).toEqual({ op: 'eq', path: 'active', value: true })
    expect(readFilter('a eq Employee and (b co ann@corp.example)')).toEqual({
      op: 'and',
      of: [
        { op: 'eq', path: 'a', value: 'Employee' },
        { op: 'co', path: 'b', value: 'ann@corp.example' },
      ],
    })
    expect(readFilter('meta.created gt 2015-10-10T14:38:21.8617979-07:00')).toMatchObject({
      value: '2015-10-10T14:38:21.8617979-07:00',
    })
    expect(readFilter('emails[type eq "work"].value eq "x"')).toMatchObject({ op: 'has', of: { op: 'and' } })
  })

  test.each([
    '',
    'a',
    'a eq',
    'a eq and',
    'a eq x y',
    'a eq 1 b',
    '(a pr',
    'a pr)',
    'a[b pr',
    '"a" eq 1',
    'not a pr',
    `${'('.repeat(21)}a pr`,
    'a eq "x',
  ])('is refused if invalid: %s', text => expect(() => readFilter(text)).toThrow(ScimRefusal))
})
