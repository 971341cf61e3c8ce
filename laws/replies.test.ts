// Looks at the replies that server/test/app/reply-fields.ts recorded while the whole server suite ran. `npm test` sets
// REPLY_FIELDS; without it, only the examples are checked.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { law } from './law.ts'
import { constantFields } from './reply-excuses.ts'

interface Line {
  field: string
  times: number
  value?: string
}

interface Field {
  /** For example `GET /administrator/groups .items[].policyCount`. */
  field: string
  times: number
  files: number
  /** Its only value as JSON; undefined if it had several. */
  value: string | undefined
}

/** With replies in fewer test files, one value says nothing. Not the number of replies, which polling changes. */
const fewestFiles = 16

const folder = process.env['REPLY_FIELDS']

function merged(lines: readonly Line[]): Field[] {
  const fields = new Map<string, Field>()
  for (const { field, times, value } of lines) {
    const known = fields.get(field)
    if (known === undefined) fields.set(field, { field, times, files: 1, value })
    else {
      known.times += times
      known.files++
      if (known.value !== value) known.value = undefined
    }
  }
  return [...fields.values()]
}

const recorded = merged(
  folder === undefined
    ? []
    : readdirSync(folder).flatMap(name =>
        readFileSync(join(folder, name), 'utf8')
          .split('\n')
          .filter(Boolean)
          .map(line => JSON.parse(line) as Line),
      ),
)

const nameOf = (field: string) => field.split('.').at(-1) ?? ''

const constant: Field = { field: 'GET /example .items[].policyCount', times: 60, files: 20, value: '0' }
const varied: Field = { field: 'GET /example .items[].name', times: 60, files: 20, value: undefined }
const fields = folder === undefined ? [varied] : recorded

/** A reply to a change shows what it made, often with initial values. Other replies must show other values. */
const variedNames = new Set(recorded.filter(({ value }) => value === undefined).map(({ field }) => nameOf(field)))

const recordedNames = new Set(recorded.map(({ field }) => field))

const isConstant = ({ field, files, value }: Field) =>
  value !== undefined &&
  // Objects and lists that are always there have fields of their own
  value !== '"filled"' &&
  // A list that is null elsewhere is recorded as a field of its own
  !(value === 'null' && recordedNames.has(`${field}[]`)) &&
  files >= fewestFiles &&
  (field.startsWith('GET ') || !variedNames.has(nameOf(field)))

law('a reply field has more than one value in the whole test run', {
  because:
    'A field that never varies is hard-coded, untested, or unnecessary. laws/reply-excuses.ts lists the exceptions.',
  over: fields,
  guilty: one =>
    isConstant(one) &&
    !constantFields.some(({ fields: excused }) => excused.test(one.field)) &&
    `${one.field} is ${one.value} in all ${one.times} replies of ${one.files} test files`,
  bites: constant,
  passes: varied,
})

test.runIf(folder !== undefined)('the record contains the whole run, and each excuse is needed', () => {
  expect(recorded.length).toBeGreaterThan(5000)
  const needed = recorded.filter(isConstant)
  const unused = constantFields.filter(({ fields: excused }) => !needed.some(({ field }) => excused.test(field)))
  expect(unused.map(({ fields: excused }) => String(excused))).toEqual([])
})
