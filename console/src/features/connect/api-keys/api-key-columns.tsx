import { sensitiveActsOf } from '@claviger/contract/connect/api-keys'
import type { ApiKey } from '@claviger/contract/connect/api-keys'
import { sensitiveActs, type SensitivePermission } from '@claviger/contract/connect/api-keys/sensitive-acts'
import { Menu } from '@mantine/core'
import { IconListDetails, IconShieldLock, IconTrash, IconUserCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { msg, t, Trans } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { Status } from '#platform/ui/bits/Status.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { useSession } from '#shell/session.tsx'
import { wordsOf } from '#features/tenancy/administrators/rights.ts'
import { lookOf, typeOf } from './api-key-labels.ts'

const TakeOver = lazy(() => import('./KeeperActs.tsx').then(acts => ({ default: acts.TakeOver })))
const GrantActs = lazy(() => import('./KeeperActs.tsx').then(acts => ({ default: acts.GrantActs })))
const DeleteApiKey = lazy(() => import('./DeleteApiKey.tsx'))

function KeyStatus({ of }: { of: ApiKey }) {
  const { word, shape, tone } = lookOf(of)
  return (
    <Status shape={shape} tone={tone}>
      {word}
    </Status>
  )
}

/** For example "3 permissions, 2 networks, 1 sensitive act", or that the key is unrestricted. */
const limitsOf = ({ scopes, addresses, granted }: ApiKey) =>
  [
    ...(scopes ? [t('{count, plural, one {# permission} other {# permissions}}', { count: scopes.length })] : []),
    ...(addresses.length > 0
      ? [t('{count, plural, one {# network} other {# networks}}', { count: addresses.length })]
      : []),
    ...(granted.length > 0
      ? [t('{count, plural, one {# sensitive action} other {# sensitive actions}}', { count: granted.length })]
      : []),
  ].join(', ')
const limitsInFull = ({ scopes, addresses, granted }: ApiKey) =>
  [
    ...(scopes ?? []).map(wordsOf),
    ...addresses,
    ...granted.map(may => t('Allowed: {act}', { act: t(sensitiveActs[may as SensitivePermission]) })),
  ].join('; ')

function keeperOf({ keeperName, keeperLeft }: ApiKey): string {
  if (keeperName === null) return t('None')
  return keeperLeft ? t('{name} (no longer an administrator)', { name: keeperName }) : keeperName
}

export const keyColumns: readonly Column<ApiKey>[] = [
  { name: 'name', label: msg('Name'), sort: true, fixed: true, text: ({ name }) => name },
  { name: 'type', label: msg('Type'), width: '124px', text: typeOf },
  {
    name: 'status',
    label: msg('Status'),
    width: '116px',
    cell: key => <KeyStatus of={key} />,
    text: key => lookOf(key).word,
  },
  {
    name: 'start',
    label: msg('Starts with'),
    width: '132px',
    hidden: true,
    cell: ({ start }) => <code className="cv-mono">{start}…</code>,
    text: ({ start }) => start,
  },
  {
    name: 'limits',
    label: msg('Limits'),
    cell: key => <span title={limitsInFull(key)}>{limitsOf(key) || t('None')}</span>,
    text: limitsInFull,
  },
  {
    name: 'ends',
    label: msg('Expires'),
    width: '116px',
    cell: ({ expiresAt }) => (expiresAt === null ? t('Never') : <When at={expiresAt} as="day" />),
    text: ({ expiresAt }) => expiresAt ?? '',
  },
  {
    name: 'used',
    label: msg('Last used'),
    cell: ({ lastUsedAt, lastUsedIp }) =>
      lastUsedAt === null ? (
        t('Never')
      ) : (
        <>
          <When at={lastUsedAt} as="ago" /> <code className="cv-mono">{lastUsedIp}</code>
        </>
      ),
    text: ({ lastUsedAt }) => lastUsedAt ?? '',
  },
  { name: 'keeper', label: msg('Responsible'), text: keeperOf },
  {
    name: 'created',
    label: msg('Created'),
    sort: true,
    hidden: true,
    cell: ({ createdAt, createdBy }) => (
      <span title={createdBy}>
        <Trans
          id="<0/> by {name}"
          values={{ name: createdBy }}
          components={[<When key="at" at={createdAt} as="day" />]}
        />
      </span>
    ),
    text: ({ createdAt }) => createdAt,
  },
]

export const keyLines = (key: ApiKey): PhoneRow => ({
  name: key.name,
  status: <KeyStatus of={key} />,
  second: typeOf(key),
  secondRight: key.lastUsedAt === null ? t('Never used') : <When at={key.lastUsedAt} as="ago" />,
})

function KeyMenu({ apiKey }: { apiKey: ApiKey }) {
  const { can, me } = useSession()
  const [open, setOpen] = useState<'take-over' | 'grant' | 'delete' | null>(null)
  const close = () => setOpen(null)
  const owner = can('api-keys.grant')
  if (!can('api-keys.write')) return null
  return (
    <>
      <MoreMenu bare label={t('Actions for {name}', { name: apiKey.name })}>
        {can('activity.read') && (
          <Menu.Item
            leftSection={<IconListDetails size={16} stroke={1.7} aria-hidden />}
            renderRoot={props => (
              <Link
                {...props}
                to="/dashboard/activity-logs/of/$id"
                params={{ id: apiKey.id }}
                search={{ name: apiKey.name }}
              />
            )}
          >
            {t('Activity')}
          </Menu.Item>
        )}
        {owner && apiKey.keeperId !== me.id && (
          <Menu.Item
            leftSection={<IconUserCheck size={16} stroke={1.7} aria-hidden />}
            onClick={() => setOpen('take-over')}
          >
            {t('Take over…')}
          </Menu.Item>
        )}
        {owner && sensitiveActsOf(apiKey).length > 0 && (
          <Menu.Item
            leftSection={<IconShieldLock size={16} stroke={1.7} aria-hidden />}
            onClick={() => setOpen('grant')}
          >
            {t('Sensitive actions…')}
          </Menu.Item>
        )}
        <Menu.Item
          data-danger
          leftSection={<IconTrash size={16} stroke={1.7} aria-hidden />}
          onClick={() => setOpen('delete')}
        >
          {t('Delete…')}
        </Menu.Item>{' '}
      </MoreMenu>
      <Suspense>
        {open === 'take-over' && <TakeOver apiKey={apiKey} close={close} />}
        {open === 'grant' && <GrantActs apiKey={apiKey} close={close} />}
        {open === 'delete' && <DeleteApiKey apiKey={apiKey} close={close} />}
      </Suspense>
    </>
  )
}

export const menuOf = (key: ApiKey) => <KeyMenu apiKey={key} />
