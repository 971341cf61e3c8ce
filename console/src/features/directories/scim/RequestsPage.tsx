import { scim, type ScimRecord } from '@claviger/contract/directories/scim'
import { IconHistory } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { msg, t } from '#platform/text/text.ts'
import { Status } from '#platform/ui/bits/Status.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { actOf } from './scim-labels.ts'

const RequestPanel = lazy(() => import('./RequestPanel.tsx'))

const Became = ({ of }: { of: ScimRecord }) => (
  <Status shape={of.status < 400 ? 'disc' : 'triangle'} tone={of.status < 400 ? 'ok' : 'bad'}>
    {actOf(of.told.did)}
  </Status>
)

const short = ({ path }: ScimRecord) => decoded(path.replace(/^\/api\/scim\/v2/i, ''))

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const columns: readonly Column<ScimRecord>[] = [
  {
    name: 'at',
    label: msg('Time'),
    width: '150px',
    fixed: true,
    sort: true,
    cell: ({ at }) => <When at={at} />,
    text: ({ at }) => at,
  },
  { name: 'name', label: msg('About'), text: ({ name }) => name },
  {
    name: 'did',
    label: msg('Action'),
    width: '170px',
    cell: one => <Became of={one} />,
    text: ({ told }) => actOf(told.did),
  },
  {
    name: 'request',
    label: msg('Request'),
    cell: one => (
      <span className="cv-mono">
        {one.method} {short(one)}
      </span>
    ),
    text: one => `${one.method} ${short(one)}`,
  },
  {
    name: 'status',
    label: msg('Status'),
    width: '80px',
    cell: ({ status }) => status,
    text: ({ status }) => String(status),
  },
]

const lines = (one: ScimRecord): PhoneRow => ({
  name: one.name === '' ? short(one) : one.name,
  status: <Became of={one} />,
  second: `${one.method} ${short(one)}`,
})

export default function RequestsPage() {
  const { id = '' } = useParams({ strict: false })
  const list = useRead(scim.get, {})
  const [open, setOpen] = useState<string | null>(null)
  const connection = list.data?.items.find(one => one.id === id)
  return (
    <>
      <ListPage<ScimRecord, typeof scim.records.input>
        of={scim.records}
        fixed={{ id }}
        noun={t('requests')}
        title={connection ? t('Requests of {name}', { name: connection.name }) : t('Requests')}
        search={t('Search name or address…')}
        columns={columns}
        filters={[
          {
            name: 'only',
            label: msg('Show only'),
            options: [
              { value: 'changes', label: msg('Changes') },
              { value: 'refused', label: msg('Refused requests') },
            ],
          },
        ]}
        rowName={one => `${one.method} ${one.name}`}
        phone={lines}
        open={({ id: record }) => setOpen(record)}
        empty={
          <EmptyState
            title={t('No requests yet')}
            link={{ to: '/dashboard/scim', label: t('Open SCIM connections') }}
            icon={IconHistory}
          >
            {t('Requests from the directory appear here for 14 days. Secrets are masked.')}
          </EmptyState>
        }
      />
      <Suspense>
        {open !== null && connection && <RequestPanel id={open} connection={connection} close={() => setOpen(null)} />}
      </Suspense>
    </>
  )
}
