import { allBills } from '@claviger/contract/billing/all-bills'
import { t } from '#platform/text/text.ts'
import { decimalFaults, MoneyField } from '#platform/ui/fields/Decimal.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import type { BillRow } from '../bills/bill-columns.tsx'
import { billName } from '../bills/bill-labels.ts'

/** Corrects an issued invoice, which never changes itself. */
export default function CreditNote({ bill, close }: { bill: BillRow; close: () => void }) {
  return (
    <Panel open title={t('Credit note for {number}', { number: billName(bill) })} close={close}>
      <Form
        of={allBills.credit}
        fixed={{ id: bill.id }}
        start={{ amount: bill.subtotal, reason: '' }}
        faultsOf={values => decimalFaults(values, ['amount'])}
        refused={(refusal, fields) => {
          if (refusal.code !== 'credit-too-high') return false
          fields.fault('amount', refusal.message)
          return true
        }}
        done={({ number }) => {
          toast('success', t('Credit note {number} issued', { number: number ?? '' }))
          close()
        }}
      >
        <MoneyField name="amount" label={t('Amount before tax')} currency={bill.currency} />
        <Text
          name="reason"
          label={t('Reason')}
          help={t('It is printed on the credit note.')}
          lines={3}
          maxLength={200}
        />
        <Foot save={t('Issue credit note')} cancel={{ do: close }} />
      </Form>
    </Panel>
  )
}
