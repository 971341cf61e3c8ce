import { bills } from '@claviger/contract/billing/bills'
import type { Bill } from '@claviger/contract/billing/bills'
import type { PaymentConfirmation } from '@claviger/contract/billing/cards'
import { paymentStatus } from '@claviger/contract/billing/money'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import type { CallError } from '#platform/data/refusal.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { moneyOf } from '#platform/text/money.ts'
import { t } from '#platform/text/text.ts'
import { toast } from '#platform/ui/over/toast.ts'
import { useSession } from '#shell/session.tsx'

/** Only an overdue invoice can be checked out (R184). */
export const isPayable = ({ paidStatus, open }: Bill): boolean => paidStatus === paymentStatus.overdue && open > 0

/** Charges an overdue invoice; nothing for bills that aren't overdue, or without the permission. */
export function Pay({ bill }: { bill: Bill }) {
  const { can } = useSession()
  const [refusal, setRefusal] = useState<(Pick<CallError, 'message'> & { code?: string }) | null>(null)
  const pay = useWrite(bills.checkout, {
    quiet: true,
    done({ bill: after, confirm }) {
      setRefusal(null)
      if (confirm !== null) {
        void confirmed(confirm)
        return
      }
      toast(
        after.paidStatus === paymentStatus.paid ? 'success' : 'info',
        after.paidStatus === paymentStatus.paid
          ? t('Invoice {number} is paid', { number: after.number ?? '' })
          : t('The payment of invoice {number} is being processed', { number: after.number ?? '' }),
      )
    },
  })
  const { invoiceId } = bill
  /** After the cardholder has confirmed, paying again looks up the charge that waited for that. */
  async function confirmed(confirm: PaymentConfirmation) {
    const { confirmPayment } = await import('../cards/hosted-fields.ts')
    const fault = await confirmPayment(confirm)
    if (fault === null) pay.mutate({ invoiceId: invoiceId ?? '' }, { onError: setRefusal })
    else setRefusal({ message: fault ?? t('The payment service does not respond. Try again later.') })
  }
  if (!can('billing.write') || !isPayable(bill) || invoiceId === null) return null
  return (
    <Stack component="span" gap={4} align="flex-end" display="inline-flex">
      <Button loading={pay.isPending} onClick={() => pay.mutate({ invoiceId }, { onError: setRefusal })}>
        {t('Pay {amount}', { amount: moneyOf(bill.open, bill.currency) })}
      </Button>
      {refusal !== null && (
        <span role="alert" className="cv-bad">
          {refusal.message}{' '}
          {refusal.code === 'no-card' && <a href="/dashboard/billing/payment-info">{t('Add card')}</a>}
        </span>
      )}
    </Stack>
  )
}
