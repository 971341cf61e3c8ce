import type { Computer } from '@claviger/contract/keys/computers'
import { type Device, silentAfterDays } from '@claviger/contract/keys/devices'
import { count } from '#platform/text/formats.ts'
import { msg, t } from '#platform/text/text.ts'
import { Status } from '#platform/ui/bits/Status.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'

const DAY = 86_400_000
const isSilent = (device: Device) => Date.now() - Date.parse(device.lastSeenAt) > silentAfterDays * DAY

export function LastSeenCell({ device }: { device: Device }) {
  if (!device.hasAgent)
    return (
      <Status shape="ring" tone="mute">
        {t('Imported')}
      </Status>
    )
  return isSilent(device) ? (
    <Status shape="triangle" tone="warn">
      {t('Inactive')}
    </Status>
  ) : (
    <Status shape="disc" tone="ok">
      {t('Connected')}
    </Status>
  )
}

/** For example "10 uses within 72 hours", or that offline use is off. */
export const offlineOf = (device: Device): string =>
  device.hasOfflineAccess
    ? t('{uses, plural, one {# use} other {# uses}} within {hours, plural, one {# hour} other {# hours}}', {
        uses: device.offlineUses,
        hours: device.offlineHours,
      })
    : t('Not allowed')

/** For example "Reader driver 3.13, VDI agent 2.0". */
export const appsOf = (device: Device): string => device.apps.map(app => `${app.name} ${app.version}`).join(', ')

const systemOf = (device: Device) => [device.platform, device.version].filter(Boolean).join(' · ') || '—'

const shared: readonly Column<Device>[] = [
  {
    name: 'name',
    label: msg('Name'),
    sort: true,
    fixed: true,
    cell: ({ name, hostName }) => <span title={name === hostName ? name : `${name} (${hostName})`}>{name}</span>,
    text: ({ name }) => name,
  },
  {
    name: 'status',
    label: msg('Status'),
    width: '128px',
    cell: device => <LastSeenCell device={device} />,
    text: device => (!device.hasAgent ? t('Imported') : isSilent(device) ? t('Inactive') : t('Connected')),
  },
  { name: 'system', label: msg('System'), text: systemOf },
  { name: 'offline', label: msg('Offline uses'), text: offlineOf },
  {
    name: 'users',
    label: msg('Users'),
    width: '88px',
    right: true,
    cell: device => count(device.users),
    text: device => String(device.users),
  },
  {
    name: 'groups',
    label: msg('Groups'),
    width: '88px',
    right: true,
    cell: device => count(device.groups),
    text: device => String(device.groups),
  },
  {
    name: 'lastSeen',
    label: msg('Last seen'),
    sort: true,
    width: '132px',
    cell: device => <When at={device.lastSeenAt} as="ago" />,
    text: device => device.lastSeenAt,
  },
  {
    name: 'created',
    label: msg('Registered'),
    sort: true,
    width: '132px',
    hidden: true,
    cell: device => <When at={device.createdAt} as="day" />,
    text: device => device.createdAt,
  },
  { name: 'creator', label: msg('Registered with'), hidden: true, text: ({ creator }) => creator },
]

export const computerColumns: readonly Column<Computer>[] = [
  ...shared.slice(0, 3),
  { name: 'account', label: msg('Fixed account'), text: ({ account }) => account ?? '' },
  ...shared.slice(3),
  { name: 'apps', label: msg('Programs'), hidden: true, text: appsOf },
]

export const mobileColumns: readonly Column<Device>[] = shared.map(column =>
  column.name === 'creator' || column.name === 'created' ? { ...column, hidden: false } : column,
)

export const deviceLines = (device: Device): PhoneRow => ({
  name: device.name,
  status: <LastSeenCell device={device} />,
  second: systemOf(device),
  secondRight: <When at={device.lastSeenAt} as="ago" />,
})
