import { groupTypes } from '@claviger/contract/people/groups'
import type { Group } from '@claviger/contract/people/groups'
import { IconFilter, IconLock } from '@tabler/icons-react'
import { msg, t } from '#platform/text/text.ts'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { count } from '#platform/text/formats.ts'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'

const typeNames: Record<number, string> = {
  [groupTypes.everyone]: msg('Everyone'),
  [groupTypes.internal]: msg('Local'),
  [groupTypes.external]: msg('Imported'),
}
const typeOf = ({ type }: Group) => t(typeNames[type] ?? '')

export function GroupTags({ group }: { group: Pick<Group, 'type' | 'rule' | 'endedAt' | 'source'> }) {
  return (
    <>
      {group.type === groupTypes.everyone && <Tag tone="accent">{t('All users')}</Tag>}
      {group.type === groupTypes.external && (
        <Tag icon={<IconLock size={12} stroke={2} aria-hidden />}>{group.source?.name ?? t('Imported')}</Tag>
      )}
      {group.endedAt !== null && <Tag tone="warn">{t('Ended')}</Tag>}
      {group.rule && <Tag icon={<IconFilter size={12} stroke={2} aria-hidden />}>{t('By rule')}</Tag>}
    </>
  )
}

export const groupColumns: readonly Column<Group>[] = [
  {
    name: 'name',
    label: msg('Name'),
    sort: true,
    fixed: true,
    cell: group => (
      <span className="cv-named">
        <span className="cv-cut" title={group.name}>
          {group.name}
        </span>
        <GroupTags group={group} />
      </span>
    ),
    text: group => group.name,
  },
  { name: 'description', label: msg('Description'), text: group => group.description },
  {
    name: 'users',
    label: msg('Users'),
    width: '96px',
    right: true,
    cell: group => count(group.userCount),
    text: group => String(group.userCount),
  },
  {
    name: 'keys',
    label: msg('Active keys'),
    width: '112px',
    right: true,
    cell: group => count(group.deviceCount),
    text: group => String(group.deviceCount),
  },
  {
    name: 'policies',
    label: msg('Policies'),
    width: '96px',
    right: true,
    cell: group => count(group.policyCount),
    text: group => String(group.policyCount),
  },
  { name: 'type', label: msg('Type'), hidden: true, text: typeOf },
  {
    name: 'created',
    label: msg('Created'),
    sort: true,
    width: '148px',
    cell: group => <When at={group.createdAt} as="day" />,
    text: group => group.createdAt,
  },
]

export const groupLines = (group: Group): PhoneRow => ({
  name: group.name,
  status: <GroupTags group={group} />,
  second: t('{count, plural, one {# user} other {# users}}', { count: group.userCount }),
  secondRight: t('{count, plural, one {# active key} other {# active keys}}', { count: group.deviceCount }),
})
