import { bills } from '@claviger/contract/billing/bills'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { useSession } from '#shell/session.tsx'

/** Closes the current period early and issues its invoice. */
export function IssueNow() {
  const { can } = useSession()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const issue = useWrite(bills.issue, {
    done(bill) {
      close()
      toast('success', t('Invoice {number} issued', { number: bill.number ?? '' }))
    },
  })
  if (!can('billing.write')) return null
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('Issue invoice…')}
      </Button>
      <Dialog open={open} title={t('Issue the invoice now?')} close={close}>
        <p>
          {t(
            "The current period ends with yesterday, and its invoice is issued and sent by email. A new period starts today. An issued invoice can't change.",
          )}
        </p>
        <div className="cv-foot">
          <Button variant="default" data-autofocus onClick={close} disabled={issue.isPending}>
            {t('Keep period open')}
          </Button>
          <Button loading={issue.isPending} onClick={() => issue.mutate({}, { onError: close })}>
            {t('Issue invoice')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
