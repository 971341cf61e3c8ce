import { createHash } from 'node:crypto'
import { isLanguage } from '@claviger/contract/platform/languages'
import { connectionKinds } from '@claviger/contract/directories/connections'
import type { AppliedReason } from '@claviger/contract/directories/links'
import type { MappedText } from '@claviger/contract/directories/connections/mapping'
import { canonicalEmail, cleanText } from '@claviger/contract/platform/plain-text'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { UserColumns } from '#features/people/users/users.many.ts'
import type { MappedPerson } from './links.mapping.ts'
import type { DirectoryPerson } from './shapes.ts'

export interface FilledFields {
  columns: Partial<UserColumns>
  language: string | null | undefined
  wrong?: AppliedReason
  /** A value that was left out, although the user is stored. */
  note?: AppliedReason
}

const isAddress = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/u

const longest = {
  user_id: 200,
  first_name: 100,
  last_name: 100,
  email: 254,
  employee_id: 100,
} as const
const mostInAttribute = 256

export function filledBy(given: MappedPerson): FilledFields {
  const fields = cleanFields(given)
  const columns: Partial<UserColumns> = {}
  const { userId, firstName, lastName, email, employeeId, phone, language } = fields
  if (userId !== undefined) columns.user_id = userId
  if (firstName !== undefined) columns.first_name = firstName
  if (lastName !== undefined) columns.last_name = lastName
  if (userId && !firstName && !lastName && lastName !== undefined)
    columns.last_name = userId.slice(0, longest.last_name)
  const address = canonicalEmail(email ?? '')
  const isUsable = isAddress.test(address) && address.length <= longest.email
  if (email !== undefined) columns.email = isUsable ? address : null
  if (employeeId !== undefined) columns.employee_id = employeeId || null
  if (phone !== undefined) Object.assign(columns, phoneIn(phone))
  for (const n of [1, 2, 3, 4, 5] as const) {
    const value = fields[`attribute${n}`]
    if (value !== undefined) columns[`scim_attribute_${n}`] = value || null
  }
  const spoken = language?.slice(0, 2).toLowerCase()
  const wrong = wrongWith(fields, columns)
  return {
    columns,
    language: spoken === undefined ? undefined : isLanguage(spoken) ? spoken : null,
    ...(wrong && { wrong }),
    ...(address !== '' && !isUsable && { note: 'invalid-email' as const }),
  }
}

const fieldNames: Readonly<Record<string, MappedText>> = {
  user_id: 'userId',
  first_name: 'firstName',
  last_name: 'lastName',
  email: 'email',
  employee_id: 'employeeId',
  phone_country: 'phone',
  phone_number: 'phone',
  scim_attribute_1: 'attribute1',
  scim_attribute_2: 'attribute2',
  scim_attribute_3: 'attribute3',
  scim_attribute_4: 'attribute4',
  scim_attribute_5: 'attribute5',
}

/** The mapped field of a column. */
export const fieldOf = (column: string): MappedText | undefined => fieldNames[column]

/** A directory's texts can't be refused, so characters that are not shown are left out. */
const cleanFields = (fields: MappedPerson): MappedPerson =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? cleanText(value) : value]),
  )

function wrongWith(fields: MappedPerson, columns: Partial<UserColumns>): AppliedReason | undefined {
  if (fields.userId === '') return 'no-user-id'
  for (const [name, most] of Object.entries(longest))
    if ((columns[name as keyof typeof longest]?.length ?? 0) > most) return 'too-long'
  for (const n of [1, 2, 3, 4, 5] as const)
    if ((columns[`scim_attribute_${n}`]?.length ?? 0) > mostInAttribute) return 'too-long'
  return undefined
}

/** An invalid phone number is dropped: it must not prevent adding the user. */
function phoneIn(text: string): Pick<UserColumns, 'phone_country' | 'phone_number'> {
  const found = text === '' ? undefined : parsePhoneNumberFromString(text, { extract: false })
  return found?.isValid()
    ? { phone_country: `+${found.countryCallingCode}`, phone_number: found.nationalNumber }
    : { phone_country: null, phone_number: null }
}

export const hashOf = ({ active, fields, roles = fields.roles }: DirectoryPerson): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        active,
        Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)),
        roles?.toSorted() ?? null,
      ]),
    )
    .digest('hex')
    .slice(0, 32)

/**
 * The hash to store. After a refused role, SCIM retries with the next request about the user, because an owner may
 * have approved it meanwhile. Runs would report the refusal each time, so they wait for a change instead.
 */
export const keptHash = (hash: string, refused: boolean, kind: number): string =>
  refused && kind === connectionKinds.scim ? '' : hash
