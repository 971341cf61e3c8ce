import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { AttendanceField, FieldValues } from '@claviger/contract/oversight/attendance/session-fields'
import type { TransactionContext } from '#platform/app-context.ts'
import { fieldsOfPeople, type PersonFields } from './participants.store.ts'

export type ShownFieldValues = OutputOf<typeof FieldValues>

/** First letters of the first and the last word of a name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(word => Array.from(word ?? '')[0] ?? '')
  return letters.join('').toUpperCase()
}

const columns = {
  userId: 'user_id',
  employeeId: 'employee_id',
  department: 'units',
  scimAttribute1: 'scim_attribute_1',
  scimAttribute2: 'scim_attribute_2',
  scimAttribute3: 'scim_attribute_3',
  scimAttribute4: 'scim_attribute_4',
  scimAttribute5: 'scim_attribute_5',
} as const satisfies Partial<Record<AttendanceField, keyof PersonFields>>

/** Reads the chosen fields of people; the name is the one of the record, also after a user is renamed or deleted. */
export async function fieldReader(
  ctx: TransactionContext,
  attributes: readonly string[],
  people: readonly string[],
): Promise<(person: { id: string; name: string }) => ShownFieldValues> {
  const fields = attributes as readonly AttendanceField[]
  const needed = fields.some(field => field in columns) && people.length > 0
  const rows = needed ? await fieldsOfPeople(ctx.db, [...new Set(people)]) : []
  const known = new Map(rows.map(row => [row.id, row]))
  return ({ id, name }) =>
    fields.map(field => {
      if (field === 'name') return { field, value: name }
      if (field === 'initials') return { field, value: initialsOf(name) }
      return { field, value: known.get(id)?.[columns[field]] ?? null }
    })
}
