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
  /** What is not as the directory sent it, although the user is stored. */
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
  if (userId && userId.length <= longest.user_id) columns.user_id = userId
  if (firstName !== undefined) columns.first_name = firstName.slice(0, longest.first_name)
  if (lastName !== undefined) columns.last_name = lastName.slice(0, longest.last_name)
  if (userId && !firstName && !lastName && lastName !== undefined)
    columns.last_name = userId.slice(0, longest.last_name)
  const address = canonicalEmail(email ?? '')
  const isUsable = isAddress.test(address) && address.length <= longest.email
  if (email !== undefined) columns.email = isUsable ? address : null
  if (employeeId !== undefined)
    columns.employee_id = employeeId.length > longest.employee_id ? null : employeeId || null
  if (phone !== undefined) Object.assign(columns, phoneIn(phone))
  for (const n of [1, 2, 3, 4, 5] as const) {
    const value = fields[`attribute${n}`]
    if (value !== undefined) columns[`scim_attribute_${n}`] = value.slice(0, mostInAttribute) || null
  }
  const spoken = language?.slice(0, 2).toLowerCase()
  const note = noteOn(fields, address !== '' && !isUsable)
  return {
    columns,
    language: spoken === undefined ? undefined : isLanguage(spoken) ? spoken : null,
    ...(note && { note }),
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

function noteOn(fields: MappedPerson, isEmailWrong: boolean): AppliedReason | undefined {
  const { userId = '', firstName = '', lastName = '', employeeId = '' } = fields
  if (fields.userId !== undefined && (userId === '' || userId.length > longest.user_id)) return 'no-user-id'
  if (isEmailWrong) return 'invalid-email'
  const isCut =
    firstName.length > longest.first_name ||
    lastName.length > longest.last_name ||
    employeeId.length > longest.employee_id ||
    ([1, 2, 3, 4, 5] as const).some(n => (fields[`attribute${n}`]?.length ?? 0) > mostInAttribute)
  return isCut ? 'too-long' : undefined
}

/** A new user without a usable User ID has the unique external ID instead. */
export function withUserId(filled: FilledFields, anchor: string): FilledFields {
  if (filled.columns.user_id !== undefined) return filled
  const columns = { ...filled.columns, user_id: replacementId(anchor) }
  return { ...filled, columns, note: 'no-user-id' }
}

export const replacementId = (anchor: string): string => anchor.slice(0, longest.user_id)

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
