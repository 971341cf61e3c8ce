import type { Bill } from '@claviger/contract/billing/bills'
import { periodOf } from '#platform/text/formats.ts'
import { amountOf, moneyOf } from '#platform/text/money.ts'
import { msg, t } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { billName, lookOfBill, planName } from './bill-labels.ts'
import { BillStatus } from './BillStatus.tsx'

export type BillRow = Bill & { id: string }

const amount = (of: 'total' | 'open') => ({
  right: true,
  cell: (bill: BillRow) => <span className="cv-number">{moneyOf(bill[of], bill.currency)}</span>,
  text: (bill: BillRow) => amountOf(bill[of], bill.currency),
})

export const billColumns: readonly Column<BillRow>[] = [
  { name: 'number', label: msg('Number'), fixed: true, width: '170px', text: billName },
  {
    name: 'status',
    label: msg('Status'),
    width: '180px',
    cell: bill => <BillStatus of={bill} />,
    text: bill => t(lookOfBill(bill).word),
  },
  {
    name: 'period',
    label: msg('Period'),
    sort: true,
    width: '190px',
    text: ({ from, to }) => periodOf(from, to),
  },
  { name: 'plan', label: msg('Plan'), hidden: true, text: ({ plan }) => planName(plan) },
  {
    name: 'issued',
    label: msg('Issued'),
    width: '110px',
    cell: ({ issuedAt }) => <When at={issuedAt} as="day" />,
    text: ({ issuedAt }) => issuedAt ?? '',
  },
  {
    name: 'due',
    label: msg('Due'),
    width: '110px',
    cell: ({ dueDate }) => <When at={dueDate} as="day" />,
    text: ({ dueDate }) => dueDate ?? '',
  },
  { name: 'total', label: msg('Total'), sort: true, width: '130px', ...amount('total') },
  { name: 'open', label: msg('Amount due'), width: '130px', ...amount('open') },
]

export const billLinesOnPhone = (bill: BillRow): PhoneRow => ({
  name: billName(bill),
  status: <BillStatus of={bill} />,
  second: periodOf(bill.from, bill.to),
  secondRight: moneyOf(bill.total, bill.currency),
})
