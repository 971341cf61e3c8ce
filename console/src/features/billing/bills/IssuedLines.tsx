import { bills } from '@claviger/contract/billing/bills'
import { payments } from '@claviger/contract/billing/payments'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import type { BillRow } from './bill-columns.tsx'
import { PaymentList } from '../payments/PaymentList.tsx'
import { billName } from './bill-labels.ts'
import { BillLines } from './BillLines.tsx'

function IssuedLines({ id, name }: { id: string; name: string }) {
  const bill = useRead(bills.one, { id })
  const charges = useRead(payments.list, { id }, { quiet: true })
  const items = charges.data?.items ?? []
  return (
    <Waiting on={bill} what={t('the invoice')}>
      {bill.data && <BillLines bill={bill.data} total={t('Total')} label={t('Lines of {number}', { number: name })} />}
      {items.length > 0 && <PaymentList items={items} />}
    </Waiting>
  )
}

/** The lines of an issued bill, each with the days it was computed from. */
export const linesOfBill = (bill: BillRow) => <IssuedLines id={bill.id} name={billName(bill)} />
