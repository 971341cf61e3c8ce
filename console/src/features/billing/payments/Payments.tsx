import { type Payment, payments } from '@claviger/contract/billing/payments'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { decimalFaults, MoneyField } from '#platform/ui/fields/Decimal.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { leftOf, PaymentList } from './PaymentList.tsx'

function Refund({ payment, close }: { payment: Payment; close: () => void }) {
  return (
    <Form
      of={payments.refund}
      fixed={{ id: payment.id }}
      start={{ amount: leftOf(payment), reason: '' }}
      faultsOf={values => decimalFaults(values, ['amount'])}
      refused={(refusal, fields) => {
        if (refusal.code !== 'refund-too-high') return false
        fields.fault('amount', refusal.message)
        return true
      }}
      done={() => {
        toast('success', t('Refund requested'))
        close()
      }}
    >
      <MoneyField name="amount" label={t('Refund amount')} currency={payment.currency} />
      <Text name="reason" label={t('Reason')} help={t('It is shown in the activity log.')} maxLength={200} />
      <Foot save={t('Refund')} cancel={{ do: close }} />
    </Form>
  )
}

/** The card payments of an invoice of any workspace, which a super administrator can refund. */
export default function Payments({ bill, close }: { bill: { id: string; number: string | null }; close: () => void }) {
  const [refunding, setRefunding] = useState<Payment | null>(null)
  const list = useRead(payments.listOf, { id: bill.id })
  const items = list.data?.items ?? []
  return (
    <Panel open title={t('Payments of {number}', { number: bill.number ?? '' })} close={close}>
      {refunding ? (
        <Refund payment={refunding} close={() => setRefunding(null)} />
      ) : (
        <Waiting on={list} what={t('the payments')}>
          {items.length === 0 ? (
            <p>{t('This invoice was never charged to a card.')}</p>
          ) : (
            <PaymentList items={items} refund={setRefunding} />
          )}
        </Waiting>
      )}
    </Panel>
  )
}
