import { allBills } from '@claviger/contract/billing/all-bills'
import { Button } from '@mantine/core'
import { useWrite } from '#platform/data/useWrite.ts'
import { moneyOf } from '#platform/text/money.ts'
import { t } from '#platform/text/text.ts'
import { ConfirmCall } from '#platform/ui/over/ConfirmCall.tsx'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import type { BillRow } from '../bills/bill-columns.tsx'
import { billName } from '../bills/bill-labels.ts'

interface Props {
  bill: BillRow
  close: () => void
}

/** Records that a wire transfer was received. */
export function ApproveBill({ bill, close }: Props) {
  const number = billName(bill)
  const approve = useWrite(allBills.approve, {
    done() {
      toast('success', t('Invoice {number} is paid', { number }))
      close()
    },
  })
  return (
    <Dialog open title={t('Mark invoice {number} as paid?', { number })} close={close}>
      <p>
        {t(
          "Continue only if {amount} arrived in your bank account. This stays in the activity log and can't be undone.",
          {
            amount: moneyOf(bill.open, bill.currency),
          },
        )}
      </p>
      <div className="cv-foot">
        <Button variant="default" data-autofocus onClick={close} disabled={approve.isPending}>
          {t('Keep invoice open')}
        </Button>
        <Button loading={approve.isPending} onClick={() => approve.mutate({ id: bill.id }, { onError: close })}>
          {t('Mark as paid')}
        </Button>
      </div>
    </Dialog>
  )
}

export const DeleteDraft = ({ bill, close }: Props) => (
  <ConfirmCall
    of={allBills.remove}
    input={{ id: bill.id }}
    title={t('Delete this draft?')}
    keep={t('Keep draft')}
    act={t('Delete draft')}
    said={t('Draft deleted')}
    close={close}
  >
    {t("The draft has no number yet, so no gap remains. Issued invoices can't be deleted.")}
  </ConfirmCall>
)
