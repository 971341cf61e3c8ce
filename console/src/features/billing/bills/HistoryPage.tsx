import { bills } from '@claviger/contract/billing/bills'
import { IconReceipt } from '@tabler/icons-react'
import { t } from '#platform/text/text.ts'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { billColumns, billLinesOnPhone } from './bill-columns.tsx'
import type { BillRow } from './bill-columns.tsx'
import { billName } from './bill-labels.ts'
import { BillingFrame } from './BillingFrame.tsx'
import { menuOfBill } from './BillMenu.tsx'
import { linesOfBill } from './IssuedLines.tsx'

export default function HistoryPage() {
  return (
    <BillingFrame>
      <ListPage<BillRow, typeof bills.history.input>
        of={bills.history}
        idOf={({ invoiceId }) => invoiceId ?? ''}
        noun={t('invoices')}
        columns={billColumns}
        rowName={billName}
        phone={billLinesOnPhone}
        to={({ id }) => `/dashboard/bill/${id}/pdf`}
        rowMenu={menuOfBill}
        expand={linesOfBill}
        empty={
          <EmptyState
            title={t('No invoices yet')}
            link={{ to: '/dashboard/billing/status', label: t('Open status') }}
            icon={IconReceipt}
          >
            {t('The first invoice is issued when the current period ends. You can follow its amount under Status.')}
          </EmptyState>
        }
      />
    </BillingFrame>
  )
}
