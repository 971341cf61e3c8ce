import type { AttributeSource } from '@claviger/contract/access/self-service-settings/page-settings'
import type { Phone } from '@claviger/contract/platform/fields'
import { secretSet } from '@claviger/contract/people/users'
import type { CardPage } from '#features/access/self-service-settings/self-service-settings.ts'
import { phoneOf } from '#features/people/users/users.ts'
import { Problem } from '#platform/problem.ts'
import type { IdentificationFields } from '../self-service.store.ts'

export type EnteredFields = Readonly<Record<string, string | Phone | null | undefined>>

const usual = ['userId', 'employeeId', 'firstName', 'lastName', 'phoneNumber'] as const

export const askedFields = ({ settings }: CardPage): string[] => [
  ...usual.filter(field => settings.fields[field]),
  ...settings.attributes.map(attribute => attribute.name),
]

const longest = 200

/** Search criteria, or undefined if a field of the page is empty or can't match any user. */
export function askedOf(page: CardPage, typed: EnteredFields): IdentificationFields | undefined {
  const fields = askedFields(page)
  const asked: IdentificationFields & { words: string[] } = {
    loginName: null,
    employeeId: null,
    firstName: null,
    lastName: null,
    words: [],
    unit: null,
  }
  for (const field of fields) {
    const value = field === 'phoneNumber' ? phoneText(typed[field]) : textOf(typed[field])
    // What a user's row says in place of a secret identifies no user
    if (value === undefined || value.toLowerCase() === secretSet) return undefined
    if (field === 'userId') asked.loginName = value
    else if (field === 'employeeId' || field === 'firstName' || field === 'lastName') asked[field] = value
    else if (field === 'phoneNumber') asked.words.push(`p${value}`)
    else {
      const from = page.settings.attributes.find(attribute => attribute.name === field)?.from as AttributeSource
      if (from === 'department') asked.unit = value
      else asked.words.push(`${from.slice(-1)}${value}`)
    }
  }
  return fields.length === 0 ? undefined : asked
}

function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.includes('\0') || !value.isWellFormed()) return undefined
  const text = value.normalize('NFKC').trim()
  return text === '' || text.length > longest ? undefined : text
}

function phoneText(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  try {
    const { country, number } = phoneOf(value as Phone)
    return `${country}${number}`
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}
