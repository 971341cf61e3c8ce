import { nameText, optionalName } from '@claviger/contract/platform/fields'
import { canonicalText } from '@claviger/contract/platform/plain-text'
import { messages } from '@claviger/contract/platform/messages'
import type { DeferredText } from '@claviger/contract/platform/wording'
import { type ImportField, importFieldNames } from '@claviger/contract/people/user-import'
import { UserInput } from '@claviger/contract/people/users'
import { fieldsOfColumn } from '@claviger/contract/work/imports'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { extend } from 'zod/mini'
import { type $ZodType, safeParse } from 'zod/v4/core'
import { deferText } from '#platform/languages.ts'
import { plainCell } from '#platform/csv/csv-writer.ts'
import { type UserColumns, columnsOf } from '../users/users.many.ts'

export interface ImportedUser {
  columns: UserColumns
  groups: string[]
  units: string[]
}

export type RowReading = { read: ImportedUser } | { wrong: string | DeferredText }

// Some people have only one name; a file must not change that
const row = extend(UserInput, { lastName: optionalName(100) })

const several = (cell: string) => [
  ...new Set(
    cell
      .split(/[;|\n]/)
      .map(name => name.trim())
      .filter(Boolean),
  ),
]
const cellsBy = (mapping: readonly string[], cells: readonly string[]) =>
  new Map(
    mapping.flatMap((column, place) => {
      const value = canonicalText(plainCell((cells[place] ?? '').trim()))
      return fieldsOfColumn(column).map((field): [ImportField, string] => [field as ImportField, value])
    }),
  )

export function readUser(mapping: readonly string[], cells: readonly string[]): RowReading {
  const by = cellsBy(mapping, cells)
  // Without a User ID column, the email is used
  if (!by.has('userId')) by.set('userId', by.get('email') ?? '')
  const { groups, units, phone, ...fields } = fieldsOf(by)
  for (const [field, value] of Object.entries(fields))
    if (/^[=@]/.test(value ?? ''))
      return {
        wrong: deferText('{field} starts with a character that marks a formula', {
          field: deferText(importFieldNames[field as ImportField]),
        }),
      }
  const parsed = safeParse(row as unknown as $ZodType, fields)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const name = importFieldNames[String(issue?.path[0]) as ImportField] ?? ''
    const says = issue?.message ?? ''
    if (says.toLowerCase().startsWith(name.toLowerCase())) return { wrong: says }
    return { wrong: deferText('{field}: {fault}', { field: deferText(name), fault: deferText(says) }) }
  }
  const columns = columnsOf({ lastName: '', ...(parsed.data as Omit<UserInput, 'lastName'>) })
  if (phone !== undefined) {
    const number = phone === '' ? null : phoneOf(phone)
    if (number === undefined) return { wrong: 'Phone number is invalid; write it with its country, as +49 30 1234567' }
    Object.assign(columns, { phone_country: number?.country ?? null, phone_number: number?.number ?? null })
  }
  return { read: { columns, groups: several(groups ?? ''), units: several(units ?? '') } }
}

const fieldsOf = (by: ReadonlyMap<ImportField, string>) => {
  const {
    groups,
    organizationUnits: units,
    phone,
    ...fields
  } = Object.fromEntries(by) as Partial<Record<ImportField, string>>
  return { groups, units, phone, ...fields }
}

function phoneOf(written: string): { country: string; number: string } | undefined {
  if (written.length > 30 || !/^\+[\d ()./-]+$/.test(written)) return undefined
  const found = parsePhoneNumberFromString(written, { extract: false })
  return found?.isValid() ? { country: `+${found.countryCallingCode}`, number: found.nationalNumber } : undefined
}

export function readName(
  mapping: readonly string[],
  cells: readonly string[],
): { userId: string } | { wrong: string | DeferredText } {
  const value = cellsBy(mapping, cells).get('userId') ?? ''
  const parsed = safeParse(nameText(200, messages['required.user-id']) as unknown as $ZodType, value)
  return parsed.success ? { userId: value } : { wrong: parsed.error.issues[0]?.message ?? messages['required.user-id'] }
}
