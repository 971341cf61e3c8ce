import { allBills } from '@claviger/contract/billing/all-bills'
import { billKinds, paymentStatus } from '@claviger/contract/billing/money'
import { Menu } from '@mantine/core'
import {
  IconCheck,
  IconCreditCard,
  IconFileInvoice,
  IconListDetails,
  IconReceiptRefund,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { moneyOf } from '#platform/text/money.ts'
import { t } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import type { BillRow } from '../bills/bill-columns.tsx'
import { billName } from '../bills/bill-labels.ts'
import { isPayable } from '../bills/Pay.tsx'

const acts = {
  approve: lazy(() => import('./BillActs.tsx').then(file => ({ default: file.ApproveBill }))),
  delete: lazy(() => import('./BillActs.tsx').then(file => ({ default: file.DeleteDraft }))),
  credit: lazy(() => import('./CreditNote.tsx')),
  payments: lazy(() => import('../payments/Payments.tsx')),
}
const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** What a super administrator can do with a bill. */
function AnyBillMenu({ bill }: { bill: BillRow }) {
  const [open, setOpen] = useState<keyof typeof acts | null>(null)
  const name = billName(bill)
  const issue = useWrite(allBills.issue, {
    done: ({ number }) => toast('success', t('Invoice {number} issued', { number: number ?? '' })),
  })
  const charge = useWrite(allBills.checkout, {
    done: ({ bill: after }) =>
      toast(
        after.paidStatus === paymentStatus.paid ? 'success' : 'info',
        after.paidStatus === paymentStatus.paid
          ? t('Invoice {number} is paid', { number: name })
          : t('The payment of invoice {number} is being processed', { number: name }),
      ),
  })
  const Act = open === null ? null : acts[open]
  const draft = bill.number === null
  const invoice = bill.kind === billKinds.invoice
  return (
    <>
      <MoreMenu bare label={t('Actions for {name}', { name })}>
        <Menu.Item
          component="a"
          href={`/dashboard/bill/${bill.id}/pdf?status=custom&workspaceId=${bill.workspaceId}`}
          leftSection={<IconFileInvoice {...icon} />}
        >
          {t('Open document')}
        </Menu.Item>
        {draft && (
          <Menu.Item leftSection={<IconSend {...icon} />} onClick={() => issue.mutate({ id: bill.id })}>
            {t('Issue invoice')}
          </Menu.Item>
        )}
        {!draft && invoice && bill.paidStatus !== paymentStatus.paid && (
          <Menu.Item leftSection={<IconCheck {...icon} />} onClick={() => setOpen('approve')}>
            {t('Mark as paid…')}
          </Menu.Item>
        )}
        {isPayable(bill) && (
          <Menu.Item leftSection={<IconCreditCard {...icon} />} onClick={() => charge.mutate({ invoiceId: bill.id })}>
            {t('Charge {amount}', { amount: moneyOf(bill.open, bill.currency) })}
          </Menu.Item>
        )}
        {!draft && invoice && (
          <Menu.Item leftSection={<IconListDetails {...icon} />} onClick={() => setOpen('payments')}>
            {t('Show card payments…')}
          </Menu.Item>
        )}
        {!draft && invoice && (
          <Menu.Item leftSection={<IconReceiptRefund {...icon} />} onClick={() => setOpen('credit')}>
            {t('Issue credit note…')}
          </Menu.Item>
        )}
        {draft && (
          <Menu.Item data-danger leftSection={<IconTrash {...icon} />} onClick={() => setOpen('delete')}>
            {t('Delete draft…')}
          </Menu.Item>
        )}
      </MoreMenu>
      <Suspense>{Act && <Act bill={bill} close={() => setOpen(null)} />}</Suspense>
    </>
  )
}

export const menuOfAnyBill = (bill: BillRow) => <AnyBillMenu bill={bill} />
