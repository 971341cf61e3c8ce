import { allBills } from '@claviger/contract/billing/all-bills'
import { Button } from '@mantine/core'
import { IconPlus, IconReceipt } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { msg, t } from '#platform/text/text.ts'
import type { FilterDefinition } from '#platform/ui/filters/filters.ts'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import type { Column } from '#platform/ui/table/table-columns.ts'
import { billColumns, billLinesOnPhone } from '../bills/bill-columns.tsx'
import type { BillRow } from '../bills/bill-columns.tsx'
import { billName, statusLooks } from '../bills/bill-labels.ts'
import { menuOfAnyBill } from './AnyBillMenu.tsx'

type Row = BillRow & { workspace: { id: string; name: string } }

const [number, ...others] = billColumns
const columns: readonly Column<Row>[] = [
  ...(number ? [number] : []),
  { name: 'workspace', label: msg('Workspace'), text: ({ workspace }) => workspace.name },
  ...others,
]

const filters: readonly FilterDefinition[] = [
  {
    name: 'status',
    label: msg('Status'),
    options: Object.entries(statusLooks).map(([value, { word }]) => ({ value, label: word })),
  },
]

export default function InvoicesPage() {
  const add = (
    <Button
      component={Link}
      to="/dashboard/super-admin/invoices/new"
      leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
    >
      {t('Create invoice')}
    </Button>
  )
  return (
    <ListPage<Row, typeof allBills.list.input>
      of={allBills.list}
      idOf={({ invoiceId }) => invoiceId ?? ''}
      title={t('Invoices')}
      noun={t('invoices')}
      add={add}
      search={t('Search number or workspace…')}
      filters={filters}
      columns={columns}
      rowName={billName}
      phone={bill => ({ ...billLinesOnPhone(bill), second: bill.workspace.name })}
      to={({ id, workspace }) => `/dashboard/bill/${id}/pdf?status=custom&workspaceId=${workspace.id}`}
      rowMenu={menuOfAnyBill}
      empty={
        <EmptyState title={t('No invoices yet')} icon={IconReceipt} action={add}>
          {t('Invoices of all workspaces appear here when their first period ends.')}
        </EmptyState>
      }
    />
  )
}
