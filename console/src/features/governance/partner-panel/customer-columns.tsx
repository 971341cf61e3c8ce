import type { Customer } from '@claviger/contract/governance/partner-panel'
import { count } from '#platform/text/formats.ts'
import { msg, t } from '#platform/text/text.ts'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { WorkspaceIcon } from '#platform/ui/bits/WorkspaceIcon.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { State, stateWord } from '#features/tenancy/workspaces/workspace-labels.tsx'

export const customerColumns: readonly Column<Customer>[] = [
  {
    name: 'name',
    label: msg('Company'),
    sort: true,
    fixed: true,
    cell: ({ name, leavesAt }) => (
      <span className="cv-named">
        <WorkspaceIcon name={name} icon={null} size={24} />
        <span className="cv-cut">{name}</span>
        {leavesAt !== null && <Tag>{t('Will be deleted')}</Tag>}
      </span>
    ),
    text: ({ name }) => name,
  },
  { name: 'status', label: msg('Status'), cell: row => <State of={row} />, text: stateWord },
  {
    name: 'users',
    label: msg('Users'),
    sort: true,
    right: true,
    cell: ({ users }) => count(users),
    text: ({ users }) => String(users),
  },
  {
    name: 'keys',
    label: msg('Security keys'),
    sort: true,
    right: true,
    cell: ({ keys, keyLimit }) => (keyLimit === null ? count(keys) : t('{keys} of {limit}', { keys, limit: keyLimit })),
    text: ({ keys }) => String(keys),
  },
  {
    name: 'licenses',
    label: msg('Licenses'),
    right: true,
    cell: ({ licenses }) => count(licenses),
    text: ({ licenses }) => String(licenses),
  },
  {
    name: 'trial',
    label: msg('Trial ends'),
    cell: ({ trialEnds }) => <When at={trialEnds} as="day" />,
    text: ({ trialEnds }) => trialEnds ?? '',
  },
  {
    name: 'lastUse',
    label: msg('Last used'),
    sort: true,
    cell: ({ lastUsedAt }) => <When at={lastUsedAt} as="ago" />,
    text: ({ lastUsedAt }) => lastUsedAt ?? '',
  },
  {
    name: 'created',
    label: msg('Created'),
    sort: true,
    cell: ({ createdAt }) => <When at={createdAt} as="day" />,
    text: ({ createdAt }) => createdAt,
  },
]

export const customerLines = (row: Customer): PhoneRow => ({
  name: row.name,
  status: <State of={row} />,
  second: t('{count, plural, one {# user} other {# users}}', { count: row.users }),
  secondRight: t('{count, plural, one {# key} other {# keys}}', { count: row.keys }),
})
