import type { Provider } from '@claviger/contract/connect/identity-providers'
import { count } from '#platform/text/formats.ts'
import { msg, t } from '#platform/text/text.ts'
import { Status } from '#platform/ui/bits/Status.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { nameOf } from './provider-presets.ts'

const warnedDays = 60

const endsSoon = ({ certificateEndsAt: at }: Provider) =>
  at !== null && new Date(at).getTime() < Date.now() + warnedDays * 86_400_000

export function ProviderStatus({ of }: { of: Provider }) {
  if (of.active && endsSoon(of))
    return (
      <Status shape="triangle" tone="warn">
        {t('Certificate expires')}
      </Status>
    )
  return of.active ? (
    <Status shape="disc" tone="ok">
      {t('On')}
    </Status>
  ) : (
    <Status shape="dash" tone="mute">
      {t('Off')}
    </Status>
  )
}

const statusText = (of: Provider) => (of.active ? (endsSoon(of) ? t('Certificate expires') : t('On')) : t('Off'))

export const providerColumns: readonly Column<Provider>[] = [
  { name: 'name', label: msg('Name'), sort: true, fixed: true, text: ({ name }) => name },
  { name: 'kind', label: msg('Type'), width: '172px', text: ({ preset }) => t(nameOf(preset)) },
  {
    name: 'status',
    label: msg('Status'),
    width: '148px',
    cell: one => <ProviderStatus of={one} />,
    text: statusText,
  },
  { name: 'issuer', label: msg('Issuer'), text: ({ issuer }) => issuer },
  {
    name: 'ends',
    label: msg('Certificate expires'),
    width: '140px',
    cell: ({ certificateEndsAt: at }) => (at === null ? '—' : <When at={at} as="day" />),
    text: ({ certificateEndsAt: at }) => at ?? '',
  },
  {
    name: 'linked',
    label: msg('Connected users'),
    width: '140px',
    right: true,
    cell: ({ linked }) => count(linked),
    text: ({ linked }) => String(linked),
  },
  {
    name: 'used',
    label: msg('Last used'),
    width: '132px',
    cell: ({ lastUsedAt: at }) => (at === null ? t('Never') : <When at={at} as="ago" />),
    text: ({ lastUsedAt: at }) => at ?? '',
  },
]

export const providerLines = (one: Provider): PhoneRow => ({
  name: one.name,
  status: <ProviderStatus of={one} />,
  second: t(nameOf(one.preset)),
  secondRight: t('{count, plural, one {# user} other {# users}}', { count: one.linked }),
})
