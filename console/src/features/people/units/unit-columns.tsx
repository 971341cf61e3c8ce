import type { Unit } from '@claviger/contract/people/units'
import { msg, t } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { count } from '#platform/text/formats.ts'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'

const namesOf = (items: readonly { name: string }[]) => items.map(({ name }) => name).join(', ')

export const unitColumns: readonly Column<Unit>[] = [
  {
    name: 'name',
    label: msg('Name'),
    sort: true,
    fixed: true,
    cell: unit => (
      <span className="cv-cut" title={unit.name}>
        {unit.name}
      </span>
    ),
    text: unit => unit.name,
  },
  { name: 'description', label: msg('Description'), text: unit => unit.description },
  {
    name: 'users',
    label: msg('Users'),
    width: '96px',
    right: true,
    cell: unit => count(unit.userCount),
    text: unit => String(unit.userCount),
  },
  { name: 'groups', label: msg('Groups'), text: unit => namesOf(unit.groups) },
  { name: 'admins', label: msg('Admins'), text: unit => namesOf(unit.admins) },
  {
    name: 'created',
    label: msg('Created'),
    sort: true,
    hidden: true,
    cell: unit => <When at={unit.createdAt} as="day" />,
    text: unit => unit.createdAt,
  },
]

export const unitLines = (unit: Unit): PhoneRow => ({
  name: unit.name,
  second: namesOf(unit.admins) || t('No admin'),
  secondRight: t('{count, plural, one {# user} other {# users}}', { count: unit.userCount }),
})
