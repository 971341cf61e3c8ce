import type { ApiKey } from '@claviger/contract/connect/api-keys'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Status } from '../../../ground/ui/bits/Status.tsx'
import { When } from '../../../ground/ui/bits/When.tsx'
import { many } from '../../../ground/ui/bits/moments.ts'
import type { Column, PhoneRow } from '../../../ground/ui/table/columns.ts'
import { useSession } from '../../../shell/session.tsx'
import { wordsOf } from '../../tenancy/administrators/rights.ts'
import { lookOf, typeOf } from './keys.ts'
import classes from './keys.module.css'

const DeleteApiKey = lazy(() => import('./DeleteApiKey.tsx'))

function KeyStatus({ of }: { of: ApiKey }) {
  const { word, shape, tone } = lookOf(of)
  return (
    <Status shape={shape} tone={tone}>
      {word}
    </Status>
  )
}

/** "3 permissions, 2 networks", or that nothing narrows it. */
const limitsOf = ({ scopes, addresses }: ApiKey) =>
  [
    ...(scopes ? [many(scopes.length, 'permission')] : []),
    ...(addresses.length > 0 ? [many(addresses.length, 'network')] : []),
  ].join(', ')
const limitsInFull = ({ scopes, addresses }: ApiKey) => [...(scopes ?? []).map(wordsOf), ...addresses].join('; ')

/** The columns of the list of API keys. */
export const keyColumns: readonly Column<ApiKey>[] = [
  {
    name: 'name',
    label: 'Name',
    sort: true,
    fixed: true,
    cell: ({ name }) => <span title={name}>{name}</span>,
    text: ({ name }) => name,
  },
  { name: 'type', label: 'Type', width: '124px', cell: typeOf, text: typeOf },
  {
    name: 'status',
    label: 'Status',
    width: '116px',
    cell: key => <KeyStatus of={key} />,
    text: key => lookOf(key).word,
  },
  {
    name: 'start',
    label: 'Begins with',
    width: '132px',
    cell: ({ start }) => <code className={classes.code}>{start}…</code>,
    text: ({ start }) => start,
  },
  {
    name: 'limits',
    label: 'Limits',
    cell: key => <span title={limitsInFull(key)}>{limitsOf(key) || 'None'}</span>,
    text: limitsInFull,
  },
  {
    name: 'ends',
    label: 'Ends',
    width: '116px',
    cell: ({ expiresAt }) => (expiresAt === null ? 'Never' : <When at={expiresAt} as="day" />),
    text: ({ expiresAt }) => expiresAt ?? '',
  },
  {
    name: 'used',
    label: 'Last used',
    cell: ({ lastUsedAt, lastUsedIp }) =>
      lastUsedAt === null ? (
        'Never'
      ) : (
        <>
          <When at={lastUsedAt} as="ago" /> <code className={classes.code}>{lastUsedIp}</code>
        </>
      ),
    text: ({ lastUsedAt }) => lastUsedAt ?? '',
  },
  {
    name: 'created',
    label: 'Created',
    sort: true,
    cell: ({ createdAt, createdBy }) => (
      <span title={createdBy}>
        <When at={createdAt} as="day" /> by {createdBy}
      </span>
    ),
    text: ({ createdAt }) => createdAt,
  },
]

/** A key on a phone. */
export const keyLines = (key: ApiKey): PhoneRow => ({
  name: key.name,
  status: <KeyStatus of={key} />,
  second: typeOf(key),
  secondRight: key.lastUsedAt === null ? 'Never used' : <When at={key.lastUsedAt} as="ago" />,
})

function KeyMenu({ apiKey }: { apiKey: ApiKey }) {
  const { can } = useSession()
  const [deleting, setDeleting] = useState(false)
  if (!can('api-keys.write')) return null
  return (
    <>
      <Menu width={180}>
        <Menu.Target>
          <ActionIcon size="sm" aria-label={`Actions for ${apiKey.name}`}>
            <IconDots size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            data-danger
            leftSection={<IconTrash size={16} stroke={1.7} aria-hidden />}
            onClick={() => setDeleting(true)}
          >
            Delete…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>{deleting && <DeleteApiKey apiKey={apiKey} close={() => setDeleting(false)} />}</Suspense>
    </>
  )
}

/** What can be done with one key. */
export const menuOf = (key: ApiKey) => <KeyMenu apiKey={key} />
