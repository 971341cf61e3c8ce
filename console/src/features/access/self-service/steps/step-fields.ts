import type { askedAttributes, KnownAttribute } from '@claviger/contract/access/self-service/form'
import { msg } from '#platform/light-page/page-texts.ts'

export interface AskedField {
  readonly name: string
  readonly label: string
  readonly known: boolean
  /** Exact text for fields in the specification (R92). */
  readonly required: string
  readonly fills: string
}

const known: Record<KnownAttribute, Pick<AskedField, 'label' | 'required' | 'fills'>> = {
  userId: { label: msg('User ID'), required: msg('User ID is required'), fills: 'username' },
  employeeId: { label: msg('Employee ID'), required: msg('Employee ID is required'), fills: 'off' },
  firstName: { label: msg('First name'), required: msg('First Name is required'), fills: 'given-name' },
  lastName: { label: msg('Last name'), required: msg('Last Name is required'), fills: 'family-name' },
}

const furtherRequired = msg('{name} is required')

export const fieldsOf = (asked: ReturnType<typeof askedAttributes>): AskedField[] => [
  ...asked.known.map(name => ({ name, known: true, ...known[name] })),
  ...asked.further.map(name => ({ name, label: name, known: false, required: furtherRequired, fills: 'off' })),
]

const prefixes: Readonly<Record<string, string>> = {
  AT: '+43',
  BE: '+32',
  CA: '+1',
  CH: '+41',
  CN: '+86',
  DE: '+49',
  ES: '+34',
  FR: '+33',
  GB: '+44',
  IE: '+353',
  IT: '+39',
  LU: '+352',
  MX: '+52',
  NL: '+31',
  PL: '+48',
  US: '+1',
}

export const usualPrefix = (tag = navigator.language): string =>
  prefixes[tag.split('-').at(-1)?.toUpperCase() ?? ''] ?? '+'
