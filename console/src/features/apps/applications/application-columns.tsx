import type { ApplicationRow } from '@claviger/contract/apps/applications'
import { IconAlertTriangle } from '@tabler/icons-react'
import { count } from '#platform/text/formats.ts'
import { msg, t } from '#platform/text/text.ts'
import { Status } from '#platform/ui/bits/Status.tsx'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { AppIcon } from './AppIcon.tsx'
import { lookOf, protocolOf, warningNames, whoOf } from './application-labels.ts'

export function AppStatus({ of }: { of: { active: boolean } }) {
  const { word, shape, tone } = lookOf(of)
  return (
    <Status shape={shape} tone={tone}>
      {word}
    </Status>
  )
}

const warnings = ({ warnings: all }: ApplicationRow) => all.map(warning => t(warningNames[warning]))

export const appColumns: readonly Column<ApplicationRow>[] = [
  {
    name: 'name',
    label: msg('Name'),
    sort: true,
    fixed: true,
    cell: ({ name, picture }) => (
      <span className="cv-named">
        <AppIcon name={name} picture={picture} />
        <span className="cv-cut">{name}</span>
      </span>
    ),
    text: ({ name }) => name,
  },
  { name: 'protocol', label: msg('Protocol'), width: '132px', text: protocolOf },
  {
    name: 'state',
    label: msg('Status'),
    width: '116px',
    cell: row => <AppStatus of={row} />,
    text: row => lookOf(row).word,
  },
  { name: 'who', label: msg('Access'), width: '200px', text: whoOf },
  {
    name: 'uses',
    label: msg('Sign-ins in 30 days'),
    width: '136px',
    right: true,
    cell: ({ uses }) => count(uses ?? 0),
    text: ({ uses }) => String(uses ?? 0),
  },
  {
    name: 'last',
    label: msg('Last sign-in'),
    width: '132px',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? t('Never') : <When at={lastUsedAt} as="ago" />),
    text: ({ lastUsedAt }) => lastUsedAt ?? '',
  },
  {
    name: 'warnings',
    label: msg('Warnings'),
    cell: row =>
      row.warnings.length === 0 ? (
        '—'
      ) : (
        <span title={warnings(row).join('; ')}>
          <Tag tone="warn" icon={<IconAlertTriangle size={13} stroke={1.8} aria-hidden />}>
            {warnings(row)[0]}
            {row.warnings.length > 1 && ` +${row.warnings.length - 1}`}
          </Tag>
        </span>
      ),
    text: row => warnings(row).join('; '),
  },
  {
    name: 'created',
    label: msg('Created'),
    sort: true,
    hidden: true,
    width: '116px',
    cell: ({ createdAt }) => <When at={createdAt} as="day" />,
    text: ({ createdAt }) => createdAt,
  },
]

export const appLines = (row: ApplicationRow): PhoneRow => ({
  name: row.name,
  status: <AppStatus of={row} />,
  second: `${protocolOf(row)} · ${whoOf(row)}`,
  secondRight: t('{count, plural, one {# sign-in} other {# sign-ins}}', { count: row.uses ?? 0 }),
})
