import { messages } from '@claviger/contract/platform/messages'
import type { Phone } from '@claviger/contract/platform/fields'
import type { UserInput } from '@claviger/contract/people/users'
import type { Selectable } from 'kysely'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { Tables } from '#platform/db/db.types.ts'
import { problem } from '#platform/problem.ts'
import { Secret } from '#platform/secrets/secret.ts'

type Row = Selectable<Tables['users']>

export const furtherTexts = {
  scimAttribute1: 'scim_attribute_1',
  scimAttribute2: 'scim_attribute_2',
  scimAttribute3: 'scim_attribute_3',
  scimAttribute4: 'scim_attribute_4',
  scimAttribute5: 'scim_attribute_5',
} as const satisfies { [Field in keyof UserInput]?: keyof Row }
type Further = typeof furtherTexts
export type FurtherText = keyof Further
const further = Object.entries(furtherTexts) as [FurtherText, Further[FurtherText]][]

export const textColumns = [
  'user_id',
  'employee_id',
  'first_name',
  'last_name',
  'email',
  'phone_country',
  'phone_number',
  ...Object.values(furtherTexts),
] as const
type TextColumn = (typeof textColumns)[number]
type Always = 'user_id' | 'first_name' | 'last_name' | 'email'

export type UserColumns = Pick<Row, Always> & Partial<Pick<Row, TextColumn | 'shares_email'>>

/** @throws invalid-input if the last name is missing and the user has more than one name */
export function mustHaveLastName({ lastName, oneName }: UserInput): void {
  if (lastName !== '' || oneName === true) return
  throw problem('invalid-input', undefined, [{ field: 'lastName', message: messages['required.last-name'] }])
}

export function columnsOf(input: UserInput): UserColumns {
  const phone = input.phoneNumber && phoneOf(input.phoneNumber)
  return {
    user_id: input.userId,
    first_name: input.firstName,
    last_name: input.lastName,
    email: input.email,
    ...(input.employeeId !== undefined && { employee_id: input.employeeId || null }),
    ...(input.sharesEmail !== undefined && { shares_email: input.sharesEmail }),
    ...(phone !== undefined && { phone_country: phone?.country ?? null, phone_number: phone?.number ?? null }),
    ...Object.fromEntries(
      further.flatMap(([field, column]) => (input[field] === undefined ? [] : [[column, input[field] || null]])),
    ),
  }
}

/**
 * Values of extra attributes are not logged: they may be the first PIN or the number of a card, which a workflow
 * reads from there, and the log is chained, sent elsewhere, and kept for years.
 */
export const secretText = (value: string | null | undefined): Secret | undefined =>
  value === null || value === undefined || value === '' ? undefined : new Secret(value)

export const logFieldsOf = (row: UserColumns): Record<string, unknown> => ({
  userId: row.user_id,
  employeeId: row.employee_id ?? undefined,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email ?? undefined,
  sharesEmail: row.shares_email || undefined,
  phoneNumber: row.phone_number ? `${row.phone_country}${row.phone_number}` : undefined,
  ...Object.fromEntries(further.map(([field, column]) => [field, secretText(row[column])])),
})

/** Identity of a deleted user, for the log line about the deletion. */
export const logFieldsOfDeleted = (row: Pick<Row, 'user_id' | 'first_name' | 'last_name' | 'email'>) => ({
  userId: row.user_id,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email ?? undefined,
})

export const nameOf = (who: { firstName: string; lastName: string }): string => `${who.firstName} ${who.lastName}`
export const nameOfRow = (row: { first_name: string; last_name: string }): string =>
  `${row.first_name} ${row.last_name}`

export function phoneOf(input: Phone): { country: string; number: string } {
  const refused = () =>
    problem('invalid-phone', undefined, [
      { field: 'phoneNumber.mobileNumber', message: problem('invalid-phone').message },
    ])
  const code = input.countryCode.replace('+', '')
  let found
  try {
    found = parsePhoneNumberFromString(input.mobileNumber, { defaultCallingCode: code, extract: false })
  } catch {
    throw refused()
  }
  if (!found?.isValid() || found.countryCallingCode !== code) throw refused()
  return { country: `+${code}`, number: found.nationalNumber }
}
