import { support } from '@claviger/contract/billing/support'
import type { SupportRequestOfWorkspace } from '@claviger/contract/billing/support'
import { IconLifebuoy } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { msg, t } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import type { FilterDefinition } from '#platform/ui/filters/filters.ts'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { contentOf, kindOf, lookOfRequest, requestKinds, requestLooks, RequestStatus } from './request-labels.tsx'

const AnswerRequest = lazy(() => import('./AnswerRequest.tsx'))

const columns: readonly Column<SupportRequestOfWorkspace>[] = [
  { name: 'number', label: msg('Number'), fixed: true, width: '110px', text: ({ number }) => number },
  {
    name: 'state',
    label: msg('Status'),
    width: '130px',
    cell: one => <RequestStatus of={one} />,
    text: one => t(lookOfRequest(one).word),
  },
  { name: 'kind', label: msg('Request'), width: '160px', text: kindOf },
  { name: 'content', label: msg('Content'), text: contentOf },
  { name: 'workspace', label: msg('Workspace'), text: ({ workspace }) => workspace.name },
  { name: 'sender', label: msg('Sender'), text: ({ sender }) => sender.email ?? sender.name },
  {
    name: 'created',
    label: msg('Created'),
    width: '150px',
    cell: ({ createdAt }) => <When at={createdAt} />,
    text: ({ createdAt }) => createdAt,
  },
]

const lines = (one: SupportRequestOfWorkspace): PhoneRow => ({
  name: `${one.number} ${one.workspace.name}`,
  status: <RequestStatus of={one} />,
  second: contentOf(one),
})

const filters: readonly FilterDefinition[] = [
  {
    name: 'state',
    label: msg('Status'),
    options: Object.entries(requestLooks).map(([value, { word }]) => ({ value, label: word })),
  },
  {
    name: 'kind',
    label: msg('Request'),
    options: Object.entries(requestKinds).map(([value, label]) => ({ value, label })),
  },
]

export default function SupportRequestsPage() {
  const [answered, setAnswered] = useState<SupportRequestOfWorkspace | null>(null)
  return (
    <>
      <ListPage<SupportRequestOfWorkspace, typeof support.all.input>
        of={support.all}
        title={t('Support requests')}
        noun={t('support requests')}
        filters={filters}
        columns={columns}
        rowName={({ number }) => number}
        phone={lines}
        open={setAnswered}
        empty={
          <EmptyState
            title={t('No support requests yet')}
            link={{ to: '/dashboard/super-admin/workspaces', label: t('Open workspaces') }}
            icon={IconLifebuoy}
          >
            {t('Requests of administrators for card readers and annual subscriptions appear here.')}
          </EmptyState>
        }
      />
      <Suspense>{answered && <AnswerRequest request={answered} close={() => setAnswered(null)} />}</Suspense>
    </>
  )
}
