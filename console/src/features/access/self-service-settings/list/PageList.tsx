import { finishPercent } from '@claviger/contract/access/self-service-settings/funnel'
import type { PageBrief } from '@claviger/contract/access/self-service-settings/self-service-page'
import { useMediaQuery } from '@mantine/hooks'
import { IconId } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { count } from '#platform/text/formats.ts'
import { msg, t } from '#platform/text/text.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { DataTable } from '#platform/ui/table/DataTable.tsx'
import { PhoneRows } from '#platform/ui/table/PhoneRows.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { useSource } from '../source.ts'
import { servicesOf, verifications } from '../page-labels.ts'
import { OnOrOff } from './OnOrOff.tsx'

const finish = ({ month }: PageBrief) => {
  const percent = finishPercent(month)
  return percent === null ? '—' : t('{percent} %', { percent })
}

const columns: readonly Column<PageBrief>[] = [
  { name: 'name', label: msg('Name'), fixed: true, cell: ({ name }) => name },
  {
    name: 'address',
    label: msg('Address'),
    cell: ({ id }) => <span className="cv-mono">{`/self-service/${id}`}</span>,
  },
  { name: 'services', label: msg('Services'), cell: servicesOf },
  { name: 'verification', label: msg('Verification'), cell: row => t(verifications[row.verificationType].label) },
  { name: 'state', label: msg('Status'), cell: ({ active, draft }) => <OnOrOff active={active} draft={draft} /> },
  { name: 'used', label: msg('Used this month'), right: true, cell: ({ month }) => count(month.arrived) },
  { name: 'finish', label: msg('Finish rate'), right: true, cell: finish },
]

const lines = (row: PageBrief): PhoneRow => ({
  name: row.name,
  status: <OnOrOff active={row.active} draft={row.draft} />,
  second: `/self-service/${row.id}`,
  secondRight: t('{count, plural, one {# use} other {# uses}}, {finish}', {
    count: row.month.arrived,
    finish: finish(row),
  }),
})

export function PageList({ add }: { add: ReactNode }) {
  const { calls, fixed, home } = useSource()
  const go = useNavigate()
  const phone = useMediaQuery('(max-width: 767px)', window.innerWidth < 768, { getInitialValueInEffect: false })
  const list = useRead(calls.list, fixed as Record<string, never>)
  const rows = list.data?.items ?? []
  const shared = {
    label: t('Card pages'),
    rows,
    rowName: ({ name }: PageBrief) => name,
    open: ({ id }: PageBrief) => void go({ to: `${home}/${id}` }),
  }
  return (
    <Card flush>
      <Waiting on={list} what={t('the card pages')}>
        {rows.length === 0 ? (
          <EmptyState title={t('No card pages yet')} icon={IconId} action={add}>
            {t(
              'On a card page, users enroll a card or reset their PIN themselves. They use a shared computer or their phone.',
            )}
          </EmptyState>
        ) : phone ? (
          <PhoneRows {...shared} lines={lines} />
        ) : (
          <div className="cv-scroll">
            <DataTable {...shared} columns={columns} />
          </div>
        )}
      </Waiting>
    </Card>
  )
}
