import { licenseStatus, licenseStatusNames } from '@claviger/contract/governance/partners'
import type { PartnerLicense } from '@claviger/contract/governance/partners'
import { count } from '#platform/text/formats.ts'
import { msg, t } from '#platform/text/text.ts'
import { Status } from '#platform/ui/bits/Status.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import type { FilterDefinition } from '#platform/ui/filters/filters.ts'

const looks: Readonly<Record<number, { shape: 'ring' | 'disc' | 'square'; tone: 'mute' | 'ok' | 'bad' }>> = {
  [licenseStatus.requested]: { shape: 'ring', tone: 'mute' },
  [licenseStatus.active]: { shape: 'disc', tone: 'ok' },
  [licenseStatus.refused]: { shape: 'square', tone: 'bad' },
}

export function LicenseStatus({ status }: { status: number }) {
  const { shape, tone } = looks[status] ?? ({ shape: 'ring', tone: 'mute' } as const)
  return (
    <Status shape={shape} tone={tone}>
      {t(licenseStatusNames[status] ?? '')}
    </Status>
  )
}

export const licenseColumns: readonly Column<PartnerLicense>[] = [
  {
    name: 'size',
    label: msg('Licenses'),
    fixed: true,
    cell: ({ size }) => count(size),
    text: ({ size }) => String(size),
  },
  {
    name: 'status',
    label: msg('Status'),
    cell: ({ status }) => <LicenseStatus status={status} />,
    text: ({ status }) => t(licenseStatusNames[status] ?? ''),
  },
  { name: 'note', label: msg('Note'), text: ({ note }) => note },
  { name: 'by', label: msg('Requested by'), text: ({ requestedBy }) => requestedBy },
  {
    name: 'requested',
    label: msg('Requested'),
    sort: true,
    cell: ({ requestedAt }) => <When at={requestedAt} as="day" />,
    text: ({ requestedAt }) => requestedAt,
  },
  {
    name: 'decided',
    label: msg('Decided'),
    cell: ({ decidedAt }) => <When at={decidedAt} as="day" />,
    text: ({ decidedAt }) => decidedAt ?? '',
  },
  {
    name: 'expires',
    label: msg('Expires'),
    cell: ({ expiresOn }) => <When at={expiresOn} as="day" />,
    text: ({ expiresOn }) => expiresOn ?? '',
  },
  { name: 'reason', label: msg('Reason'), hidden: true, text: ({ reason }) => reason },
]

export const licenseLines = (row: PartnerLicense): PhoneRow => ({
  name: t('{count, plural, one {# license} other {# licenses}}', { count: row.size }),
  status: <LicenseStatus status={row.status} />,
  second: row.partner.name,
  secondRight: row.requestedBy,
})

export const licenseFilter: FilterDefinition = {
  name: 'status',
  label: msg('Status'),
  options: Object.entries(licenseStatusNames).map(([value, label]) => ({ value, label })),
}
